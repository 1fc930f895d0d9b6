import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, type Page, type Request, chromium as playwright } from 'playwright-core';
import { type Chromium, chromiums } from '../support/browser/chromium.ts';

/** A phone of the middle class. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Times that its processor is slower than this machine's. */
const SLOWER = 4;
/** The network that it is in: ms there and back, bits per second. */
export const LINK = { roundTrip: 150, down: 1_600_000, up: 750_000 };
/** A page rests when nothing was fetched and no task was long for so many ms. */
const REST = 1_500;
const LONGEST = 45_000;

/** What a page observes of itself, from before its own scripts. */
export interface Seen {
  fcp: number;
  lcp: number;
  tasks: [at: number, took: number][];
  shifts: number;
  /** How long each tap and each key took until the next frame, by the browser's number of it. */
  interactions: Record<number, number>;
}

/** Runs in the page. */
function observe(): void {
  const seen: Seen = { fcp: 0, lcp: 0, tasks: [], shifts: 0, interactions: {} };
  Reflect.set(globalThis, 'seen', seen);
  const on = (type: string, hear: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
      type,
      buffered: true,
      ...more,
    });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shifts += value;
  });
  on(
    'event',
    (entry) => {
      const { interactionId: id, duration } = entry as PerformanceEntry & { interactionId: number };
      if (id > 0) seen.interactions[id] = Math.max(seen.interactions[id] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}
/** What {@link observe} has seen, in the page. */
export const seenIn = (page: Page): Promise<Seen> =>
  page.evaluate(() => Reflect.get(globalThis, 'seen') as Seen);

/** Files on their way, by page; what a page asks of the shop's data may be a stream that never ends. */
const onTheWay = new WeakMap<Page, Set<Request>>();
function watchFiles(page: Page): void {
  const files = new Set<Request>();
  onTheWay.set(page, files);
  page.on('request', (request) => {
    if (!['fetch', 'xhr', 'eventsource'].includes(request.resourceType())) files.add(request);
  });
  const end = (request: Request) => void files.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Waits until nothing is fetched and no task is long. */
export async function rest(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(() => {
      const { tasks } = Reflect.get(globalThis, 'seen') as Seen;
      return `${document.readyState} ${performance.getEntriesByType('resource').length} ${tasks.length}`;
    });
  const end = performance.now() + LONGEST;
  let [last, since] = ['', performance.now()];
  while (performance.now() < end && performance.now() - since < REST) {
    await page.waitForTimeout(100);
    const now = await state();
    const isBusy = (onTheWay.get(page)?.size ?? 0) > 0;
    if (isBusy || now !== last || !now.startsWith('complete')) [last, since] = [now, performance.now()];
  }
}

/** A browser that is here. */
export interface Browser {
  /** Its version and where it is from. */
  name: string;
  chromium: Chromium;
}
export const browsers = async (): Promise<Browser[]> =>
  Promise.all(
    (await chromiums()).map(async (chromium) => {
      const browser = await playwright.launch({ ...chromium, chromiumSandbox: false });
      const version = browser.version().split('.')[0];
      await browser.close();
      return { name: `Chromium ${version} (${chromium.env ? 'npm' : chromium.executablePath})`, chromium };
    }),
  );

/** Does something with a phone that has never been anywhere. */
export async function withPhone<T>(
  { chromium }: Browser,
  work: (phone: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  const phone = await playwright.launchPersistentContext(profile, {
    ...chromium,
    ...PHONE,
    chromiumSandbox: false,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  try {
    await phone.addInitScript(observe);
    return await work(phone);
  } finally {
    await phone.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** A new tab of it, as slow as a phone is. */
export async function openTab(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage();
  watchFiles(page);
  const cdp = await phone.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}
