import { describe } from 'vitest';
import { test } from '#tests/support/browser.ts';
import {
  alive,
  at,
  become,
  chooseAnew,
  choosePickup,
  choosePix,
  chooseWindow,
  fillCart,
  heading,
  payPix,
  placeOrder,
  reachCart,
  seen,
} from '#tests/support/people.ts';

describe('a wallet', () => {
  test('is looked at, pays a part of an order with Pix for the rest, and tells of it', async ({
    page,
    shop,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    const tab = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Carteira' });
    await alive(tab.filter({ visible: true }));
    await tab.filter({ visible: true }).click();
    await at(page, '/wallets');
    await seen(page.getByText('R$ 4,80 vencem em 5 dias'));
    await seen(page.getByText('R$ 37,00'));
    await fillCart(page);
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await chooseWindow(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Usar saldo da carteira').check();
    // What is over first is offered first, and all of it that is of use.
    await seen(page.getByText('Pague o resto, R$ 38,80, com:'));
    await page.getByRole('button', { name: 'Mudar valor' }).click();
    const amount = page.getByLabel('Quanto usar da carteira, em reais');
    await amount.fill('12,01');
    await page.getByRole('button', { name: 'Usar este valor' }).click();
    await seen(page.getByText('Escreva um valor de até R$ 12,00.'));
    await amount.fill('5,50');
    await page.getByRole('button', { name: 'Usar este valor' }).click();
    await seen(page.getByText('Pague o resto, R$ 45,30, com:'));
    // It is the cart's: another page finds it as it was left.
    await page.reload();
    await seen(page.getByText('Pague o resto, R$ 45,30, com:'));
    await choosePix(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Confira e finalize'));
    await seen(page.getByText('Produtos e preços reservados'));
    await seen(page.getByText('Saldo usado'));
    const code = await placeOrder(page);
    await seen(page.getByText('R$ 45,30'));
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await page.goto('/wallets');
    await page.getByRole('link', { name: /^Dinheiro de volta/ }).click();
    await at(page, /^\/wallets\/[\w-]+\/details$/);
    const line = page.getByRole('link', { name: /^Compra Pedido/ });
    await seen(line.getByText('− R$ 5,50'));
    await seen(page.getByText('saldo R$ 6,50'));
    await line.click();
    await at(page, `/order/${code}/details`);
    const sums = page.locator('dl').filter({ hasText: 'Saldo usado' });
    await seen(sums);
    expect((await sums.innerText()).replace(/\s+/g, ' ')).toContain('Saldo usado − R$ 5,50 No Pix R$ 45,30');
  });

  test('pays all of an order alone, and has it back at once when the order is called off', async ({
    page,
  }) => {
    await become(page, 'Marina, cliente');
    await reachCart(page, 'Pão de queijo');
    await chooseAnew(page);
    await choosePickup(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Usar saldo da carteira').check();
    await page.getByRole('radio', { name: /^Crédito da loja/ }).check();
    await seen(page.getByText('O seu saldo paga tudo: não falta escolher mais nada.'));
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('Produtos e preços reservados'));
    await seen(page.getByText('O seu saldo paga este pedido ao finalizar'));
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await at(page, /^\/order\/[0-9A-Z]{16}\/success$/);
    // 25,00 less the cheese bread that is fetched.
    await page.goto('/wallets');
    await seen(page.getByRole('link', { name: /^Crédito da loja.*3,10/ }));
    await page.goBack();
    await page.getByRole('link', { name: 'Acompanhar pedido' }).click();
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    await seen(page.getByText(/volta para a sua carteira na hora/));
    await page.getByRole('radio', { name: 'Comprei errado' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
    await seen(page.getByText('O valor deste pedido foi devolvido.'));
    await page.goto('/wallets');
    await seen(page.getByRole('link', { name: /^Crédito da loja.*25,00/ }));
  });
});
