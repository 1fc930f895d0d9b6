import styles from './drawing.module.css';

const parts = {
  basket: (
    <>
      <path className={styles.line} d="M58 78a42 46 0 0 1 84 0" />
      <path
        className={styles.leaf}
        d="M104 44c2-12 10-18 20-18 0 12-6 20-20 18zM98 58c-2-10-10-16-18-16 0 10 6 18 18 16z"
      />
      <path className={styles.body} d="M32 78h136l-12 60a12 12 0 0 1-12 10H56a12 12 0 0 1-12-10z" />
      <path className={styles.dark} d="M30 76h140v14H33z" />
      <path className={styles.weave} d="M66 90l5 58M100 90v58M134 90l-5 58M37 108h126M41 128h118" />
    </>
  ),
  orders: (
    <>
      <path className={styles.body} d="M52 26h96v122l-16-10-16 10-16-10-16 10-16-10-16 10z" />
      <path className={styles.weave} d="M72 56h56M72 78h56" />
      <circle className={styles.dark} cx="132" cy="112" r="24" />
      <path className={styles.tick} d="M121 112l8 8 14-15" />
    </>
  ),
  bell: (
    <>
      <path className={styles.body} d="M100 30a42 42 0 0 1 42 42v30l14 22H44l14-22V72a42 42 0 0 1 42-42z" />
      <path className={styles.dark} d="M82 130h36a18 18 0 0 1-36 0z" />
      <circle className={styles.leaf} cx="100" cy="28" r="8" />
      <path className={styles.weave} d="M62 102h76" />
    </>
  ),
  search: (
    <>
      <circle className={styles.body} cx="90" cy="78" r="48" />
      <circle className={styles.pane} cx="90" cy="78" r="32" />
      <path className={styles.handle} d="M124 112l34 34" />
      <path className={styles.line} d="M72 70a20 20 0 0 1 14-12" />
    </>
  ),
  wallet: (
    <>
      <path className={styles.dark} d="M50 44h96a10 10 0 0 1 10 10v20H50z" />
      <rect className={styles.body} x="36" y="58" width="128" height="88" rx="14" />
      <path className={styles.leaf} d="M124 88h40v28h-40a14 14 0 0 1 0-28z" />
      <circle className={styles.pane} cx="128" cy="102" r="6" />
    </>
  ),
  place: (
    <>
      <path className={styles.body} d="M28 118l44-18 56 18 44-18v36l-44 18-56-18-44 18z" />
      <path
        className={styles.dark}
        d="M100 22a36 36 0 0 1 36 36c0 28-36 62-36 62S64 86 64 58a36 36 0 0 1 36-36z"
      />
      <circle className={styles.pane} cx="100" cy="58" r="14" />
    </>
  ),
  heart: (
    <>
      <path
        className={styles.body}
        d="M100 146S36 108 36 68a32 32 0 0 1 64-10 32 32 0 0 1 64 10c0 40-64 78-64 78z"
      />
      <path className={styles.line} d="M56 68a14 14 0 0 1 12-15" />
      <circle className={styles.leaf} cx="154" cy="38" r="8" />
    </>
  ),
  gift: (
    <>
      <rect className={styles.body} x="42" y="84" width="116" height="64" rx="10" />
      <rect className={styles.dark} x="34" y="62" width="132" height="28" rx="8" />
      <path className={styles.leaf} d="M90 62h20v86H90z" />
      <path
        className={styles.line}
        d="M100 60c-30 0-38-34-16-34 14 0 16 34 16 34s2-34 16-34c22 0 14 34-16 34z"
      />
    </>
  ),
} as const;
export type DrawingName = keyof typeof parts;

/** What is drawn inside the frame of drawing.tsx. */
export const DrawingParts = ({ name }: { name: DrawingName }) => parts[name];
