import { describe } from 'vitest';
import { becomeNew } from '#tests/support/store/api-driver.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { guestOrder } from '#tests/support/orders/guest-order.ts';
import {
  advance,
  alive,
  at,
  become,
  codeFor,
  heading,
  newPerson,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
  typeCode,
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
    // What is more is for whoever reads at its contact.
    await stranger.getByRole('link', { name: 'Ver tudo' }).click();
    await at(stranger, '/order/phone/verification');
  });

  test('a guest opens the whole of it by a code, takes it into an account, and finds it there', async ({
    shop,
    page,
    faults,
    expect,
  }) => {
    const guest = newPerson('Ana Lima');
    const code = await guestOrder(shop, guest, 'Queijo Canastra meia-cura');
    await becomeNew(page, shop);
    await page.goto(`/order/tracking/${code}/details`);
    const all = page.getByRole('link', { name: 'Ver tudo' });
    await alive(all);
    expect(await page.locator('main').innerText()).not.toContain('R$');
    await all.click();
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await at(page, '/order/phone/activation');
    await seen(page.getByText(`•••${guest.phone.slice(-4)}`));
    // A wrong one says how many tries are left, and a reload keeps the place where it is typed.
    const digits = await codeFor(shop, guest.phone);
    faults.expect(/status of 401/);
    await typeCode(page, digits === '000000' ? '000001' : '000000');
    await seen(page.getByText(/Restam 4 tentativas/));
    await page.reload();
    await alive(page.getByLabel('Código de 6 números'));
    await typeCode(page, digits);
    await at(page, `/order/tracking/${code}/details`);
    await seen(page.getByText('Ana Lima retira'));
    const keep = page.getByRole('button', { name: 'Guardar na minha conta' });
    // It stays open over a reload, for as long as the proof lives.
    await page.reload();
    await alive(keep);
    await keep.click();
    await seen(page.getByText('Este pedido está na sua conta.'));
    // Nobody has it twice, and it is found where the orders are looked for.
    await page.goto('/account?status=over');
    await seen(heading(page, 'Nenhum pedido assim'));
    await page.getByLabel(/^Situação/).selectOption('A pagar');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=topay');
    await page.getByRole('list', { name: 'Meus pedidos' }).getByRole('link').click();
    await at(page, `/order/${code}/details`);
    await page.goBack();
    await seen(page.getByText('1 pedido', { exact: true }));
    expect(new URL(page.url()).search).toBe('?status=topay');
  });
});
