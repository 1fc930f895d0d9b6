import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { ordersOf } from '#tests/support/store/api-driver.ts';
import { test } from '#tests/support/browser/browser.ts';
import {
  alive,
  at,
  become,
  choosePix,
  heading,
  payPix,
  placeOrder,
  reachCart,
  reachConfirmation,
  seen,
  written,
} from '#tests/support/people.ts';
import { saveAddress } from '#tests/support/browser/ways.ts';

/** An order by the usual steps, after which the shop knows how this person buys. @returns its code */
async function buyOnce(page: Page): Promise<string> {
  await become(page, 'Marina, cliente');
  await reachConfirmation(page, 'Tomate italiano', 'Queijo Canastra meia-cura');
  return placeOrder(page);
}
const inOneStep = (page: Page) => page.getByRole('button', { name: 'Comprar em 1 passo' });

describe('who has bought here before', () => {
  test('buys an order again in one step, as the last time, and pays by Pix', async ({
    page,
    shop,
    context,
    expect,
  }) => {
    const before = await buyOnce(page);
    await payPix(shop, before);
    await at(page, `/order/${before}/success`);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST' && /\/orders\/(?:lock|v2)\//.test(pathname)) sent.push(pathname);
    });
    // What was ordered goes into the cart again, at the price of today.
    await page.goto(`/order/${before}/details`);
    const again = page.getByRole('button', { name: 'Comprar de novo' });
    await alive(again);
    await again.click();
    await at(page, '/checkout/review');
    await seen(page.getByText('Queijo Canastra meia-cura'));
    await seen(page.getByText('Preparamos como da última vez.', { exact: false }));
    await seen(page.getByText(/Rua Harmonia, 482/));
    const change = (what: string) => page.getByRole('link', { name: `Alterar ${what}` });
    // What is changed leads back to the page, which a reload and its address keep.
    await change('pagamento').click();
    await choosePix(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/checkout/review');
    await change('entrega').click();
    await seen(heading(page, 'Como você quer receber?'));
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await at(page, '/checkout/review');
    await page.reload();
    await seen(page.getByText('Preparamos como da última vez.', { exact: false }));
    expect(sent).toEqual([]);
    const bar = page.getByRole('region', { name: 'Próximo passo' });
    const total = /R\$\s[\d,]+/.exec(await bar.innerText())?.[0] ?? 'no total';
    const code = await placeOrder(page);
    await seen(page.getByText(total));
    // Held once and placed once, by one press.
    expect(sent.map((path) => path.split('/')[4])).toEqual(['lock', 'v2']);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await expect
      .poll(() => ordersOf(context, shop))
      .toMatchObject([
        { code, state: 'PAID' },
        { code: before, state: 'PAID' },
      ]);
  });

  test('is led to the delivery, with the reason, when the shop does not deliver there any more', async ({
    page,
  }) => {
    await buyOnce(page);
    await written(page, () => reachCart(page, 'Tomate italiano'));
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await page.getByLabel('CEP', { exact: true }).fill('20040-002');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('100');
    await written(page, () => saveAddress(page), '20040-002');
    await page.goto('/cart');
    await inOneStep(page).click();
    await at(page, /^\/cart\/[^/]+\/checkout$/);
    await seen(page.getByText('A loja não entrega neste endereço.', { exact: false }));
  });
});
