import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  add,
  alive,
  at,
  become,
  chooseWindow,
  fillCart,
  goToConfirmation,
  newPerson,
  payPix,
  placeOrder,
  seen,
  signIn,
  signUp,
  written,
} from '#tests/support/people.ts';

const row = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label, visible: true }).locator('dd');
const field = (page: Page) => page.getByRole('textbox', { name: 'Cupom de desconto' });
async function type(page: Page, code: string): Promise<void> {
  const folded = page.getByRole('button', { name: 'Tenho um cupom' });
  if (!(await field(page).isVisible())) {
    await alive(folded);
    await folded.click();
  }
  await field(page).fill(code);
  await page.getByRole('button', { name: 'Aplicar' }).click();
}
const taken = (page: Page) => seen(page.getByText(/R\$.* a menos neste pedido/));
const SAVED = /R\$/;

describe('a coupon', () => {
  test('is typed in the cart, changed at the last look, and bought with', async ({ page, shop, expect }) => {
    await become(page, 'Marina, cliente');
    await written(page, () => fillCart(page, 'Tomate italiano', 'Queijo Canastra meia-cura'));
    await page.goto('/cart');
    const total = row(page, 'Total sem entrega');
    const before = await total.first().textContent();
    await type(page, ' feira10');
    await taken(page);
    await seen(row(page, 'Cupom FEIRA10').filter({ hasText: SAVED }));
    expect(await total.first().textContent()).not.toBe(before);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await chooseWindow(page);
    await goToConfirmation(page);
    const held = page.getByText('Produtos e preços reservados');
    await seen(held);
    const sum = row(page, 'Total');
    const withIt = await sum.first().textContent();
    await page.getByRole('button', { name: 'Remover o cupom FEIRA10' }).click();
    await seen(page.getByRole('button', { name: 'Tenho um cupom' }));
    await seen(held);
    await expect.poll(() => sum.first().textContent()).not.toBe(withIt);
    await type(page, 'FEIRA10');
    await taken(page);
    await seen(held);
    await expect.poll(() => sum.first().textContent()).toBe(withIt);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await page.goto(`/order/${code}/details`);
    await seen(row(page, 'Cupom FEIRA10').filter({ hasText: SAVED }));
    await expect.poll(() => row(page, 'Total').first().textContent()).toBe(withIt);
  });

  test('comes by a link before anything is in the cart, and stays until it counts', async ({
    page,
    shop,
    expect,
  }) => {
    const person = newPerson('Rita Alves');
    await page.goto('/?de=amiga&cupom=feira10');
    await seen(page.getByText('Cupom FEIRA10 guardado.', { exact: false }));
    expect(new URL(page.url()).search).toBe('?de=amiga');
    await page.goto('/cart');
    await seen(page.getByText('Guardado: entra no carrinho com o primeiro produto.'));
    await page.goto('/store/feira-da-semana/catalog');
    await add(page, 'Queijo Canastra meia-cura');
    await seen(page.getByText('Cupom FEIRA10 aplicado ao seu carrinho.'));
    await page.getByRole('link', { name: /^Ver carrinho, 1 item/ }).click();
    await taken(page);
    const saved = await row(page, 'Cupom FEIRA10').first().textContent();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/unauthenticated/cart');
    await signIn(page, shop, person);
    await signUp(page, person);
    await chooseWindow(page);
    await goToConfirmation(page);
    await seen(row(page, 'Cupom FEIRA10').filter({ hasText: saved ?? '' }));
  });

  test('is refused with its reason, kept while nobody answers, and held back while goods are missing', async ({
    page,
    context,
    faults,
    expect,
  }) => {
    faults.expect(/net::ERR_|Failed to load resource|fetching the script/);
    await written(page, () => fillCart(page, 'Queijo Canastra meia-cura'));
    await page.goto('/cart');
    await type(page, 'NADA99');
    await seen(page.getByText('Não encontramos o cupom NADA99.', { exact: false }));
    await expect.poll(() => field(page).inputValue()).toBe('NADA99');
    await context.setOffline(true);
    await type(page, 'FEIRA10');
    await seen(
      page.getByText('O cupom está guardado e é aplicado quando a conexão voltar.', { exact: false }),
    );
    await context.setOffline(false);
    await taken(page);
    // A cheaper cart: it says at once what is missing, and holds the way on until that is mended.
    await written(page, async () => {
      await page.goto('/store/feira-da-semana/catalog');
      await add(page, 'Tomate italiano');
    });
    await page.goto('/cart');
    await page.getByRole('button', { name: 'Remover Queijo Canastra meia-cura' }).click();
    const missing = page.getByText(/Faltam R\$.* em produtos para usar o cupom FEIRA10\./);
    await seen(missing);
    await page.getByRole('button', { name: 'Remover o cupom FEIRA10' }).click();
    await missing.first().waitFor({ state: 'detached' });
    await seen(page.getByRole('button', { name: 'Tenho um cupom' }));
  });
});
