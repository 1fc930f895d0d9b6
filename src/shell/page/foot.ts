import { useEffect } from 'react';

/** Those that may be fixed, and what stands on one. */
const BARS = 'nav, section[aria-label]:not([aria-live]), [data-on-bar]';
const isFixed = (bar: HTMLElement): boolean => {
  const whole = bar.closest('section[aria-label]') ?? bar;
  return getComputedStyle(whole).position === 'fixed';
};

/**
 * Keeps `--foot` right on the page: how much of the window the bars that are fixed at its foot take, px. What
 * is drawn before is as high as they usually are.
 */
export function Foot(): null {
  useEffect(() => {
    const { style } = document.documentElement;
    let bars: HTMLElement[] = [];
    const measure = () => {
      const fixed = bars.filter((bar) => bar.offsetHeight > 0 && isFixed(bar));
      style.setProperty(
        '--foot',
        `${Math.max(0, ...fixed.map((bar) => innerHeight - bar.getBoundingClientRect().top))}px`,
      );
    };
    const sizes = new ResizeObserver(measure);
    const look = () => {
      const found = [...document.querySelectorAll<HTMLElement>(BARS)];
      if (found.length === bars.length && found.every((bar, index) => bar === bars[index])) return;
      bars = found;
      sizes.disconnect();
      for (const bar of [document.documentElement, ...bars]) sizes.observe(bar);
      measure();
    };
    // Bars come and go with the screens and with what is in the cart.
    const comings = new MutationObserver(look);
    comings.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      comings.disconnect();
      sizes.disconnect();
      style.removeProperty('--foot');
    };
  }, []);
  return null;
}
