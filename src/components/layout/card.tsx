import type { ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './card.module.css';

interface Props {
  as?: 'div' | 'section' | 'article' | 'li' | undefined;
  pad?: boolean | undefined;
  labelledBy?: string | undefined;
  children: ReactNode;
}

export function Card({ as: Tag = 'div', pad = true, labelledBy, children }: Props) {
  return (
    <Tag className={classNames(styles.card, pad && styles.pad)} aria-labelledby={labelledBy}>
      {children}
    </Tag>
  );
}
