import { type ReactNode, useId } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './section.module.css';

interface Props {
  title?: ReactNode;
  action?: ReactNode;
  bleed?: boolean | undefined;
  level?: 2 | 3 | undefined;
  children: ReactNode;
}

export function Section({ title, action, bleed, level = 2, children }: Props) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      className={classNames(styles.section, !bleed && styles.gutter)}
      aria-labelledby={title ? id : undefined}
    >
      {title ? (
        <div className={classNames(styles.head, bleed && styles.gutter)}>
          <Heading id={id} className={styles.title}>
            {title}
          </Heading>
          {action}
        </div>
      ) : null}
      {children}
    </section>
  );
}
