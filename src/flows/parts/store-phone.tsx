import styles from './store-phone.module.css';

/** The store as a phone shows it, beside a chart: its own states light up there. */
export function StorePhone({ isHidden }: { isHidden: boolean }) {
  return (
    <div className={styles.phone} hidden={isHidden}>
      <iframe className={styles.page} src="/" title="A loja, como num celular" />
    </div>
  );
}
