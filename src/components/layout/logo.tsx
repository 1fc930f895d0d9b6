import type { LinkTarget } from '#components/form/link.ts';
import styles from './logo.module.css';

export interface LogoProps {
  /** Address of the tenant's picture; without one the stall is drawn in the brand's colour. */
  src: string | null;
  name: string;
  link: LinkTarget;
}

export function Logo({ src, name, link, word }: LogoProps & { word?: boolean | undefined }) {
  return (
    <a {...link} className={styles.logo} aria-label={`${name}, início`}>
      {src ? <img src={src} alt="" width={36} height={36} className={styles.picture} /> : <StallMark />}
      {word ? <span className={styles.word}>{name}</span> : null}
    </a>
  );
}

function StallMark() {
  return (
    <svg viewBox="0 0 36 36" width={36} height={36} aria-hidden="true" className={styles.mark}>
      <rect width="36" height="36" rx="10" className={styles.ground} />
      <path
        className={styles.stall}
        d="M8 9.5h20l2.4 6.2a3.6 3.6 0 0 1-6.2 2.3 3.6 3.6 0 0 1-6.2 0 3.6 3.6 0 0 1-6.2 0 3.6 3.6 0 0 1-6.2-2.3z"
      />
      <path className={styles.frame} d="M10 20.500v6.500h16v-6.500" />
    </svg>
  );
}
