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
