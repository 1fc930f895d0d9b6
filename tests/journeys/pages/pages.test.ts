import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { addressesIn } from '#tests/support/addresses.ts';
import type { Shop } from '#tests/support/shop.ts';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { at, moveClock, seen } from '#tests/support/people.ts';

/** What is read on a page of visitors, where it is more than its heading. */
const texts: Partial<Record<ScreenId, string>> = {
  'app.home': 'Feira da Semana',
  'app.newHome': 'Café novo 2026',
  'app.products': 'Tomate italiano',
  'app.campaign': 'Frutas, verduras',
  'app.catalog': 'Queijo Canastra meia-cura',
  'app.category': 'Queijo Canastra meia-cura',
  'app.about': 'Feira',
};
/** Every page of visitors, and a search. */
async function readableIn(shop: Shop): Promise<(readonly [path: string, text: string | undefined])[]> {
  const addressOf = await addressesIn(shop);
  const pages = screenIds.filter((id) => definition(id).public);
  return [
    ...pages.map((id) => [addressOf(id), texts[id]] as const),
    [`${addressOf('app.catalog')}?q=tomate`, 'Tomate italiano'],
  ];
}

describe('pages from the server', () => {
  test('can be read without scripts, and lead on by plain links', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { javaScriptEnabled: false });
    const page = await context.newPage();
    for (const [path, text] of await readableIn(shop)) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      expect([path, await page.locator('h1').count()]).toEqual([path, 1]);
      await seen(text ? page.getByRole('main').getByText(text) : page.locator('h1'));
    }
    await page.goto('/store/feira-da-semana/catalog');
    await page.getByRole('link', { name: 'Tomate italiano', exact: true }).click();
    await seen(page.getByRole('heading', { name: 'Tomate italiano' }));
    await page.goto('/store/morangos-de-atibaia/catalog');
    await at(page, '/store/morangos-de-atibaia');
    faults.expect(/status of 404/);
    expect((await page.goto('/nada'))?.status()).toBe(404);
    await context.close();
  });

  test('say where else to go by the status itself', async ({ shop, expect }) => {
    const look = async (path: string) => {
      const { status, headers } = await fetch(`${shop.url}${path}`, { redirect: 'manual' });
      return { status, location: headers.get('location'), reason: headers.get('x-reason') };
    };
    expect(await look('/store/morangos-de-atibaia/catalog')).toEqual({
      status: 302,
      location: '/store/morangos-de-atibaia',
      reason: 'campaign.expired',
    });
    expect(await look('/store/cestas-de-natal/catalog')).toEqual({
      status: 302,
      location: '/store/cestas-de-natal',
      reason: 'campaign.scheduled',
    });
    expect(await look('/store/nada')).toMatchObject({ status: 404 });
    expect(await look('/account')).toMatchObject({ status: 200 });
  });

  test('are taken over by the browser without a word of complaint', async ({ page, shop, expect }) => {
    for (const [path] of await readableIn(shop)) {
      const [answer] = await Promise.all([
        page.goto(path),
        page.waitForResponse((response) => response.url().includes('/api/')),
      ]);
      expect(answer?.status()).toBe(200);
      await seen(page.locator('h1'));
    }
  });

  test('fill a wide window, and are read in the order that they are seen in', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto('/store/feira-da-semana/catalog/category/queijos');
    const main = page.getByRole('main');
    const names = await main
      .getByRole('link')
      .evaluateAll((links) => links.filter((link) => link.checkVisibility()).map((link) => link.textContent));
    expect(names.slice(0, 2)).toEqual(['Campanhas', 'Tudo88']);
    expect(names.filter((name) => name.startsWith('Tudo'))).toHaveLength(1);
    await main.getByRole('link', { name: 'Queijo Canastra meia-cura', exact: true }).click();
    const edges = async (part: Locator) => {
      const box = await part.boundingBox();
      return {
        left: Math.round(box?.x ?? NaN),
        right: Math.round((box?.x ?? NaN) + (box?.width ?? NaN)),
        top: Math.round(box?.y ?? NaN),
      };
    };
    await seen(main.getByText('Feira Pinheiros'));
    const picture = await edges(main.getByRole('img', { name: 'Queijo Canastra meia-cura' }));
    const words = await edges(main.getByRole('heading', { level: 1 }));
    const about = await edges(main.getByRole('heading', { name: 'Sobre o produto' }));
    const button = await edges(main.getByRole('button', { name: 'Adicionar · R$' }));
    const delivery = await edges(main.getByRole('region', { name: 'Entrega e retirada' }));
    expect(picture.right).toBeLessThan(words.left);
    expect(about.left).toBe(words.left);
    expect(words.right).toBeLessThan(delivery.left);
    expect(button.left).toBeGreaterThan(delivery.left);
    expect(delivery.right).toBe(DESKTOP.width - picture.left);
    expect(button.top).toBeLessThan(delivery.top);
    const tiles = await Promise.all((await main.getByRole('article').all()).map(edges));
    expect(tiles.map(({ top }) => top)).toEqual(Array.from({ length: 6 }, () => tiles[0]?.top));
    await context.close();
  });

  test('have a title of their own when somebody is quicker than the code of titles, and find nothing', async ({
    page,
    faults,
    expect,
  }) => {
    const late = Promise.withResolvers<void>();
    await page.route(/\/afterwards-.*\.js$/, async (route) => {
      await late.promise;
      await route.continue();
    });
    // Asked for once the page is alive: before that a link leads to another page.
    const isAlive = page.waitForRequest(/\/afterwards-.*\.js$/);
    await page.goto('/store/feira-da-semana/catalog');
    await isAlive;
    expect(await page.title()).toBe('Feira da Semana | Feira | Vitrine');
    await page.route(/\/item\/.*\/public/, (route) =>
      route.fulfill({
        status: 404,
        json: {
          type: 'about:blank',
          title: 'x',
          status: 404,
          code: 'NOT_FOUND',
          retryable: false,
          requestId: 'q',
        },
      }),
    );
    faults.expect(/status of 404/);
    await page.getByRole('link', { name: 'Tomate italiano', exact: true }).click();
    await expect.poll(() => page.title()).toBe('Produto | Feira | Vitrine');
    late.resolve();
    await seen(page.getByRole('heading', { name: 'Não encontramos esta página' }));
    await expect.poll(() => page.title()).toBe('Página não encontrada | Feira | Vitrine');
  });

  test('of a company store show its own door and nothing behind it', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const club = shop.url.replace('127.0.0.1', 'clube.localhost');
    const context = await newVisitor(browser, shop, faults, { baseURL: club });
    const page = await context.newPage();
    for (const path of ['/', '/home', '/store/selecao-de-socios/catalog', '/cart', '/account']) {
      await page.goto(path);
      await at(page, '/intranet/login');
      await seen(page.getByRole('heading', { name: 'Clube' }));
    }
    const brand = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-7'));
    const own = await brand();
    faults.expect(/status of 401/);
    expect(await page.evaluate(async () => (await fetch('/api/operation/campaigns/public')).status)).toBe(
      401,
    );
    await page.goto(`${shop.url}/`);
    expect(await brand()).not.toBe(own);
    await context.close();
  });
});

describe('campaigns', () => {
  test('open and end by themselves while somebody looks', async ({ page, shop, expect }) => {
    const HOUR = 3_600;
    await page.clock.install();
    let warmed = 0;
    page.on('response', (response) => (warmed += response.url().endsWith('/preview/public') ? 1 : 0));
    await page.goto('/home');
    // The page has come to rest, and fetched what is likely to be opened next.
    await page.clock.runFor(4_000);
    await expect.poll(() => warmed, { timeout: 15_000 }).toBeGreaterThanOrEqual(5);
    const card = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
    await seen(card('Cestas de Natal').getByText(/Abre em/));
    await seen(card('Feira da Semana').getByText('Disponível'));
    await moveClock(shop, 6 * HOUR);
    await page.clock.fastForward(6 * HOUR * 1_000);
    await seen(card('Cestas de Natal').getByText('Disponível'));
    await moveClock(shop, 5 * 24 * HOUR);
    await page.clock.fastForward((5 * 24 - 6) * HOUR * 1_000);
    await seen(card('Feira da Semana').getByText('Encerrada'));
    await moveClock(shop, 0);
  });
});
