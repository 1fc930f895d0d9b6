import type { VirtualGrid } from '#components/layout/virtual-grid.tsx';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import styles from './long-rest.module.css';

type Grid = typeof VirtualGrid;
/**
 * Kept once it is loaded, so that Back finds the whole height of the page in its first drawing and lands
 * where one was.
 */
let loaded: Grid | null = null;

/**
 * Cards alive at once, all in all (REL: 900 items stay light), and below the first page while that stands.
 */
const MOST = 60;
/** The first page lets go of its cards when it is this far out of sight, px. */
const FAR = 900;

interface Props {
  label: string;
  count: number;
  /** Cards that `children` shows. */
  first: number;
  keyOf: (index: number) => string;
  renderCard: (index: number) => ReactNode;
  /** What stands in a card below its tile, px. */
  below?: number | undefined;
  /** Asked once for each length of the list when its end comes near. */
  onNearEnd?: (() => void) | undefined;
  /** The first page, as the server drew it. It stays as it is: the rest only comes below. */
  children: ReactNode;
}

/**
 * A list whose first page is plain and whose rest is drawn near the viewport only, by code that comes later.
 */
export function LongRest({ label, count, first, keyOf, renderCard, below, onNearEnd, children }: Props) {
  const hasRest = count > first;
  const [Rest, setRest] = useState<Grid | null>(() => loaded);
  const [startsAt, setStart] = useState(0);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasRest || Rest) return;
    let isHere = true;
    void import('#components/layout/virtual-grid.tsx').then(({ VirtualGrid: Grid }) => {
      loaded = Grid;
      // In slices: it is drawn while somebody may be scrolling.
      if (!isHere) return;
      startTransition(() => {
        setStart((head.current?.getBoundingClientRect().bottom ?? 0) + window.scrollY);
        setRest(() => Grid);
      });
    });
    return () => {
      isHere = false;
    };
  }, [hasRest, Rest]);
  const [height, setHeight] = useState<number | null>(null);
  const isLong = hasRest && Rest !== null;
  useEffect(() => {
    const element = head.current;
    if (!element || !isLong) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Focus must not fall out of the page with the card that had it.
        if (entry && !element.contains(document.activeElement))
          setHeight(entry.isIntersecting ? null : entry.boundingClientRect.height);
      },
      { rootMargin: `${FAR}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setHeight(null);
    };
  }, [isLong]);
  return (
    <>
      <div ref={head} style={height === null ? undefined : { height }}>
        {height === null ? children : null}
      </div>
      {hasRest && Rest ? (
        <div className={styles.rest}>
          <Rest
            beside
            startsAt={startsAt}
            label={`${label}, continuação`}
            count={count - first}
            most={height === null ? MOST - first : MOST}
            keyOf={(index) => keyOf(index + first)}
            renderCard={(index) => renderCard(index + first)}
            below={below}
            onNearEnd={onNearEnd}
          />
        </div>
      ) : null}
    </>
  );
}
