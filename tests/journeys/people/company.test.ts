import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import {
  at,
  become,
  goToConfirmation,
  heading,
  newPerson,
  placeOrder,
  seen,
  typeCode,
} from '#tests/support/people.ts';

describe('a company store', () => {
  test('sells to its own people, who fetch what they bought and are asked for no address', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, {
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    const placed: { path: string; body: { properties: Record<string, unknown> } }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/orders/v2/'))
        placed.push({
          path: new URL(request.url()).pathname,
          body: request.postDataJSON() as (typeof placed)[number]['body'],
        });
    });
    await become(page, 'Marina, cliente');
    await page
      .locator('a[href$="/store/selecao-de-socios/catalog"]')
      .filter({ visible: true })
      .first()
      .click();
    await at(page, '/store/selecao-de-socios/catalog');
    // Of an address of the store only the charts of its own people know that they are let in.
    await page.goto('/store/selecao-de-socios/catalog');
    await seen(page.getByRole('button', { name: /^Adicionar / }).first());
    await at(page, '/store/selecao-de-socios/catalog');
    await page
      .getByRole('button', { name: /^Adicionar / })
      .first()
      .click();
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Como você quer receber?'));
    await page.getByRole('radio', { name: /^Sede Pinheiros/ }).check();
    expect(await page.getByRole('radio', { name: 'Entrega', exact: true }).count()).toBe(0);
    await page
      .getByRole('radio', { name: /^\d+h\d* às \d+h/, disabled: false })
      .first()
      .check();
    await goToConfirmation(page);
    await page.reload();
    await seen(page.getByText('Produtos e preços reservados'));
    await seen(page.getByText(/^Retirada: /));
    const code = await placeOrder(page);
    expect(placed).toMatchObject([
      { path: '/api/operation/orders/v2/INTERNAL', body: { properties: { ignoreShippingAddress: true } } },
    ]);
    expect(placed[0]?.body.properties).not.toHaveProperty('shippingAddress');
    await page.goto(`/order/${code}/details`);
    await seen(page.getByText('Marina Prado retira'));
    await context.close();
  });

  test('asks of an address what only it needs, and keeps it', async ({ browser, shop, faults, expect }) => {
    const context = await newVisitor(browser, shop, faults, {
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    const saved: { addresses: { attrs?: unknown }[] }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/api/accounts/client'))
        saved.push(request.postDataJSON() as (typeof saved)[number]);
    });
    await become(page, 'Marina, cliente');
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await page.getByLabel('CEP', { exact: true }).fill('01310-100');
    await page.keyboard.press('Enter');
    await at(page, '/addressnumber');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/location/simple/details');
    expect(await page.getByLabel('Setor').count()).toBe(0);
    await page.getByLabel('Onde é').selectOption('No trabalho');
    await page.getByRole('button', { name: 'Preencha os dados' }).click();
    await seen(page.getByText('Preencha este campo.'));
    await page.getByLabel('Setor').fill('Almoxarifado');
    await page.getByLabel(/^Matrícula/).fill('104233');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await at(page, /^(?!\/location)/);
    expect(saved[0]?.addresses.at(-1)).toMatchObject({
      addressType: 'WORK',
      attrs: { department: 'Almoxarifado', badge: '104233' },
    });
    await page.goto('/location');
    await seen(page.getByText('Setor: Almoxarifado · Matrícula: 104233'));
    await context.close();
  });

  test('asks of a newcomer what only it needs, and keeps it with the account', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, {
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    faults.expect(/status of 404/); // nobody has an account before it is made
    const made: { name: string; properties: { attrs?: unknown } }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/accounts/client/user/'))
        made.push(request.postDataJSON() as (typeof made)[number]);
    });
    const person = newPerson('Davi Souto');
    await page.goto('/');
    await at(page, '/intranet/login');
    await identify(page, 'a-1004');
    await seen(page.getByText('celular ****0004'));
    // A reload loses nothing, and without the privacy text nobody comes in.
    await page.reload();
    await seen(page.getByText('celular ****0004'));
    await typeCode(page, await codeAt(page, '+5511900000004'));
    await seen(page.getByText('Leia e aceite o aviso de privacidade.'));
    await page.getByRole('button', { name: 'Aviso de privacidade' }).click();
    await seen(page.getByRole('dialog').getByText(/^Versão /));
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('checkbox', { name: /aviso de privacidade/ }).check();
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await at(page, '/signup');
    await seen(page.getByText('Setor', { exact: true }));
    await page.getByRole('checkbox', { name: /termos/ }).check();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('O mesmo do seu cadastro na empresa.'));
    await page.getByLabel('CPF').fill(person.cpf);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Onde você trabalha?'));
    await page.getByRole('button', { name: 'Preencher dados' }).click();
    await seen(page.getByText('Escolha uma opção.'));
    await page.getByLabel('Setor').selectOption('Logística');
    // Loaded again, it is asked from the CPF on, with every answer kept.
    await page.reload();
    await seen(heading(page, 'Qual é o seu CPF?'));
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Onde você trabalha?'));
    await expect.poll(() => page.getByLabel('Setor').inputValue()).toBe('logistica');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Depois' }).click();
    await at(page, '/signup/postalcode');
    await page.getByLabel('CEP', { exact: true }).fill('01310-100');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Continuar' }).click();
    // No campaign is open to him yet, wherever he wants to go, until he gives a key.
    await at(page, '/intranet/marketplace/access');
    const stores = page.getByRole('list', { name: 'Lojas da empresa' });
    await stores.getByRole('button', { name: /^Clube Campinas/ }).click();
    await seen(stores.locator('[aria-current="true"]').filter({ hasText: 'Loja escolhida' }));
    await seen(page.getByText('Loja: Clube Campinas', { exact: true }));
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Todas as lojas' }).click();
    await expect.poll(() => stores.locator('[aria-current="true"]').count()).toBe(0);
    await page.goto('/cart');
    await at(page, '/intranet/marketplace/access');
    faults.expect(/status of 404/);
    await page.getByLabel('Convite ou chave').fill('0000-0000-0000-0000');
    await page.getByRole('button', { name: 'Usar convite' }).click();
    await seen(page.getByText(/Não encontramos este convite/));
    const { key } = await sent<{ key: string }>(page, '/sandbox/keys');
    await page.getByLabel('Convite ou chave').fill(key.toLowerCase());
    await page.getByRole('button', { name: 'Usar convite' }).click();
    await at(page, '/cart');
    await page.goto('/store/selecao-de-socios/catalog');
    await seen(page.getByRole('button', { name: /^Adicionar / }).first());
    expect(made).toMatchObject([{ name: 'Davi Souto', properties: { attrs: { department: 'logistica' } } }]);
    await context.close();
  });

  test('answers whoever it does not know as it answers its own people, and lets in who has a campaign', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, {
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    faults.expect(/status of 401/);
    await become(page, 'Marina, cliente');
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/intranet/marketplace/access');
    await page.getByRole('link', { name: 'Entrar com a matrícula' }).click();
    await identify(page, 'Z-9999');
    await seen(page.getByText(/^(?:celular|e-mail) /));
    await page.getByRole('checkbox', { name: /aviso de privacidade/ }).check();
    await typeCode(page, '000000');
    await seen(page.getByText(/Restam 4 tentativas/));
    await page.getByRole('link', { name: 'Não é este o meu contato' }).click();
    await identify(page, '529.982.247-25');
    await seen(page.getByText('celular ****0001'));
    await page.getByRole('checkbox', { name: /aviso de privacidade/ }).check();
    await typeCode(page, await codeAt(page, '+5511900000001'));
    await at(page, '/');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('529');
    await page.goto('/intranet/login');
    await at(page, '/');
    await context.close();
  });
});

/** Says at the door who one is. */
async function identify(page: Page, written: string): Promise<void> {
  await page.getByLabel('Matrícula ou CPF').fill(written);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/intranet/confirmation');
}
/** What the sandbox of this very store answers. */
const sent = <T>(page: Page, path: string, method = 'POST'): Promise<T> =>
  page.evaluate(async ([to = '', how = '']) => (await fetch(to, { method: how })).json(), [path, method]);
const codeAt = async (page: Page, to: string): Promise<string> => {
  const messages = await sent<{ code?: string }[]>(
    page,
    `/sandbox/messages?to=${encodeURIComponent(to)}`,
    'GET',
  );
  return messages.find(({ code }) => code !== undefined)?.code ?? '';
};
