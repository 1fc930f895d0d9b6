import type { ReactNode } from 'react';
import styles from './discount-badge.module.css';

/** "12% off". Always in the colour of savings, in any brand. */
export function DiscountBadge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>;
}
