import { useEffect } from 'react';

/** Those that may be fixed, and what stands on one. */
const BARS = 'nav, section[aria-label]:not([aria-live]), [data-on-bar], [data-offer]';
const isFixed = (bar: HTMLElement): boolean => {
  const whole = bar.closest('section[aria-label]') ?? bar;
  return getComputedStyle(whole).position === 'fixed';
};
/** What ends above the bars. Each has `--foot` for itself: inherited, it would style every element anew. */
const ABOVE_BARS = 'main, section[aria-live], [data-above-bars]';
/** What stands above the bars and takes room as they do. */
const OFFER = '[data-offer]';

/**
 * Keeps `--foot` right: how much of the window the bars that are fixed at its foot take, px. What is drawn before
 * is as high as they usually are.
 */
export function Foot(): null {
  useEffect(() => {
    let bars: HTMLElement[] = [];
    let foot = '';
    let underOffer = '';
    const root = document.documentElement;
    const tell = () => {
      // Even a property that is not inherited styles everything anew when it is the root's own.
      root.style.scrollPaddingBottom = foot && `calc(${foot} + var(--s-6))`;
      for (const element of document.querySelectorAll<HTMLElement>(ABOVE_BARS)) {
        const own = element.matches(OFFER) ? underOffer : foot;
        if (element.style.getPropertyValue('--foot') !== own) element.style.setProperty('--foot', own);
      }
    };
    // Called when the page has been laid out, so that asking for sizes costs nothing.
    const sizes = new ResizeObserver(() => {
      const fixed = bars.filter((bar) => bar.offsetHeight > 0 && isFixed(bar));
      const roomOf = (some: HTMLElement[]) =>
        `${Math.max(0, ...some.map((bar) => innerHeight - bar.getBoundingClientRect().top))}px`;
      underOffer = roomOf(fixed.filter((bar) => !bar.matches(OFFER)));
      foot = roomOf(fixed);
      tell();
      // What stands on the bars has moved with them by now.
      if (!fixed.some((bar) => bar.matches(OFFER))) return;
      foot = roomOf(fixed);
      tell();
    });
    const look = () => {
      tell();
      const found = [...document.querySelectorAll<HTMLElement>(BARS)];
      if (found.length === bars.length && found.every((bar, index) => bar === bars[index])) return;
      bars = found;
      sizes.disconnect();
      for (const bar of [root, ...bars]) sizes.observe(bar);
    };
    // Bars come and go with the screens and with what is in the cart.
    const comings = new MutationObserver(look);
    comings.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      comings.disconnect();
      sizes.disconnect();
      foot = underOffer = '';
      tell();
    };
  }, []);
  return null;
}
