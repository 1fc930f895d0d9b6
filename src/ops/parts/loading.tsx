import styles from './loading.module.css';

/** What is being read, above the shape of what comes. */
export function Loading({ text }: { text: string }) {
  return (
    <div className={styles.loading}>
      <p role="status">{text}</p>
      <div className={styles.block} aria-hidden />
      <div className={styles.block} aria-hidden />
    </div>
  );
}
