import type { CSSProperties } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './skeleton.module.css';

interface Props {
  /** CSS lengths: "16px", "60%". */
  height?: string | undefined;
  width?: string | undefined;
  radius?: 'control' | 'card' | 'pill' | undefined;
  square?: boolean | undefined;
}

export function Skeleton({ height = '16px', width = '100%', radius = 'control', square }: Props) {
  const style: CSSProperties = square ? { width, aspectRatio: 1 } : { width, height };
  return <span aria-hidden="true" className={classNames(styles.block, styles[radius])} style={style} />;
}
