import { describe } from 'vitest';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { numbers } from '#tests/support/orders/cards.ts';
import {
  add,
  alive,
  at,
  become,
  chooseAnew,
  choosePickup,
  choosePix,
  chooseWindow,
  fillCart,
  heading,
  pathOf,
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
    // What is over first stands first, and all of it that is of use is taken.
    await page.getByLabel('Dinheiro de volta').check();
    await seen(page.getByText('Pague o resto, R$ 38,80, com:'));
    await page.getByRole('button', { name: 'Mudar valor de Dinheiro de volta' }).click();
    const amount = page.getByLabel('Quanto usar de Dinheiro de volta, em reais');
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
    // Of R$ 42,90 of goods Pix takes off 5%, R$ 2,145, which is rounded: 45,30 − 2,15.
    await seen(page.getByText('Pix com 5% off e saldo da carteira'));
    await seen(page.getByText('− R$ 2,15').filter({ visible: true }).first());
    const code = await placeOrder(page);
    await seen(page.getByText('R$ 43,15'));
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
    expect((await sums.innerText()).replace(/\s+/g, ' ')).toContain('Saldo usado − R$ 5,50 No Pix R$ 43,15');
  });

  test('pays all of an order alone, and has it back at once when the order is called off', async ({
    page,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachCart(page, 'Pão de queijo');
    await chooseAnew(page);
    await choosePickup(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Crédito da loja').check();
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
    // Asked before the store's words for it are here, it has those of the program; asked again, the store's.
    const question = page.getByRole('dialog');
    const asked = async () => {
      await page.getByRole('button', { name: 'Cancelar pedido' }).click();
      const title = await question.getByRole('heading').innerText();
      if (title === 'Cancelar este pedido?')
        await question.getByRole('button', { name: 'Manter pedido' }).click();
      return title;
    };
    await expect.poll(asked).toBe('Desistir deste pedido?');
    await seen(question.getByText('Se for só pelo horário, veja antes se dá para reagendar.'));
    await seen(page.getByText(/volta para a sua carteira na hora/));
    await page.getByRole('radio', { name: 'Comprei errado' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
    await seen(page.getByText('O valor deste pedido foi devolvido.'));
    await page.goto('/wallets');
    await seen(page.getByRole('link', { name: /^Crédito da loja.*25,00/ }));
  });

  test('pays beside another one and a card at a company’s store, and each says what it paid', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, {
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    await become(page, 'Marina, cliente');
    await page
      .locator('a[href$="/store/selecao-de-socios/catalog"]')
      .filter({ visible: true })
      .first()
      .click();
    await at(page, '/store/selecao-de-socios/catalog');
    await add(page, 'Azeite extravirgem da Mantiqueira');
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Como você quer receber?'));
    await page.getByRole('radio', { name: /^Sede Pinheiros/ }).check();
    await page
      .getByRole('radio', { name: /^\d+h\d* às \d+h/, disabled: false })
      .first()
      .check();
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Benefício da firma').check();
    await seen(page.getByText('O seu saldo paga tudo: não falta escolher mais nada.'));
    // What one pays the other cannot, until it is lowered.
    await expect.poll(() => page.getByLabel('Pontos do Clube').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Mudar valor de Benefício da firma' }).click();
    await page.getByLabel('Quanto usar de Benefício da firma, em reais').fill('10');
    await page.getByRole('button', { name: 'Usar este valor' }).click();
    await seen(page.getByText('Pague o resto, R$ 59,90, com:'));
    await page.getByLabel('Pontos do Clube').check();
    await seen(page.getByText('Usando R$ 25,60 (1.280 pontos)'));
    await seen(page.getByText('Pague o resto, R$ 34,30, com:'));
    await page.reload();
    await seen(page.getByText('Pague o resto, R$ 34,30, com:'));
    await page.getByRole('radio', { name: /^Usar outro cartão/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Em quantas vezes?'));
    await page.getByRole('radio', { name: /^1x/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('Produtos e preços reservados'));
    await seen(page.getByText('Pontos do Clube (1.280 pontos)'));
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
    const code = pathOf(page).split('/')[2] ?? '';
    const field = page.frameLocator('iframe[title="Dados do cartão"]');
    await field.getByLabel('Número do cartão').fill(numbers.good);
    await field.getByLabel('Nome como está no cartão').fill('MARINA PRADO');
    await field.getByLabel('Validade (MM/AA)').fill('12/30');
    await field.getByLabel('Código de segurança').fill('123');
    await page.getByRole('button', { name: 'Pagar R$ 34,30' }).click();
    await at(page, `/order/${code}/success`);
    await page.goto(`/order/${code}/details`);
    const sums = page.locator('dl').filter({ hasText: 'Benefício da firma' });
    await seen(sums);
    expect((await sums.innerText()).replace(/\s+/g, ' ')).toContain(
      'Total R$ 69,90 Pontos do Clube (1.280 pontos) − R$ 25,60 Benefício da firma − R$ 10,00 No cartão R$ 34,30',
    );
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    await seen(
      page.getByText(
        /^Voltam na hora R\$\s25,60 \(1\.280 pontos\) para Pontos do Clube e R\$\s10,00 para Benefício da firma, e o resto volta para o cartão/,
      ),
    );
    await page.getByRole('radio', { name: 'Comprei errado' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
    await seen(page.getByText('Este pedido foi cancelado.'));
    await page.goto('/wallets');
    await seen(page.getByRole('link', { name: /^Pontos do Clube.*1\.280 pontos.*25,60/ }));
    await seen(page.getByRole('link', { name: /^Benefício da firma.*150,00/ }));
    await context.close();
  });
});
