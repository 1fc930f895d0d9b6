import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { type ScreenId } from '#machines/navigation/screens.ts';
import { expectedLanding, wishes } from '#tests/machines/app/landing-rules.ts';
import { otherCart } from '#tests/machines/samples.ts';
import { type AddressOf, CAMPAIGNS, addressesIn } from '#tests/support/addresses.ts';
import type { Shop } from '#tests/support/shop.ts';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { becomeNew, shelfOf } from '#tests/support/store/api-driver.ts';
import {
  alive,
  at,
  chooseWindow,
  fillCart,
  goToConfirmation,
  heading,
  pathOf,
  seen,
} from '#tests/support/people.ts';

const CART = `/cart/${randomUUID()}`;

/**
 * Where a row of the landing rules leads to in the demo shop, for somebody with an empty cart; the rules know
 * other campaigns, orders and carts, which are told by their numbers.
 */
function rowsFor(who: 'visitor' | 'client', addressOf: AddressOf) {
  return wishes
    .filter(({ screen, params }) => screen === 'app.catalog' || ['', '1'].includes(campaignOf(params)))
    .filter(({ params }) => params['cartUuid'] !== otherCart && campaignOf(params) !== 'nao-existe')
    .map(({ screen, params }) => {
      const { channel } = params;
      const slug = CAMPAIGNS[Number(campaignOf(params)) - 1];
      const values = {
        ...(channel ? { channel } : {}),
        ...(slug ? { campaign: slug, campaignId: slug } : {}),
      };
      const rule = expectedLanding(
        { screen, params },
        { who, lines: 0, draft: 'empty', intranet: false, order: 'gone' },
      ).split(' ')[0];
      const path = addressOf(screen, values);
      // A client of this shop has the address that its number and its details are asked for.
      const stays = rule === 'notFound' || (who === 'client' && screen.startsWith('address.'));
      return { path, lands: stays ? path : addressOf(rule as ScreenId, values) }; // rules name screens
    });
}
/** The number of a campaign of the rules; empty where none is named. */
const campaignOf = (params: Record<string, string>) =>
  (params['campaign'] ?? params['campaignId'] ?? '').replace(/.*(?:campanha-|0)(\d)$/, '$1');

async function landings(page: Page, shop: Shop, who: 'visitor' | 'client'): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, lands } of rowsFor(who, await addressesIn(shop))) {
    await page.goto(path);
    await seen(page.locator('h1'));
    await at(page, lands).catch(() => wrong.push(`${path}: ${pathOf(page)} instead of ${lands}`));
  }
  return wrong;
}

