import type { ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './columns.module.css';

interface Props {
  kind: 'rail' | 'checkout' | 'product' | 'even';
  side: ReactNode;
  sideLabel?: string | undefined;
  sideOnPhone?: 'before' | 'after' | 'hidden' | undefined;
  /** On a phone, air between the two: for columns that end and begin with a card. */
  apart?: boolean | undefined;
  children: ReactNode;
}

/**
 * Two columns from 1024 px on, one below. The side column stays in view while the page moves. A rail leads to
 * what is beside it, so it is read first.
 */
export function Columns({ kind, side, sideLabel, sideOnPhone = 'after', apart, children }: Props) {
  const Side = sideLabel ? 'aside' : 'div';
  const beside = (
    <Side aria-label={sideLabel} className={classNames(styles.side, styles[sideOnPhone])}>
      {side}
    </Side>
  );
  return (
    <div className={classNames(styles.columns, styles[kind], apart && styles.apart)}>
      {kind === 'rail' && beside}
      <div className={styles.main}>{children}</div>
      {kind !== 'rail' && beside}
    </div>
  );
}
