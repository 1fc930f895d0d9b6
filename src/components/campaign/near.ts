import { type RefObject, useEffect, useState } from 'react';

/** Addresses that were near once: drawn again, they are there in the first drawing. */
const known = new Set<string | null>();
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * How far below the window a picture comes. Browsers begin 1,250 to 2,500 px ahead, three screens of a phone: for
 * many a reader who never scrolls that is most of what the page weighs. Whoever scrolls gets a screen ahead.
 */
function lookAhead(rootMargin: string): void {
  observer?.disconnect();
  observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin },
  );
  for (const frame of waiting.keys()) observer.observe(frame);
}
function observe(frame: Element, arrive: () => void): () => void {
  waiting.set(frame, arrive);
  if (observer) observer.observe(frame);
  else {
    lookAhead('25% 0px');
    addEventListener('scroll', () => lookAhead('100% 0px'), { once: true, passive: true });
  }
  return () => {
    waiting.delete(frame);
    observer?.unobserve(frame);
  };
}

/** False until the frame around a picture comes near the window; always true of one that is not `far`. */
export function useNear(
  picture: RefObject<HTMLElement | null>,
  src: string | null,
  far: boolean | undefined,
): boolean {
  const [hasCome, setCome] = useState(() => known.has(src));
  const isNear = !far || hasCome;
  useEffect(() => {
    // Not its parent: that is a <picture> without a box where there are files to choose from.
    const frame = picture.current?.closest('div');
    if (isNear || !frame) return;
    return observe(frame, () => {
      known.add(src);
      setCome(true);
    });
  }, [picture, src, isNear]);
  return isNear;
}
