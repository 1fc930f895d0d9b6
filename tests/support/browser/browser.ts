import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as playwright,
  type Page,
  type Request,
} from 'playwright-core';
import { test as base, inject } from 'vitest';
import { chromium } from './chromium.ts';
import { type Shop, startShop } from '../shop.ts';

/** The two sizes that every screen is judged at. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

const cameraSwitches = (camera: { film: string } | 'two' | 'denied'): string[] => {
  const switches = {
    denied: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
    two: ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream'],
  };
  if (typeof camera === 'string') return switches[camera];
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${camera.film}`,
  ];
};

/**
 * Starts the browser (about 0.1 s). Its own sandbox is off: as root it cannot have one, and it sees only our
 * own pages.
 * @param letters px, as somebody chose them in the browser's settings
 * @param camera a film that its camera shows again and again, two cameras, or that the device gives none
 */
export const launchBrowser = async (
  letters = 16,
  camera?: { film: string } | 'two' | 'denied',
): Promise<Browser> =>
  playwright.launch({
    ...(await chromium()),
    chromiumSandbox: false,
    args: [
      `--blink-settings=defaultFontSize=${letters}`,
      ...(camera === undefined ? [] : cameraSwitches(camera)),
    ],
  });

/**
 * What went wrong inside a page, in the order it happened. A journey fails when this is not empty at its end.
 */
export class PageFaults {
  readonly seen: string[] = [];
  readonly #expected: RegExp[] = [];
  /** Long texts that came as they were, in every context. */
  readonly uncompressed: string[] = [];
  readonly #looks: Promise<void>[] = [];

  /**
   * Names a complaint that this journey causes on purpose, for example the browser's own line about a call
   * that was broken off.
   */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get unexpected(): string[] {
    return this.seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** A long text has to come compressed. A stream of events is sent as it comes; what the worker kept is not sent. */
  async #lookAt(request: Request): Promise<void> {
    // Of a page that was left nothing can be read any more.
    const response = await request.response().catch(() => null);
    if (!response) return;
    const { 'content-type': type = '', 'content-encoding': encoding } = response.headers();
    if (encoding || response.fromServiceWorker() || response.status() !== 200) return;
    if (!/^text\/(?!event-stream)|json|svg|javascript/.test(type)) return;
    const { length } = await response.body().catch(() => '');
    if (length > 1_024) this.uncompressed.push(`${response.url()} came uncompressed, ${length} bytes`);
  }

  /** Settles when all that came whole has been looked at. */
  async settled(): Promise<void> {
    await Promise.all(this.#looks);
  }

  /**
   * Notes what the page complains of from now on. That there is no network is the browser's own line about
   * whatever was asked for while the journey had taken the network away, so it says nothing about the page.
   */
  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('ERR_INTERNET_DISCONNECTED'))
        this.seen.push(`${message.text()} (${message.location().url}, on ${page.url()})`);
    });
    page.on('requestfinished', (request) => this.#looks.push(this.#lookAt(request)));
    page.on('pageerror', (fault) =>
      this.seen.push(`${page.url()}: ${fault.stack || `${fault.name}: ${fault.message}`}`),
    );
  }
}

/** A phone of somebody in Brazil, for whom nothing moves, so that nothing has to be waited for. */
export const VISITOR: BrowserContextOptions = {
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  viewport: PHONE,
  reducedMotion: 'reduce',
};

/**
 * Like `browser.newContext`, in Portuguese, on a phone unless told otherwise, and with reduced motion so that
 * nothing has to be waited for.
 */
export async function newVisitor(
  browser: Browser,
  shop: Shop,
  faults: PageFaults,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: shop.url,
    ...VISITOR,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  context.on('page', (page) => faults.watch(page));
  return context;
}

/** What stands on a page; one that is moved on while it is read is read again, where it leads. */
export async function contentOf(page: Page): Promise<string> {
  for (;;)
    try {
      return await page.content();
    } catch (error) {
      if (!String(error).includes('navigating')) throw error;
    }
}

/**
 * A Vitest `test` with what a journey needs: `shop` (one server per file, empty and seeded), `browser` (one
 * per file), `page` and `context`
 * (new for each test) and `faults`, which fails the test when its page complained or a long text
 * came uncompressed.
 */
export const test = base
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shop = await startShop({ template: inject('template') });
    onCleanup(() => shop.close());
    return shop;
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('faults', ({}, { onCleanup }) => {
    const faults = new PageFaults();
    onCleanup(async () => {
      await faults.settled();
      if (faults.uncompressed.length > 0) throw new Error(faults.uncompressed.join('\n'));
    });
    return faults;
  })
  .extend('context', async ({ browser, shop, faults }, { onCleanup }) => {
    const context = await newVisitor(browser, shop, faults);
    onCleanup(async () => {
      await faults.settled();
      await context.close();
      if (faults.unexpected.length > 0)
        throw new Error(`The page complained:\n${faults.unexpected.join('\n')}`);
    });
    return context;
  })
  .extend('page', ({ context }) => context.newPage());
