import { describe } from 'vitest';
import { newVisitor, test } from '#tests/support/browser.ts';
import { at, become, goToConfirmation, heading, newPerson, placeOrder, seen } from '#tests/support/people.ts';

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
    expect(await page.getByLabel('Setor').count()).toBe(0);
    await page.getByLabel('Onde é').selectOption('No trabalho');
    await page.getByRole('button', { name: 'Preencha os dados' }).click();
    await seen(page.getByText('Preencha este campo.'));
    await page.getByLabel('Setor').fill('Almoxarifado');
    await page.getByLabel(/^Matrícula/).fill('104233');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await at(page, /^(?!\/addressnumber)/);
    expect(saved[0]?.addresses[0]).toMatchObject({
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
    await page.goto('/intranet/login');
    await page.evaluate(proveContact, '+5511900000004');
    await page.goto('/signup');
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
    expect(await page.getByLabel('Setor').inputValue()).toBe('logistica');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/signup/postalcode');
    await page.getByLabel('CEP', { exact: true }).fill('01310-100');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/');
    expect(made).toMatchObject([{ name: 'Davi Souto', properties: { attrs: { department: 'logistica' } } }]);
    await context.close();
  });
});

/** Signs somebody of the company's roster in, as its own sign-in will. */
async function proveContact(phone: string): Promise<void> {
  const send = async (path: string, body?: object) => {
    const answer = await fetch(path, {
      method: body ? 'POST' : 'GET',
      ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as unknown;
  };
  await send('/api/users/authenticate/sms', { phone });
  const messages = await send(`/sandbox/messages?to=${encodeURIComponent(phone)}`);
  const [{ code }] = messages as [{ code: string }];
  await send('/auth/login', { username: phone, password: code, rememberme: true });
  localStorage.setItem('vitrine:clube:hint', 'true');
}
