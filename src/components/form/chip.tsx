import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './chip.module.css';

interface Props {
  tone: 'ok' | 'warn' | 'bad' | 'info' | 'off';
  icon?: ReactNode;
  children: ReactNode;
}

/** Icon and word, never colour alone. */
export function Chip({ tone, icon, children }: Props) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
