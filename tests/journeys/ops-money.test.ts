import { describe } from 'vitest';
import { inCents } from '#contract/money.ts';
import { typedReais } from '#domain/money/typed-amount.ts';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { at, become, heading, payPix, placeOrder, reachConfirmation, seen } from '#tests/support/people.ts';

const code = 'PED-2026-ABCDEF';
/** A static Pix, of whose payment no bank tells; the shop of the journeys has none. */
const charge = {
  id: '0198a000-0000-7000-8000-000000000001',
  type: 'PIX',
  state: 'pending',
  amount: 56.15,
  refunded: 0,
  provider: 'pix',
  txid: 'FEIRA0001',
  createdAt: '2026-11-26T12:00:00.000Z',
  orderId: '0198a000-0000-7000-8000-000000000002',
  orderCode: code,
  orderState: 'PENDING_PAYMENT',
  name: 'Ana S.',
};
const endToEndId = `E${'1'.repeat(31)}`;
const refusal = {
  type: 'about:blank',
  code: 'MALFORMED',
  title: 'Há algo errado nos campos.',
  status: 400,
  retryable: false,
  requestId: 'r',
  fields: [{ field: 'endToEndId', message: 'O extrato não tem este identificador.' }],
};

describe('a form about money at the desk', () => {
  test('says at its field what is wrong, goes there, and keeps what was typed when it is refused', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    await desk.goto('/sandbox');
    await desk.evaluate(() => fetch('/sandbox/staff/OWNER', { method: 'POST' }));
    await desk.route('**/api/ops/money', async (route) => {
      const response = await route.fetch();
      const read = (await response.json()) as { charges: unknown[] };
      await route.fulfill({ response, json: { ...read, charges: [...read.charges, charge] } });
    });
    const sent: unknown[] = [];
    await desk.route('**/api/ops/charges/*/confirm', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 400, contentType: 'application/problem+json', json: refusal });
    });
    faults.expect(/status of 400/);
    await desk.goto('/ops/money');
    await at(desk, '/ops/money');
    await seen(heading(desk, /^Dinheiro/));
    await desk.getByRole('button', { name: /^Confirmar/ }).click();

    const id = desk.getByLabel('Identificador fim a fim');
    const amount = desk.getByLabel('Valor no extrato');
    const send = desk.getByRole('button', { name: /^Registrar pagamento/ });
    const isFocused = () => desk.evaluate(() => document.activeElement?.getAttribute('name'));
    await send.click();
    await seen(desk.getByText('Copie o identificador do extrato.'));
    await seen(desk.getByText('Diga o valor que está no extrato.'));
    await expect.poll(isFocused).toBe('endToEndId');
    await id.fill(endToEndId);
    await amount.fill('56,5');
    await send.click();
    await seen(desk.getByText(/^O pedido espera R\$\s56,15\./));
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(isFocused).toBe('amount');
    expect(await seriousFaults(desk)).toEqual([]);
    expect(sent).toEqual([]);

    await amount.fill('56,15');
    await send.click();
    await seen(desk.getByText('O extrato não tem este identificador.'));
    await expect.poll(isFocused).toBe('endToEndId');
    expect(sent).toEqual([expect.objectContaining({ endToEndId, amount: 56.15 })]);
    expect([await id.inputValue(), await amount.inputValue()]).toEqual([endToEndId, '56,15']);
    expect(await seriousFaults(desk)).toEqual([]);
  });

  test('writes down a Pix that its bank contests, what the shop answered, and that the money went back', async ({
    browser,
    shop,
    page,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const order = await placeOrder(page);
    await payPix(shop, order);
    await at(page, `/order/${order}/success`);

    const desk = await (await newVisitor(browser, shop, faults, { viewport: DESKTOP })).newPage();
    await desk.goto('/sandbox');
    const signedIn = await desk.evaluate(async () => {
      const answer = await fetch('/sandbox/staff/OWNER', { method: 'POST' });
      return ((await answer.json()) as { access_token: string }).access_token;
    });
    await desk.goto('/ops/orders?view=table');
    await desk
      .getByRole('link', { name: new RegExp(order.slice(-4)) })
      .first()
      .click();
    await seen(heading(desk, /^Pedido/));
    // A contact is masked until somebody says what it is needed for.
    const phone = desk.getByText('11912345678');
    expect(await phone.count()).toBe(0);
    await desk.getByRole('button', { name: 'Mostrar o celular' }).click();
    await desk.getByLabel('Para que você precisa ver o celular').fill('Ligar sobre a contestação.');
    await desk.getByRole('button', { name: 'Mostrar', exact: true }).click();
    await seen(desk.getByText(/^\+55\d{11}$/));
    expect(await seriousFaults(desk)).toEqual([]);
    const id = desk.url().split('/').at(-1);
    const read = await fetch(`${shop.url}/api/ops/orders/${id}`, {
      headers: { Authorization: `Bearer ${signedIn}` },
    });
    const { charges } = (await read.json()) as { charges: { endToEndId: string; amount: number }[] };
    const [paid] = charges;
    if (!paid) throw new Error('nothing was paid');

    await desk.goto('/ops/money');
    await desk.getByRole('button', { name: 'Registrar contestação' }).click();
    const [transfer, amount] = [
      desk.getByLabel('Identificador fim a fim'),
      desk.getByLabel('Valor contestado'),
    ];
    const send = desk.getByRole('button', { name: 'Registrar contestação' }).last();
    await transfer.fill(endToEndId);
    await amount.fill(typedReais(inCents(paid.amount)));
    faults.expect(/status of (404|422)/);
    await send.click();
    await seen(desk.getByText('Nenhum Pix que entrou aqui tem este identificador.'));
    await transfer.fill(paid.endToEndId);
    await amount.fill(typedReais(inCents(paid.amount + 1)));
    await send.click();
    await seen(desk.getByText('É mais do que a loja ainda tem deste Pix.', { exact: false }));
    await amount.fill(typedReais(inCents(paid.amount)));
    await send.click();
    await seen(desk.getByText('Contestação registrada.', { exact: false }));
    await seen(desk.getByText('Prazo em 7 dias'));
    expect(await seriousFaults(desk)).toEqual([]);

    await desk.getByRole('button', { name: /^Responder/ }).click();
    await desk.getByLabel('O que a loja respondeu').fill('Entregue com o código.');
    await desk.getByRole('button', { name: 'Registrar a resposta' }).click();
    await seen(desk.getByText('Respondida, o banco decide'));
    await desk.getByRole('button', { name: /^Registrar [A-Z0-9]{4}/ }).click();
    await desk.getByLabel('O que aconteceu').selectOption({ label: 'O banco devolveu o dinheiro' });
    await desk.getByLabel('Identificador da devolução').fill(`D${'2'.repeat(31)}`);
    await desk.getByRole('button', { name: 'Registrar que o banco devolveu' }).click();
    await seen(desk.getByText('Nenhum agora'));
    // The list of the day has it, and so has the order.
    const day = desk.getByRole('region', { name: /^Conferência do dia/ });
    await seen(day.getByText(new RegExp(typedReais(inCents(paid.amount)))).last());
    await desk.goto(`/ops/orders/${id}`);
    await seen(desk.getByText('Pix contestado, devolvido pelo banco'));
    await seen(desk.getByText(/^Devolução, devolvido/));
  });
});
