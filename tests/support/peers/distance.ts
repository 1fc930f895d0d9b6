import type { BrowserContext } from 'playwright-core';

/** A moment: a page knows the way to its shop by how long its own answer took. */
export const NEAR = 20;
/** On a slow link. */
export const FAR = 150;

/** Every page that it opens from now on reads that its answer took so long, however busy this machine is. */
export const placeAt = (where: BrowserContext, ms: number): Promise<unknown> =>
  where.addInitScript((took) => {
    Object.defineProperty(PerformanceNavigationTiming.prototype, 'responseStart', {
      get(this: PerformanceNavigationTiming) {
        return this.requestStart + took;
      },
    });
  }, ms);

/**
 * Every page that it opens from now on takes its text's face to be out of reach: it reads that its answer took
 * long, and that no worker keeps its files. Whether a face that a worker has at once is there before the first
 * frame is a race of moments: who loses it sees words move, which no test holds.
 */
export async function keepFacesAway(where: BrowserContext): Promise<void> {
  await placeAt(where, FAR);
  await where.addInitScript(() => {
    const { serviceWorker } = navigator as Partial<Navigator>;
    if (serviceWorker) Object.defineProperty(serviceWorker, 'controller', { get: () => null });
  });
}
