import styles from './skip-link.module.css';

/** First thing in the page; seen only when it has focus. */
export function SkipLink() {
  return (
    <a href="#conteudo" className={styles.skip}>
      Ir para o conteúdo
    </a>
  );
}
