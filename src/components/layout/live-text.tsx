import styles from './visually-hidden.module.css';

/** Read out when its text changes: cart changes, payment, milestones. Keep it mounted and change the text. */
export function LiveText({ children, urgent }: { children: string; urgent?: boolean | undefined }) {
  return (
    <span className={styles.hidden} role={urgent ? 'alert' : 'status'}>
      {children}
    </span>
  );
}
