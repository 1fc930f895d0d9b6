import { describe, expect, it } from 'vitest';
import { stepAt } from './step-at.ts';

describe('the installments step', () => {
  it('offers each number of parcels of at least R$ 10 with its value and its total', async () => {
    const { text, html, address } = await stepAt('checkout.payment', 'delivered', [
      ['checkout', { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD' } }],
      ['checkout', { type: 'payment.submitted' }],
    ]);
    expect(address).toMatch(/\/installment$/);
    expect(text).toContain('Em quantas vezes?');
    // R$ 30,00 in three at most.
    expect(html.match(/type="radio"/g)).toHaveLength(3);
    expect(text).toMatch(/1x .*30,00 .*2x .*15,00 .*3x .*10,00/);
  });
});
