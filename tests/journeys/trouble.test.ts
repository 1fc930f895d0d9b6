import type { Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { becomeNew, holdElsewhere, ordersOf, shelfOf } from '#tests/support/store/api-driver.ts';
import {
  add,
  at,
  fillCart,
  goToConfirmation,
  heading,
  moveClock,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
  written,
  choosePix,
} from '#tests/support/people.ts';

const ORDERS = '**/api/operation/orders/v2/**';
/** Watches the calls that place an order. @returns their idempotency keys, as they come */
function keysOf(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/orders/v2/'))
      keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}
const finish = (page: Page) => page.getByRole('button', { name: 'Finalizar pedido' }).click();
const onPix = async (page: Page): Promise<string> => {
  await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
  await seen(page.getByRole('button', { name: 'Copiar código' }));
  return new URL(page.url()).pathname.split('/')[2] ?? '';
};

describe('a purchase in trouble', () => {
  test('goes back to the cart with the reason when somebody else took the last ones', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 409/);
    const shelf = await shelfOf(shop);
    const rare = shelf.find(
      ({ quantity, max = quantity }) => quantity > 0 && quantity <= 5 && quantity <= max,
    );
    const cheese = shelf.find(({ name }) => name === 'Queijo Canastra meia-cura');
    if (!rare || !cheese) throw new Error('nothing on the shelf is rare');
    await becomeNew(page, shop);
    await written(page, () => fillCart(page, cheese.name));
    await page.goto(`/store/feira-da-semana/catalog?q=${encodeURIComponent(rare.name)}`);
    await add(page, rare.name);
    await page.getByRole('link', { name: /^Ver carrinho, 2 itens/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('radio', { name: /Entrega expressa/ }).check();
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await choosePix(page);
    await holdElsewhere(shop, [rare, { ...cheese, quantity: 1 }]);

    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/cart');
    await seen(page.getByText('Algo mudou no seu carrinho', { exact: false }));
    for (const name of [rare.name, cheese.name]) await seen(page.getByRole('heading', { name }));
    await seen(page.getByText('Um produto esgotou.'));
    await expect.poll(() => page.getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Tirar do carrinho' }).click();
    await page.getByRole('button', { name: 'Continuar', disabled: false }).click();
    await goToConfirmation(page);
  });

  test('gives a new Pix code when the first is over, and takes a payment that comes late', async ({
    page,
    shop,
    context,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d/);
    await page.clock.install();
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const code = await placeOrder(page);
    await expect.poll(() => page.getByText('br.gov.bcb.pix').textContent()).toContain(`${code}01`);
    await moveClock(shop, 31 * 60);
    await page.clock.fastForward(31 * 60_000);
    await seen(heading(page, 'Este código venceu'));
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await seen(page.getByRole('button', { name: 'Copiar código' }));
    await expect.poll(() => page.getByText('br.gov.bcb.pix').textContent()).toContain(`${code}02`);

    await moveClock(shop, 63 * 60);
    await page.clock.fastForward(32 * 60_000);
    await seen(heading(page, 'Este código venceu'));
    await seen(page.getByText('A loja não recebeu pagamento.', { exact: false }));
    await page.getByRole('button', { name: /^Já paguei Um pagamento que atrasou ainda vale/ }).click();
    await seen(page.getByText('O banco ainda não avisou a loja.', { exact: false }));
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await moveClock(shop, 0);
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code, state: 'PAID' }]);
  });

  test('REL-04 makes one order when the network is gone before it leaves', async ({
    page,
    shop,
    context,
    faults,
    expect,
  }) => {
    // The browser says the last of its own accord, when it looks for a newer worker without a network.
    faults.expect(/net::ERR_|Failed to load resource|fetching the script/);
    await page.clock.install();
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const keys = keysOf(page);
    await context.setOffline(true);
    await finish(page);
    await seen(heading(page, 'Pedido na fila'));
    // Long enough for the code of the next screens, which a browser may never ask for again once it was lost.
    await page.clock.runFor(10_000);
    expect(await ordersOf(context, shop)).toEqual([]);
    await context.setOffline(false);
    const code = await onPix(page);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code }]);
  });

  test('makes one order when the shop is silent, and says that it is not the network', async ({
    page,
    shop,
    context,
    faults,
    expect,
  }) => {
    faults.expect(/net::ERR_|Failed to load resource/);
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const keys = keysOf(page);
    await page.route(ORDERS, (route) => route.abort('connectionreset'));
    await finish(page);
    await seen(heading(page, 'A loja ainda não respondeu'));
    expect(await ordersOf(context, shop)).toEqual([]);
    await page.unroute(ORDERS);
    await page.getByRole('button', { name: 'Tentar agora' }).click();
    const code = await onPix(page);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code }]);
  });

  test('REL-04 shows the same order when the answer to it was lost', async ({
    page,
    shop,
    context,
    faults,
    expect,
  }) => {
    faults.expect(/net::ERR_|Failed to load resource/);
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const keys = keysOf(page);
    let committed = 0;
    await page.route(ORDERS, async (route: Route) => {
      if (committed > 0) return route.continue();
      committed = (await route.fetch()).status();
      await route.abort('connectionreset');
    });
    await finish(page);
    const code = await onPix(page);
    expect(committed).toBe(201);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code }]);
  });

  test('REL-04 posts no second order when the page is loaded again while one is being placed', async ({
    page,
    shop,
    context,
    faults,
    expect,
  }) => {
    faults.expect(/net::ERR_|Failed to load resource/);
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const keys = keysOf(page);
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route(ORDERS, async (route: Route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      take(); // and no answer ever comes
    });
    await finish(page);
    await taken;
    // While it is on its way nobody leaves, and trying leaves no trace.
    const before = await page.evaluate(() => history.length);
    await page.goBack();
    await seen(page.getByText('Estamos fazendo o seu pedido'));
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(new URL(page.url()).pathname).toMatch(/\/confirmation$/);
    await page.reload();
    const code = await onPix(page);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code }]);
  });

  test('goes on where it was when its tab was killed', async ({ page, shop, context, expect }) => {
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const url = page.url();
    const next = (tab: Page) => tab.getByRole('region', { name: 'Próximo passo' }).textContent();
    const total = await next(page);
    expect(total).toMatch(/Total com entrega/);
    // What only that tab knew is gone with it; the browser keeps the rest.
    await page.close();
    const again = await context.newPage();
    await again.goto(url);
    await seen(heading(again, 'Confira e finalize'));
    await seen(again.getByText('Produtos e preços reservados'));
    expect(await next(again)).toBe(total);
    const code = await placeOrder(again);
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code }]);
  });
});
