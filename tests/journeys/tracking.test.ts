import { describe } from 'vitest';
import { newVisitor, test } from '#tests/support/browser.ts';
import {
  advance,
  alive,
  at,
  become,
  heading,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
} from '#tests/support/people.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';

describe('following an order by its code', () => {
  test('somebody with the code alone sees where it is, and nothing of who bought it', async ({
    browser,
    shop,
    page,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);

    const stranger = await (await newVisitor(browser, shop, faults)).newPage();
    await stranger.goto('/login');
    const way = stranger.getByRole('link', { name: 'Acompanhar um pedido' });
    await alive(way);
    await way.click();
    const field = stranger.getByLabel('Código do pedido');
    const search = stranger.getByRole('button', { name: 'Buscar' });
    // A code that nobody has: why, and the way back to the field.
    faults.expect(/status of 404/);
    await field.fill('7k3m9qx20abcdefg');
    await search.click();
    await seen(heading(stranger, 'Não encontramos este pedido'));
    await stranger.getByRole('link', { name: 'Digitar outro código' }).click();
    await field.fill(formatOrderCode(code).toLowerCase());
    await search.click();
    await at(stranger, `/order/tracking/${code}/details`);
    const now = stranger.getByRole('list', { name: 'Andamento' }).locator('[aria-current="step"]');
    await seen(now.getByText('Pagamento confirmado'));
    const text = await stranger.locator('main').innerText();
    for (const secret of ['Prado', 'Harmonia', '90000', 'R$']) expect(text, secret).not.toContain(secret);
    // The shop moves it, and whoever looks again sees it.
    await advance(shop, code, 'preparation.started');
    await stranger.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen(now.getByText('Separando seu pedido'));
    // What is more is for whoever it belongs to.
    await stranger.getByRole('link', { name: 'Ver tudo' }).click();
    await at(stranger, '/login');
  });
});
