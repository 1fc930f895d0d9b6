import type { ReactNode } from 'react';
import styles from './viewport.module.css';

/** Shown below 1024 px only. By style, not by script, so that the server's page is already right. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return <div className={styles.phone}>{children}</div>;
}
/** Shown from 1024 px on only. */
export function DesktopOnly({ children }: { children: ReactNode }) {
  return <div className={styles.desktop}>{children}</div>;
}
