import { Art, isDrawing } from '#components/campaign/art.tsx';
import { classNames } from '#components/form/class-names.ts';
import type { Tint } from '#components/campaign/tint.ts';
import styles from './thumb.module.css';
import tints from '#components/campaign/tint.module.css';

interface Props {
  src: string | null;
  tint: Tint;
  size?: 48 | 56 | 72 | undefined;
  /** The picture has no backdrop of its own; an SVG has none unless told. */
  cut?: boolean | undefined;
}

/** A small picture on its tint, beside a name that says what it shows. */
export function Thumb({ src, tint, size = 72, cut = isDrawing(src) }: Props) {
  return (
    <span className={classNames(styles.thumb, styles[`s${size}`], tints[tint], cut && styles.cut)}>
      <Art src={src} sizes="72px" cut={cut} />
    </span>
  );
}
