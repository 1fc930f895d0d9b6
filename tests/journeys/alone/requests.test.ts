import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { NEAR, placeAt } from '#tests/support/peers/distance.ts';
import { seen } from '#tests/support/people.ts';

/** What a catalog may ask for until it rests: the page, its script and sheet, letters, pictures, news. */
const MOST = 20;

/** What a page asked for; what its worker asks for is not waited for. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    // A file that is named twice is fetched once.
    const { pathname } = new URL(request.url());
    if (!asked.includes(pathname)) asked.push(pathname);
  });
  return asked;
}
const picturesIn = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/media/'));

describe('a catalog on a phone', () => {
  test(`asks for at most ${MOST} files until it rests, and for the pictures of its first screen only`, async ({
    page,
    expect,
  }) => {
    await placeAt(page.context(), NEAR);
    const asked = requestsOf(page);
    await page.goto('/store/feira-da-semana/catalog');
    // The stream of news is the last thing that a page at rest asks for.
    await page.waitForRequest(/\/events\?/);
    // The mark of the shop, and three rows of two.
    expect(picturesIn(asked)).toHaveLength(7);
    // A heading that nobody sees asks for no face of its own.
    expect(asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('.css'))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('/preview/public'))).toHaveLength(1);
    expect(asked.length).toBeLessThanOrEqual(MOST);
  });

  test('brings each picture when it comes near, and has those that were near when it is drawn again', async ({
    page,
    expect,
  }) => {
    const asked = requestsOf(page);
    await page.goto('/store/feira-da-semana/catalog');
    const tiles = page.getByRole('main').getByRole('article');
    await expect.poll(() => tiles.count()).toBeGreaterThan(24);
    expect(await tiles.nth(10).locator('img').isVisible()).toBe(false);
    await tiles.nth(10).scrollIntoViewIfNeeded();
    await seen(tiles.nth(10).locator('img'));
    await expect.poll(() => picturesIn(asked).length).toBeGreaterThan(10);
    await tiles.nth(10).getByRole('link').click();
    await page.goBack();
    await seen(tiles.nth(10).locator('img'));
  });

  test('shows every picture without script, as far ahead as the browser wants', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/store/feira-da-semana/catalog');
    const pictures = page.getByRole('main').getByRole('article').locator('img');
    expect(await pictures.count()).toBe(24);
    expect(await pictures.filter({ visible: true }).count()).toBe(24);
    await context.close();
  });

  test('asks for what other campaigns sell when it is left', async ({ page, expect }) => {
    const asked = requestsOf(page);
    await page.goto('/store/feira-da-semana/catalog');
    await page.waitForRequest(/\/events\?/);
    expect(asked.filter((path) => /campaign\/[\w-]{36}\/preview/.test(path))).toEqual([]);
    await page.getByRole('link', { name: 'Início' }).first().click();
    await expect
      .poll(() => asked.filter((path) => /campaign\/[\w-]{36}\/preview/.test(path)).length)
      .toBeGreaterThanOrEqual(5);
  });
});

describe('the window of a campaign', () => {
  for (const viewport of [PHONE, DESKTOP])
    test(`asks for the one picture that is seen, ${viewport.width} px wide`, async ({
      browser,
      shop,
      faults,
      expect,
    }) => {
      const context = await newVisitor(browser, shop, faults, { viewport });
      const page = await context.newPage();
      const asked = requestsOf(page);
      await page.goto('/', { waitUntil: 'load' });
      const seen = ['cesta-hortifruti', 'historia-feira'].map((name) =>
        asked.some((path) => path.includes(name)),
      );
      expect(seen).toEqual([viewport === PHONE, viewport === DESKTOP]);
      await context.close();
    });
});
