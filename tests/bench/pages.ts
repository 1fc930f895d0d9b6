import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { chromium } from '../support/chromium.ts';
import { type Figure, type Limit, atMost, figure, percentile } from './figures.ts';
import { serveFloor } from './floor/serve.ts';
import { slowLink } from './slow-link.ts';
import type { Started } from './start.ts';

/** A phone of the middle class on a slow network. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SLOWER = 4;
const LINK = { roundTrip: 150, down: 1_600_000, up: 750_000 };
const ROUNDS = 5;
/** A page rests when nothing was fetched and no task was long for so many ms. */
const REST = 1_500;
const LONGEST = 45_000;

interface Visit {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  scriptKb: number;
}
/** What the page observes of itself, from before its own scripts. */
interface Seen {
  fcp: number;
  lcp: number;
  tasks: [at: number, took: number][];
  shifts: number;
}

/** Runs in the page. */
function observe(): void {
  const seen: Seen = { fcp: 0, lcp: 0, tasks: [], shifts: 0 };
  Reflect.set(globalThis, 'seen', seen);
  const on = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shifts += value;
  });
}

async function rest(page: Page): Promise<void> {
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
    if (now !== last || !now.startsWith('complete')) [last, since] = [now, performance.now()];
  }
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'commit' });
  await rest(page);
  const seen = await page.evaluate(() => ({
    ...(Reflect.get(globalThis, 'seen') as Seen),
    script: performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  }));
  await page.close();
  // Total Blocking Time: what of each long task is over 50 ms, after the first paint.
  const blocked = seen.tasks.map(([at, took]) => Math.min(took, at + took - seen.fcp) - 50);
  return {
    fcp: seen.fcp,
    lcp: seen.lcp,
    tbt: blocked.reduce((sum, over) => sum + Math.max(0, over), 0),
    cls: seen.shifts,
    scriptKb: seen.script / 1_024,
  };
}

/** A first visit in a new profile, and a second one. */
async function visitTwice(url: string): Promise<[cold: Visit, warm: Visit]> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  const context = await playwright.launchPersistentContext(profile, {
    ...(await chromium()),
    ...PHONE,
    chromiumSandbox: false,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  try {
    await context.addInitScript(observe);
    return [await visit(context, url), await visit(context, url)];
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Medians of what a phone sees, beside a static page and React with XState alone, in turn. */
export async function measurePages(shop: Started): Promise<Figure[]> {
  const read = async (path: string): Promise<unknown> => (await fetch(shop.url + path)).json();
  // The contract's Campaign and its page of items
  const [first] = (await read('/api/operation/campaigns/public')) as { slug: string }[];
  const campaign = first?.slug ?? '';
  const { content } = (await read(`/api/operation/catalog/campaign/${campaign}/items/preview/public`)) as {
    content: { id: string }[];
  };
  const product = content[0]?.id ?? '';
  const floor = await serveFloor();
  const [slowFloor, slowShop] = [await slowLink(floor.url, LINK), await slowLink(shop.url, LINK)];
  const pages = {
    static: `${slowFloor.url}/static`,
    floor: `${slowFloor.url}/floor`,
    Home: `${slowShop.url}/`,
    Catalog: `${slowShop.url}/store/${campaign}/catalog`,
    Product: `${slowShop.url}/store/${campaign}/product/${product}`,
    Cart: `${slowShop.url}/cart`,
    Account: `${slowShop.url}/account`,
  };
  const visits = new Map<string, [Visit, Visit][]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, url] of Object.entries(pages))
      visits.set(name, [...(visits.get(name) ?? []), await visitTwice(url)]);
  for (const one of [slowFloor, slowShop, floor]) one.close();
  const median = (name: string, get: (pair: [Visit, Visit]) => number) =>
    percentile((visits.get(name) ?? []).map(get), 0.5);
  const limit = (name: string, label: string, get: (pair: [Visit, Visit]) => number): Limit => ({
    name: label,
    value: median(name, get),
  });
  /** Drawn by the server: nothing is promised of a page that is drawn in the browser yet. */
  const isOfAll = (name: string) => name !== 'Cart' && name !== 'Account';
  const staticPage = 'static page';
  const alone = 'React and XState alone';
  return Object.keys(pages)
    .filter((name) => !(name in { static: 0, floor: 0 }))
    .flatMap((name) => [
      figure(
        `${name}: first contentful paint`,
        median(name, ([{ fcp }]) => fcp),
        'ms',
        {
          limit: limit('static', staticPage, ([{ fcp }]) => fcp),
          promised: atMost(2, '×'),
        },
      ),
      figure(
        `${name}: largest contentful paint`,
        median(name, ([{ lcp }]) => lcp),
        'ms',
        {
          limit: limit('static', staticPage, ([{ lcp }]) => lcp),
          ...(isOfAll(name) ? { promised: atMost(2, '×') } : {}),
        },
      ),
      figure(
        `${name}: total blocking time`,
        median(name, ([{ tbt }]) => tbt),
        'ms',
        {
          limit: limit('floor', alone, ([{ tbt }]) => tbt),
        },
      ),
      figure(
        `${name}: second visit, largest contentful paint`,
        median(name, ([, { lcp }]) => lcp),
        'ms',
        {
          limit: limit('static', staticPage, ([, { lcp }]) => lcp),
        },
      ),
      figure(
        `${name}: layout shift`,
        median(name, ([{ cls }]) => cls),
        '',
        { promised: atMost(0.1, '') },
      ),
      figure(
        `${name}: script`,
        median(name, ([{ scriptKb }]) => scriptKb),
        'KB',
        {
          limit: limit('floor', alone, ([{ scriptKb }]) => scriptKb),
        },
      ),
    ]);
}
