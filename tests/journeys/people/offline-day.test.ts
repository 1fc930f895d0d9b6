import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { ordersOf } from '#tests/support/store/api-driver.ts';
import {
  add,
  advance,
  alive,
  at,
  become,
  choosePickup,
  chooseAnew,
  goToConfirmation,
  heading,
  pathOf,
  payPix,
  seen,
} from '#tests/support/people.ts';

/** The app is opened from the home screen: a page of its own, with nothing of the one before. */
async function openApp(context: BrowserContext, former?: Page): Promise<Page> {
  await former?.close();
  const page = await context.newPage();
  await page.goto('/');
  return page;
}
/** Waits until the worker has every file that it keeps, and the page that the app begins with. */
const installed = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const worker = await (await fetch('/sw.js')).text();
          const files = [...worker.matchAll(/assets\/[\w-]+\.js/g)].map(([file]) => `/${file}`);
          const has = async (path: string) => !!(await caches.match(path, { ignoreVary: true }));
          const kept = await Promise.all(['/', ...files].map(has));
          return files.length > 0 && !kept.includes(false);
        }),
      { timeout: 30_000 },
    )
    .toBe(true);
/** Waits until the worker has what a campaign sells. */
const sold = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('catalog')).keys()).map(({ url }) => url)),
    )
    .toContainEqual(expect.stringContaining('/items/preview/public'));

describe('a day with the store on the home screen', () => {
  test('goes from the underground to the counter: chosen offline, queued, paid, fetched', async ({
    context,
    shop,
    faults,
  }) => {
    faults.expect(/ERR_FAILED|fetching the script/);
    // As an app that was installed says it.
    await context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
    let page = await context.newPage();
    await become(page, 'Marina, cliente');
    const before = await ordersOf(context, shop);
    await installed(page);
    await page.getByRole('link', { name: 'Entrar na feira' }).click();
    await alive(page.getByRole('button', { name: 'Adicionar Tomate italiano', exact: true }));
    await sold(page);

    // In the underground.
    await context.setOffline(true);
    page = await openApp(context, page);
    await seen(page.getByText('Você está sem internet.'));
    await page.getByRole('link', { name: 'Entrar na feira' }).click();
    for (const name of ['Tomate italiano', 'Queijo Canastra meia-cura']) await add(page, name);
    await page.getByRole('link', { name: /^Ver carrinho, 2 itens/ }).click();
    await at(page, '/cart');
    await chooseAnew(page);
    // It says what it needs the network for, and what it keeps; then it goes on by itself.
    await seen(heading(page, 'Você está sem internet'));
    await seen(page.getByText('Assim que a conexão voltar, os dias e horários aparecem aqui.'));
    await context.setOffline(false);
    await choosePickup(page);
    await goToConfirmation(page);

    // The next tunnel: the order is queued, and says so also when the page is loaded anew.
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await seen(heading(page, 'Pedido na fila'));
    await page.reload();
    const title = heading(page, /^(?:Pedido na fila|Fazendo o seu pedido|Quase lá)$/);
    await seen(title);
    expect(await title.innerText()).toBe('Pedido na fila');
    await seen(
      page.getByText('Se a reserva acabar antes, conferimos os valores e perguntamos', { exact: false }),
    );
    expect(await ordersOf(context, shop)).toEqual(before);
    await context.setOffline(false);
    await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
    await seen(page.getByRole('button', { name: 'Copiar código' }));
    const code = pathOf(page).split('/')[2] ?? '';
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);

    // As the store's people move it.
    const looksAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.goto(`/order/${code}/details`);
    const now = page.getByRole('list', { name: 'Andamento' }).locator('[aria-current="step"]');
    await seen(now.getByText('Pagamento confirmado'));
    await advance(shop, code, 'preparation.started');
    await looksAgain();
    await seen(now.getByText('Separando seu pedido'));
    await advance(shop, code, 'pickup.readied');
    await looksAgain();
    await page.getByRole('link', { name: /^Ver a retirada/ }).click();
    await seen(heading(page, 'Pode vir buscar'));
    const spoken = page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/);
    const said = await spoken.innerText();

    // At the counter, in a cellar.
    await context.setOffline(true);
    await page.reload();
    await expect.poll(() => spoken.innerText()).toBe(said);
    await seen(page.getByRole('img', { name: 'Código de retirada em QR' }));
    await context.setOffline(false);
    await advance(shop, code, 'order.delivered');
    await expect
      .poll(async () => (await ordersOf(context, shop))[0])
      .toMatchObject({ code, state: 'COMPLETED' });
  });
});
