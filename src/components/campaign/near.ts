import { type RefObject, useEffect, useState } from 'react';

/**
 * How far below the window a picture comes. Browsers begin 1,250 to 2,500 px ahead, three screens of a phone: for
 * many a reader who never scrolls that is most of what the page weighs. Whoever scrolls gets a screen ahead.
 */
const AHEAD = { still: '25% 0px', scrolled: '100% 0px' };

/** Addresses that were near once: drawn again, they are there in the first drawing. */
const known = new Set<string>();
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

function begin(rootMargin: string): IntersectionObserver {
  const made = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin },
  );
  for (const frame of waiting.keys()) made.observe(frame);
  return made;
}
function lookAhead(): void {
  observer?.disconnect();
  observer = begin(AHEAD.scrolled);
}
function observe(frame: Element, arrive: () => void): () => void {
  waiting.set(frame, arrive);
  if (observer) observer.observe(frame);
  else {
    observer = begin(AHEAD.still);
    addEventListener('scroll', lookAhead, { once: true, passive: true });
  }
  return () => {
    waiting.delete(frame);
    observer?.unobserve(frame);
  };
}

/** False until the frame around a picture comes near the window; always true of one that is not `far`. */
export function useNear(picture: RefObject<HTMLElement | null>, src: string | null, far: boolean): boolean {
  const [hasCome, setCome] = useState(() => src !== null && known.has(src));
  const isNear = !far || hasCome;
  useEffect(() => {
    // A <picture> has no box.
    const frame = picture.current?.closest(':not(img,picture)');
    if (isNear || !frame || src === null) return;
    return observe(frame, () => {
      known.add(src);
      setCome(true);
    });
  }, [picture, src, isNear]);
  return isNear;
}
