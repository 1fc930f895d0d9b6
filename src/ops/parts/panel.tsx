import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface Props {
  title: ReactNode;
  /** one fact, at the right of the title */
  fact?: ReactNode;
  tone?: 'bad' | undefined;
  children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Panel({ title, fact, tone, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} data-tone={tone}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {fact ? <p className={styles.fact}>{fact}</p> : null}
      </header>
      {children}
    </section>
  );
}
