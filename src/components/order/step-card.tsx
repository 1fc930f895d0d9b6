import { type ReactNode, useId } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './step-card.module.css';

interface Props {
  number: number;
  title: ReactNode;
  state: 'now' | 'next';
  children?: ReactNode;
}

/** Desktop's checkout shows all steps; a phone shows the present one without its card. */
export function StepCard({ number, title, state, children }: Props) {
  const id = useId();
  const isNow = state === 'now';
  return (
    <section aria-labelledby={id} className={classNames(styles.step, styles[state])}>
      <div className={styles.head}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      </div>
      {isNow ? <div className={styles.body}>{children}</div> : null}
    </section>
  );
}