describe('the address bar', () => {
  test('takes a visitor to the screen or to the one that says why not', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    // Nobody has an order of the table's code, which the page of the tracking asks for.
    faults.expect(/status of 404.*\/orders\/code\//);
    expect(await landings(page, shop, 'visitor')).toEqual([]);
  });

  test('opens a flow at which the reason for another page is still told', async ({ page, shop, expect }) => {
    // A page that was left before its scripts ran has not taken it.
    await page.context().addCookies([{ name: 'vitrine-reason', value: 'intranet.closed', url: shop.url }]);
    await page.goto('/login');
    await alive(page.getByRole('heading', { name: 'Entrar na Feira' }));
    expect((await page.context().cookies()).filter(({ name }) => name === 'vitrine-reason')).toEqual([]);
    expect(pathOf(page)).toBe('/login');
  });

  test('takes a client to the screen or to the one that says why not', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404/);
    await becomeNew(page, shop);
    expect(await landings(page, shop, 'client')).toEqual([]);
  });

  test('says not found with a way on, for what nobody has', async ({ page, faults, expect }) => {
    faults.expect(/status of 404/);
    for (const path of [
      '/nada',
      '/login/fax/verification',
      '/store/nao-existe',
      '/store/nao-existe/catalog',
      `/store/feira-da-semana/product/${randomUUID()}`,
    ]) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 404]);
      await seen(page.getByRole('heading', { name: /não (?:existe|encontramos|está)|não achamos/i }));
      expect(pathOf(page)).toBe(path);
    }
  });

  test('keeps a search in the address, over the way back and a reload, and leaves one entry', async ({
    page,
    expect,
  }) => {
    await page.goto('/store/feira-da-semana/catalog');
    await alive(page.getByRole('button', { name: 'Buscar produtos' }));
    await page.getByRole('button', { name: 'Buscar produtos' }).click();
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('searchbox').locator('visible=true').fill('queijo');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=queijo');
    await seen(page.getByText(/produtos? para “queijo”/));
    expect(await page.evaluate(() => history.length)).toBe(entries);
    expect(await page.getByRole('link', { name: 'Tomate italiano', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Queijo Canastra meia-cura', exact: true }).click();
    await at(page, /\/product\//);
    await page.goBack();
    await seen(page.getByText(/produtos? para “queijo”/));
    await page.reload();
    await seen(page.getByText(/produtos? para “queijo”/));
    expect(new URL(page.url()).search).toBe('?q=queijo');
  });

  test('goes from product to product and back, and keeps a place for the focus', async ({
    page,
    shop,
    expect,
  }) => {
    const tomato = (await shelfOf(shop)).find(({ name }) => name === 'Tomate italiano');
    await page.goto(`/store/feira-da-semana/product/${tomato?.id}`);
    await seen(heading(page, 'Tomate italiano'));
    // Before it is alive a link leads to another document, where the focus begins at the top.
    const banana = page.getByRole('link', { name: 'Banana-prata', exact: true });
    await alive(banana);
    await banana.click();
    await page.locator('h1', { hasText: 'Banana-prata' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Tomate italiano' }).waitFor();
    await page.goForward();
    const title = page.locator('h1', { hasText: 'Banana-prata' });
    await title.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(focused).toBe('H1');
    // As a part does whose code comes late, when no chart has anything to say any more.
    await page.waitForLoadState('networkidle');
    await title.evaluate((node) => node.replaceWith(node.cloneNode(true)));
    await expect.poll(focused).toBe('H1');
  });

  test('stays where it is while a hand only hovers', async ({ browser, shop, faults, expect }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const before = {
      url: page.url(),
      title: await page.title(),
      entries: await page.evaluate(() => history.length),
    };
    for (const name of ['Campanhas', 'Pedidos', 'Conta'])
      await page.getByRole('link', { name, exact: true }).locator('visible=true').first().hover();
    await page.getByRole('link', { name: 'Entrar na feira' }).hover();
    await page.waitForLoadState('networkidle');
    expect({
      url: page.url(),
      title: await page.title(),
      entries: await page.evaluate(() => history.length),
    }).toEqual(before);
    await context.close();
    expect(faults.unexpected).toEqual([]);
  });

  test('moves inside a checkout without starting it anew', async ({ page, shop, expect }) => {
    await becomeNew(page, shop);
    await fillCart(page);
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    let quotes = 0;
    await chooseWindow(page);
    page.on('request', (request) => (quotes += request.url().includes('/orders/quote/') ? 1 : 0));
    await goToConfirmation(page);
    await page.goBack();
    await seen(heading(page, 'Como você quer pagar?'));
    await page.goBack();
    await seen(heading(page, 'Como você quer receber?'));
    expect(await page.getByRole('radio', { name: /^\d+h às \d+h/, checked: true }).count()).toBe(1);
    await page.goForward();
    await seen(heading(page, 'Como você quer pagar?'));
    await page.getByRole('link', { name: 'Alterar entrega' }).click();
    await seen(heading(page, 'Como você quer receber?'));
    expect(quotes).toBe(0);

    // A step by its address: the cart and what was decided are still there.
    const confirmation = page.url().replace(/checkout$/, 'confirmation');
    await page.goto(confirmation);
    await seen(heading(page, 'Confira e finalize'));
    // Another cart's is refused, and says so.
    await page.goto(`${CART}/payment`);
    await at(page, '/cart');
    await seen(page.getByText(/não é (?:o|a) que está abert[oa] agora/));
  });

  test('leaves a sign-in by the way back without a trace of it', async ({ page, expect }) => {
    await page.goto('/');
    const entries = await page.evaluate(() => history.length);
    const account = page.getByRole('link', { name: 'Conta', exact: true }).locator('visible=true');
    await alive(account);
    await account.click();
    await at(page, '/login');
    await page.getByRole('link', { name: 'Receber código por SMS' }).click();
    await at(page, '/login/phone/verification');
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await page.goBack();
    await at(page, '/');
  });
});
