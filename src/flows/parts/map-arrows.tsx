import { type RefObject, useEffect, useState } from 'react';
import type { Lead } from '../leads.ts';
import styles from './map-arrows.module.css';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** Which ways are drawn: those of the card that is looked at, every step, or every step and every refusal. */
export const arrowKinds = {
  near: 'Setas da tela apontada',
  steps: 'Todos os passos',
  all: 'Passos e recusas',
} as const;
export type ArrowKind = keyof typeof arrowKinds;
const isDrawn = ({ from, to, isRefusal }: Lead, kind: ArrowKind, near: string | null) =>
  kind === 'near' ? from === near || to === near : kind === 'all' || !isRefusal;

/** What two cards of a row are apart, px: further ones have another between them. */
const NEXT = 40;
/** How high a way goes over the cards between its ends, px: within the gap of two rows. */
const BOW = 28;
/** A way and the one back stand so far beside the middle, px. */
const ASIDE = 12;

/** Between neighbours of a row from side to side, over others in a bow, else from the lower edge to the upper one. */
function wayBetween(from: Box, to: Box): string {
  const isOnward = to.left > from.left;
  const isDown = to.top > from.top;
  const isRow = Math.abs(from.top - to.top) < ASIDE;
  const [side1, side2] = isOnward ? [from.right, to.left] : [from.left, to.right];
  if (isRow && Math.abs(side2 - side1) < NEXT) {
    const y = from.top + (isOnward ? NEXT : NEXT + 2 * ASIDE);
    return `M${side1} ${y}L${side2} ${y}`;
  }
  const aside = (isRow ? isOnward : isDown) ? ASIDE : -ASIDE;
  const [x1, x2] = [(from.left + from.right) / 2 + aside, (to.left + to.right) / 2 + aside];
  if (isRow) return `M${x1} ${from.top}C${x1} ${from.top - BOW} ${x2} ${to.top - BOW} ${x2} ${to.top}`;
  const [y1, y2] = isDown ? [from.bottom, to.top] : [from.top, to.bottom];
  const reach = Math.max(BOW, Math.abs(y2 - y1) / 2) * (isDown ? 1 : -1);
  return `M${x1} ${y1}C${x1} ${y1 + reach} ${x2} ${y2 - reach} ${x2} ${y2}`;
}

/** Where the cards are on the sheet, by their screens. */
function boxesOn(sheet: HTMLElement): ReadonlyMap<string, Box> {
  const origin = sheet.getBoundingClientRect();
  return new Map(
    [...sheet.querySelectorAll<HTMLElement>('[data-screen]')].map((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      return [
        card.dataset['screen'] ?? '',
        {
          left: left - origin.left,
          top: top - origin.top,
          right: right - origin.left,
          bottom: bottom - origin.top,
        },
      ];
    }),
  );
}

/**
 * The ways between the cards of the map, drawn behind them. What is pointed at or has the focus is heard here, so that
 * no card is drawn again for it.
 * @param sheet holds the cards, each with its screen as `data-screen`
 */
export function MapArrows({
  sheet,
  leads,
  kind: drawn,
}: {
  sheet: RefObject<HTMLElement | null>;
  leads: readonly Lead[];
  kind: ArrowKind;
}) {
  const [boxes, setBoxes] = useState<ReadonlyMap<string, Box>>(new Map());
  const [near, setNear] = useState<string | null>(null);
  useEffect(() => {
    const { current } = sheet;
    if (!current) return undefined;
    const sizes = new ResizeObserver(() => setBoxes(boxesOn(current)));
    sizes.observe(current);
    const heard = new AbortController();
    const look = ({ target }: Event) =>
      setNear(
        target instanceof Element
          ? (target.closest('[data-screen]')?.getAttribute('data-screen') ?? null)
          : null,
      );
    for (const type of ['pointerover', 'focusin'])
      current.addEventListener(type, look, { signal: heard.signal });
    current.addEventListener('pointerleave', () => setNear(null), { signal: heard.signal });
    return () => {
      sizes.disconnect();
      heard.abort();
    };
  }, [sheet]);
  return (
    <svg className={styles.arrows} aria-hidden="true">
      <defs>
        {(['step', 'refusal'] as const).map((kind) => (
          <marker
            key={kind}
            id={`to-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path className={styles[`${kind}Head`]} d="M0 0L8 4L0 8Z" />
          </marker>
        ))}
      </defs>
      {leads
        .filter((lead) => isDrawn(lead, drawn, near))
        .map(({ from, to, isRefusal }) => {
          const [begin, end] = [boxes.get(from), boxes.get(to)];
          return begin && end ? (
            <path
              key={`${from} ${to}`}
              className={isRefusal ? styles.refusal : styles.step}
              data-lead={`${from} ${to}`}
              data-dim={near !== null && near !== from && near !== to}
              d={wayBetween(begin, end)}
              markerEnd={`url(#to-${isRefusal ? 'refusal' : 'step'})`}
            />
          ) : null;
        })}
    </svg>
  );
}
