import { get } from 'node:http';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { addressesIn } from '#tests/support/addresses.ts';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { FAR, NEAR, placeAt } from '#tests/support/peers/distance.ts';
import { alive } from '#tests/support/people.ts';
import { isPainted, shiftsIn, watchShifts } from '#tests/support/browser/shifts.ts';

/**
 * What a server sends before it has heard that any of it arrived: ten segments of 1,460 bytes (RFC 6928), less
 * 1,200 for the head of the answer.
 */
const FIRST_FLIGHT = 13_400;
/**
 * At most, for each page that everybody sees: bytes of the whole page as brotli, and scripts that it asks for
 * before it answers to a touch.
 */
const BUDGETS: Partial<Record<ScreenId, { html: number; scripts: number }>> = {
  'app.home': { html: 17_000, scripts: 7 },
  'app.newHome': { html: 15_700, scripts: 7 },
  'app.products': { html: 22_500, scripts: 10 },
  'app.campaign': { html: 21_000, scripts: 18 },
  'app.catalog': { html: 22_000, scripts: 8 },
  'app.category': { html: 20_900, scripts: 8 },
  'app.product': { html: 21_600, scripts: 19 },
  'app.about': { html: 15_800, scripts: 18 },
  'app.privacy': { html: 14_900, scripts: 15 },
  'app.contact': { html: 14_900, scripts: 20 },
};
const pages = screenIds.filter((id) => definition(id).public);

/** A page as it is sent: a phone takes brotli. */
const sent = (url: string): Promise<{ bytes: Buffer; encoding: string | undefined }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .once('end', () =>
          resolve({ bytes: Buffer.concat(parts), encoding: answer.headers['content-encoding'] }),
        );
    }).on('error', reject);
  });
/** As much as can be read of the first bytes of a page. */
const readable = (bytes: Buffer): string =>
  brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString();
/** All that is seen of a page: what the browser goes on from comes after it. */
const drawn = (html: string): string => html.slice(0, html.indexOf('<script id="go"'));
const scriptsIn = (html: string): Set<string> => new Set(html.match(/\/assets\/[\w.-]+\.js/g));

/** The page starts its scripts as it does at a first touch, which nothing on it hears. */
const touch = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('pointerdown')));

describe('every page', () => {
  test('comes compressed, also one that is made for somebody and one that is not there', async ({
    shop,
    expect,
  }) => {
    const addressOf = await addressesIn(shop);
    const answers = await Promise.all(
      [...screenIds.map((id) => addressOf(id)), '/nada'].map(async (path) => ({
        path,
        ...(await sent(shop.url + path)),
      })),
    );
    const plain = answers.filter(({ bytes, encoding }) => bytes.length > 1_024 && encoding !== 'br');
    expect(answers.length).toBeGreaterThan(20);
    expect(plain.map(({ path }) => path)).toEqual([]);
  });
});

describe('a page that everybody sees', () => {
  test('has all that is seen of it in its first flight, and weighs no more than it may', async ({
    shop,
    expect,
  }) => {
    const addressOf = await addressesIn(shop);
    expect(Object.keys(BUDGETS)).toEqual(pages);
    const heavy: string[] = [];
    for (const id of pages) {
      const { bytes } = await sent(shop.url + addressOf(id));
      const html = brotliDecompressSync(bytes).toString();
      expect(drawn(html)).toMatch(/<style>.*<h1.*<\/div>$/s);
      const first = readable(bytes.subarray(0, FIRST_FLIGHT));
      expect([id, first.startsWith(drawn(html))]).toEqual([id, true]);
      if (bytes.length > (BUDGETS[id]?.html ?? 0)) heavy.push(`${id}: ${bytes.length}`);
    }
    expect(heavy).toEqual([]);
  });

  test('works with the scripts that it names, and names no more than it may', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const addressOf = await addressesIn(shop);
    for (const id of pages) {
      const context = await newVisitor(browser, shop, faults, { serviceWorkers: 'block' });
      const page = await context.newPage();
      const works = Promise.withResolvers<void>();
      const named = scriptsIn(await (await fetch(shop.url + addressOf(id))).text());
      expect(named.size, id).toBeGreaterThan(3);
      expect(named.size, id).toBeLessThanOrEqual(BUDGETS[id]?.scripts ?? 0);
      await page.route('**/*.js', async (route) => {
        if (!named.has(new URL(route.request().url()).pathname)) await works.promise;
        await route.continue();
      });
      await page.goto(addressOf(id));
      await alive(page.locator('h1'));
      works.resolve();
      await page.waitForLoadState('networkidle');
      await context.close();
    }
    expect(faults.unexpected).toEqual([]);
  });

  test('is painted before any script of the shop is asked for', async ({ browser, shop, faults, expect }) => {
    const addressOf = await addressesIn(shop);
    for (const id of pages) {
      const context = await newVisitor(browser, shop, faults, { serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.goto(addressOf(id));
      await alive(page.locator('h1'));
      const [paint = Infinity, script] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        Math.min(
          ...performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('.js'))
            .map(({ startTime }) => startTime),
        ),
      ]);
      expect(script, id).toBeGreaterThanOrEqual(paint);
      await context.close();
    }
    expect(faults.unexpected).toEqual([]);
  });

  test('asks for the face of its text at once where it comes in time, and else for none before its scripts', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    for (const distance of [NEAR, FAR]) {
      const context = await newVisitor(browser, shop, faults, { serviceWorkers: 'block' });
      await placeAt(context, distance);
      const page = await context.newPage();
      await watchShifts(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto('/');
      await alive(page.locator('h1'));
      await page.waitForLoadState('networkidle');
      const place = (name: RegExp) => asked.findIndex((url) => name.test(url));
      const [script, display, text] = [place(/\.js$/), place(/bricolage/), place(/figtree/)];
      expect(display).toBeGreaterThan(-1);
      expect([distance, display < script]).toEqual([distance, distance === NEAR]);
      // Text that is drawn is left as it is.
      expect([distance, text > -1 && text < script, text > -1]).toEqual(
        distance === NEAR ? [NEAR, true, true] : [FAR, false, false],
      );
      expect([distance, await shiftsIn(page)]).toEqual([distance, []]);
      await context.close();
    }
    expect(faults.unexpected).toEqual([]);
  });

  for (const viewport of [PHONE, DESKTOP])
    test(`moves nothing when its faces and its data come late, ${viewport.width} px wide`, async ({
      browser,
      shop,
      faults,
      expect,
    }) => {
      const addressOf = await addressesIn(shop);
      for (const id of pages) {
        const context = await newVisitor(browser, shop, faults, { viewport, serviceWorkers: 'block' });
        await placeAt(context, NEAR);
        const page = await context.newPage();
        await watchShifts(page);
        const late = Promise.withResolvers<void>();
        const faces = new Set<string>();
        await page.route('**/*.woff2', async (route) => {
          faces.add(route.request().url());
          await late.promise;
          await route.continue();
        });
        await page.goto(addressOf(id), { waitUntil: 'domcontentloaded' });
        await isPainted(page);
        await touch(page);
        await alive(page.locator('h1'));
        late.resolve();
        await page.waitForLoadState('networkidle');
        const shifts = await shiftsIn(page);
        expect(faces.size, id).toBeGreaterThan(0);
        expect([id, shifts]).toEqual([id, []]);
        await context.close();
      }
      expect(faults.unexpected).toEqual([]);
    });
});
