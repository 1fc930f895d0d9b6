import { Children, type ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import styles from './tile-grid.module.css';

interface Props {
  label: string;
  /** Beside the rail of categories there is room for three. */
  beside?: boolean | undefined;
  /** One row of six on desktop, where the others show four. */
  across?: boolean | undefined;
  busy?: boolean | undefined;
  children: ReactNode;
}

export function TileGrid({ label, beside, across, busy, children }: Props) {
  return (
    <ul
      aria-label={label}
      aria-busy={busy || undefined}
      className={classNames(styles.grid, beside && styles.beside, across && styles.across)}
    >
      {Children.map(children, (child) => (child ? <li>{child}</li> : null))}
    </ul>
  );
}
