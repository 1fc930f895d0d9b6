import { Children, type ReactNode, useId } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './cart-group.module.css';

interface Props {
  title: ReactNode;
  meta?: ReactNode;
  detail?: ReactNode;
  /** Inside the drawer: no card of its own. */
  plain?: boolean | undefined;
  children: ReactNode;
}

export function CartGroup({ title, meta, detail, plain, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(styles.group, !plain && styles.card)}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {meta ? <span className={styles.meta}>{meta}</span> : null}
      </div>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
      <ul className={styles.lines}>{Children.map(children, (child) => (child ? <li>{child}</li> : null))}</ul>
    </section>
  );
}
