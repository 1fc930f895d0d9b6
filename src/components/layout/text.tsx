import type { ElementType, ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './text.module.css';

interface TextProps {
  size?: 13 | 15 | 16 | 18 | undefined;
  weight?: 400 | 500 | 600 | 700 | undefined;
  tone?: 'ink' | 'soft' | 'quiet' | 'ok' | 'warn' | 'bad' | 'brand' | undefined;
  as?: ElementType | undefined;
  numeric?: boolean | undefined;
  nowrap?: boolean | undefined;
  center?: boolean | undefined;
  id?: string | undefined;
  children: ReactNode;
}

export function Text({
  size = 16,
  weight,
  tone = 'ink',
  as: Tag = 'p',
  numeric,
  nowrap,
  center,
  id,
  children,
}: TextProps) {
  const look = classNames(
    styles[`t${size}`],
    weight && styles[`w${weight}`],
    styles[tone],
    numeric && styles.numeric,
    nowrap && styles.nowrap,
    center && styles.center,
  );
  return (
    <Tag id={id} className={look}>
      {children}
    </Tag>
  );
}

interface DisplayProps {
  size: 22 | 28 | 36;
  as?: ElementType | undefined;
  id?: string | undefined;
  children: ReactNode;
}

/** The tenant's display face: headings and the one large amount of a screen, nothing else. */
export function Display({ size, as: Tag = 'h2', id, children }: DisplayProps) {
  return (
    <Tag id={id} className={classNames(styles.display, styles[`d${size}`])}>
      {children}
    </Tag>
  );
}
