import type { BrowserContext, Page } from 'playwright-core';

/** Something that moved by itself: not within half a second of a touch or a key. */
export interface Shift {
  value: number;
  moved: string[];
  /** of the page that it happened on: a chart leads from one to the next without a load */
  path: string;
}

/** Runs in the page. */
function observe(): void {
  const shifts: Shift[] = [];
  Reflect.set(globalThis, 'shifts', shifts);
  const rect = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The type of such an entry is in no library of types.
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      };
      // Words that are set anew in their own place, at its left or its right edge, have moved nothing.
      const moved = sources
        .filter(
          ({ previousRect: before, currentRect: after }) =>
            before.top !== after.top ||
            before.height !== after.height ||
            (before.left !== after.left && before.right !== after.right),
        )
        .map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${rect(previousRect)} > ${rect(currentRect)}`,
        );
      if (!hadRecentInput && moved.length > 0) shifts.push({ value, moved, path: location.pathname });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Every page that it opens from now on is watched from before its first paint. */
export const watchShifts = (where: BrowserContext | Page): Promise<unknown> => where.addInitScript(observe);

/** What moved on a page since it was asked last, its faces being there. */
export const shiftsIn = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (Reflect.get(globalThis, 'shifts') as Shift[]).splice(0);
  });

export const isPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true });
      }),
  );
