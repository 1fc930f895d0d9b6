import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#components/form/class-names.ts';
import { TileSkeleton } from '#components/feedback/skeleton-screens.tsx';
import styles from './virtual-grid.module.css';
import { isDesktop, isFrom } from './window-width.ts';

interface Props {
  label: string;
  count: number;
  renderCard: (index: number) => ReactNode;
  /** Stable identity of a card: measured heights and focus stay with it. */
  keyOf: (index: number) => string;
  /** At the widest; fewer where there is less room. */
  columns?: { phone: number; tablet: number; desktop: number } | undefined;
  /** Cards that may be alive at once; fewer than usual where others stand above. */
  most?: number | undefined;
  /** px from the top of the page, as far as it is known before the grid stands there. */
  startsAt?: number | undefined;
  /** Beside the rail of categories: no gutter of its own on desktop. */
  beside?: boolean | undefined;
  /** What stands in a card below its tile, px. */
  below?: number | undefined;
  /** Asked once when the last rows come near. */
  onNearEnd?: (() => void) | undefined;
}

const USUAL = { phone: 2, tablet: 3, desktop: 4 };
const MOST_ALIVE = 60;
/** Height of a tile below its square picture, px at letters of 16. */
const TILE_WORDS = 88;
/** Between columns, and below a row, px: as in the style sheet. */
const GAPS = { phone: [12, 16], desktop: [16, 20] } as const;

/**
 * A long grid that keeps at most sixty cards alive. Rows are virtual, not cards, and the window scrolls, so
 * Back finds its place again.
 * Give each card its place in the whole list (ProductTile's `position`). Import it lazily; the first page of
 * a catalog is a plain TileGrid.
 */
export function VirtualGrid({
  label,
  count,
  renderCard,
  keyOf,
  columns = USUAL,
  most = MOST_ALIVE,
  startsAt = 0,
  beside,
  below = 0,
  onNearEnd,
}: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [across, setAcross] = useState(columns.phone);
  const [top, setTop] = useState(startsAt);
  // Too wide at first: a page that is too short then could not be scrolled to where one was.
  const [width, setWidth] = useState(() => window.innerWidth);

  useLayoutEffect(() => {
    const measure = () => {
      setAcross(
        isDesktop() ? columns.desktop : isFrom(600) ? columns.tablet : isFrom(300) ? columns.phone : 1,
      );
      const box = list.current?.getBoundingClientRect();
      setTop(box ? box.top + window.scrollY : 0);
      setWidth(box?.width ?? window.innerWidth);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [columns.desktop, columns.phone, columns.tablet]);

  // Rows are known only once the grid stands in the page, which React then draws in one piece: their cards follow
  // in slices.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);

  const rows = Math.ceil(count / across);
  const [between, under] = GAPS[isDesktop() ? 'desktop' : 'phone'];
  // oxlint-disable-next-line react/incompatible-library -- read while rendering only, nothing of it is memoised
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => (width - (across - 1) * between) / across + TILE_WORDS + below + under,
    overscan: 3,
    scrollMargin: top,
    getItemKey: (row) => `${across}:${keyOf(row * across)}`,
  });
  const alive = virtual.getVirtualItems().slice(0, Math.floor(most / across));
  const last = alive.at(-1)?.index ?? 0;
  const asked = useRef(0);
  const nearEnd = useRef(onNearEnd);
  useEffect(() => {
    nearEnd.current = onNearEnd;
  });
  useEffect(() => {
    if (last < rows - 3 || asked.current === count || count === 0) return;
    asked.current = count;
    nearEnd.current?.();
  }, [last, rows, count]);

  return (
    <div
      ref={list}
      role="feed"
      aria-label={label}
      aria-busy={!isDrawn}
      className={classNames(styles.grid, beside && styles.beside)}
      style={{ height: virtual.getTotalSize() }}
    >
      {alive.map((row) => (
        <div
          key={row.key}
          // What only keeps the place is as high as it was thought to be.
          ref={isDrawn ? virtual.measureElement : undefined}
          data-index={row.index}
          className={styles.row}
          style={{
            transform: `translateY(${row.start - top}px)`,
            gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
          }}
        >
          {Array.from({ length: Math.min(across, count - row.index * across) }, (_, column) => (
            <div key={keyOf(row.index * across + column)}>
              {isDrawn ? renderCard(row.index * across + column) : <TileSkeleton />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
