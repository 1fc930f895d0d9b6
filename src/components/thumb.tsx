import { Art } from './art.tsx';
import { classNames } from './class-names.ts';
import type { Tint } from './tint.ts';
import styles from './thumb.module.css';
import tints from './tint.module.css';

interface Props {
  src: string | null;
  tint: Tint;
  size?: 48 | 56 | 72 | undefined;
  cut?: boolean | undefined;
}

/** A small picture on its tint, beside a name that says what it shows. */
export function Thumb({ src, tint, size = 72, cut }: Props) {
  return <span className={classNames(styles.thumb, styles[`s${size}`], tints[tint])}><Art src={src} cut={cut} fit={cut ? 'contain' : 'cover'} /></span>;
}
