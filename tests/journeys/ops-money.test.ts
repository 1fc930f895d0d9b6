import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { at, heading, seen } from '#tests/support/people.ts';

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
});
