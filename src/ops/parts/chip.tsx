import type { ReactNode } from 'react';
import styles from './chip.module.css';

/** A state in a word, with its sign. */
export function Chip({
  tone,
  children,
}: {
  tone: 'ok' | 'warn' | 'bad' | 'info' | 'quiet';
  children: ReactNode;
}) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}
