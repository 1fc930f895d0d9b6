import type { BrowserContext, Page } from 'playwright-core';
import { type Figure, type Promised, atMost, figure, percentile } from './figures.ts';
import { serveFloor } from './floor/serve.ts';
import { type Browser, LINK, browsers, openTab, rest, seenIn, withPhone } from './phone.ts';
import { slowLink } from './slow-link.ts';
import type { Started } from './start.ts';

interface Visit {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  scriptKb: number;
}
type Pair = [cold: Visit, warm: Visit];

/** How long it is waited for the worker to have a page, ms: some it never keeps. */
const UNTIL_KEPT = 3_000;
/**
 * Leaves a page as somebody does who comes back another time: its worker has what it keeps of it, and sleeps, as
 * it does after half a minute.
 */
async function leave(phone: BrowserContext, page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    if (!(await navigator.serviceWorker.getRegistration())) return;
    await navigator.serviceWorker.ready;
    const end = performance.now() + longest;
    while (performance.now() < end && !(await caches.match(location.href, { ignoreVary: true })))
      await new Promise((done) => setTimeout(done, 50));
  }, UNTIL_KEPT);
  await page.goto('about:blank');
  const cdp = await phone.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await page.close();
}

async function visit(phone: BrowserContext, url: string): Promise<Visit> {
  const page = await openTab(phone);
  await page.goto(url, { waitUntil: 'commit' });
  await rest(page);
  const { fcp, lcp, tasks, shifts } = await seenIn(page);
  const script = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  );
  await leave(phone, page);
  // Total Blocking Time: what of each long task is over 50 ms, after the first paint.
  const blocked = tasks.map(([at, took]) => Math.min(took, at + took - fcp) - 50);
  return {
    fcp,
    lcp,
    tbt: blocked.reduce((sum, over) => sum + Math.max(0, over), 0),
    cls: shifts,
    scriptKb: script / 1_024,
  };
}
/** A first visit in a new profile, and a second one in a new tab. */
const visitTwice = (browser: Browser, url: string): Promise<Pair> =>
  withPhone(browser, async (phone) => [await visit(phone, url), await visit(phone, url)]);

/** What is measured of a page, beside one of the two limits. */
interface Measure {
  name: string;
  unit: string;
  of: (pair: Pair) => number;
  limit?: { page: 'static' | 'floor'; name: string; atLeast?: number };
  promised?: Promised;
}
const STATIC = { page: 'static', name: 'static page' } as const;
const ALONE = { page: 'floor', name: 'React and XState alone' } as const;
const MEASURES: readonly Measure[] = [
  {
    name: 'first contentful paint',
    unit: 'ms',
    of: ([{ fcp }]) => fcp,
    limit: STATIC,
    promised: atMost(1.15, '×'),
  },
  {
    name: 'largest contentful paint',
    unit: 'ms',
    of: ([{ lcp }]) => lcp,
    limit: STATIC,
    promised: atMost(1.15, '×'),
  },
  {
    name: 'total blocking time',
    unit: 'ms',
    of: ([{ tbt }]) => tbt,
    // Of nearly nothing there is no multiple: one task that is just long is the least that is told apart.
    limit: { ...ALONE, name: `${ALONE.name}, at least 50 ms`, atLeast: 50 },
    promised: atMost(1, '×'),
  },
  {
    name: 'second visit, largest contentful paint',
    unit: 'ms',
    of: ([, { lcp }]) => lcp,
    limit: STATIC,
    promised: atMost(1, '×'),
  },
  { name: 'layout shift', unit: '', of: ([{ cls }]) => cls, promised: atMost(0, '') },
  { name: 'script', unit: 'KB', of: ([{ scriptKb }]) => scriptKb, limit: ALONE },
];

/** Addresses of the pages that are measured. @param shop where the demo shop answers */
export async function shownPages(shop: string) {
  const read = async (path: string): Promise<unknown> => (await fetch(shop + path)).json();
  // The contract's Campaign and its page of items
  const [first] = (await read('/api/operation/campaigns/public')) as { slug: string }[];
  const campaign = first?.slug ?? '';
  const { content } = (await read(`/api/operation/catalog/campaign/${campaign}/items/preview/public`)) as {
    content: { id: string }[];
  };
  return {
    Home: '/',
    Catalog: `/store/${campaign}/catalog`,
    Product: `/store/${campaign}/product/${content[0]?.id ?? ''}`,
    Cart: '/cart',
    Account: '/account',
  };
}

/**
 * Medians of what a phone sees, beside a static page and React with XState alone, in turn, in every browser
 * that is here.
 */
export async function measurePages(shop: Started, rounds: number): Promise<Figure[]> {
  const floor = await serveFloor();
  const [slowFloor, slowShop] = [await slowLink(floor.url, LINK), await slowLink(shop.url, LINK)];
  const shown = Object.entries(await shownPages(shop.url));
  const pages: Record<string, string> = {
    static: `${slowFloor.url}/static`,
    floor: `${slowFloor.url}/floor`,
    ...Object.fromEntries(shown.map(([name, path]) => [name, slowShop.url + path])),
  };
  const all = await browsers();
  const visits = new Map<string, Pair[]>();
  for (let round = 0; round < rounds; round++)
    for (const browser of all)
      for (const [page, url] of Object.entries(pages)) {
        const key = `${browser.name} ${page}`;
        visits.set(key, [...(visits.get(key) ?? []), await visitTwice(browser, url)]);
      }
  for (const one of [slowFloor, slowShop, floor]) one.close();
  return all.flatMap(({ name: browser }) => {
    const median = (page: string, { of }: Measure) =>
      percentile((visits.get(`${browser} ${page}`) ?? []).map(of), 0.5);
    return Object.keys(pages)
      .filter((page) => page !== STATIC.page && page !== ALONE.page)
      .flatMap((page) =>
        MEASURES.map((measure) => {
          const { name, unit, limit, promised } = measure;
          return figure(`${browser}, ${page}: ${name}`, median(page, measure), unit, {
            ...(limit
              ? {
                  limit: {
                    name: limit.name,
                    value: Math.max(limit.atLeast ?? 0, median(limit.page, measure)),
                  },
                }
              : {}),
            ...(promised ? { promised } : {}),
          });
        }),
      );
  });
}
