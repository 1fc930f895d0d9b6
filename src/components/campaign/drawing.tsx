import type { DrawingName } from './drawing-parts.tsx';
import styles from './drawing.module.css';
import { later } from '#components/layout/later.tsx';

export type { DrawingName } from './drawing-parts.tsx';

// Empty places are rare on a first visit; the frame keeps the room until the drawing is there.
const DrawingParts = later(
  'components/campaign/drawing-parts.tsx',
  async () => (await import('./drawing-parts.tsx')).DrawingParts,
);

/** A small picture for an empty place, in the brand's own shades. Says nothing that the words do not. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg viewBox="0 0 200 164" className={styles.drawing} aria-hidden="true" focusable="false">
      <ellipse className={styles.floor} cx="100" cy="152" rx="86" ry="8" />
      <DrawingParts name={name} />
    </svg>
  );
}
