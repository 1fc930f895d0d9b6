import { useId } from 'react';
import styles from './motif.module.css';
import type { Motif as MotifName } from './story-palette.ts';

/**
 * Drawn in the story's own two accents, as wide as the screen, with tiles of a fixed size so that nothing is
 * stretched.
 */
export function Motif({ name }: { name: MotifName }) {
  const id = useId();
  if (name === 'rings') return <Rings />;
  const { width, height, tile } = bands[name];
  return (
    <svg className={styles.band} width="100%" height={height} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
          {tile}
        </pattern>
      </defs>
      <rect width="100%" height={height} fill={`url(#${id})`} />
    </svg>
  );
}

const bands = {
  awning: {
    width: 60,
    height: 44,
    tile: (
      <>
        <path className={styles.shade} d="M0 0v27a15 15 0 0 0 30 0V0zM30 0v27a15 15 0 0 0 30 0V0z" />
        <path className={styles.a} d="M0 0v23a15 15 0 0 0 30 0V0z" />
        <path className={styles.b} d="M30 0v23a15 15 0 0 0 30 0V0z" />
      </>
    ),
  },
  flags: {
    width: 96,
    height: 52,
    tile: (
      <>
        <path className={styles.cord} d="M0 6q48 8 96 0" />
        <path className={styles.a} d="M8 7h28v34l-14-10L8 41z" />
        <path className={styles.b} d="M56 7h28v34L70 31 56 41z" />
      </>
    ),
  },
  lights: {
    width: 72,
    height: 40,
    tile: (
      <>
        <path className={styles.cord} d="M0 4q36 26 72 0" />
        <circle className={styles.b} cx="18" cy="18" r="6" />
        <circle className={styles.a} cx="54" cy="18" r="6" />
      </>
    ),
  },
  waves: {
    width: 80,
    height: 28,
    tile: (
      <>
        <path className={styles.b} d="M0 0h80v12q-20 16-40 4t-40-4z" />
        <path className={styles.a} d="M0 0h80v4q-20 14-40 4T0 4z" />
      </>
    ),
  },
} as const;

function Rings() {
  return (
    <svg className={styles.rings} viewBox="0 0 400 400" aria-hidden="true" focusable="false">
      <circle className={styles.line} cx="200" cy="200" r="150" />
      <circle className={styles.line} cx="200" cy="200" r="196" />
    </svg>
  );
}
