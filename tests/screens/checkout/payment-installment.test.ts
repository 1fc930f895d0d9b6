import { describe, expect, it } from 'vitest';
import { NOW } from '../../machines/samples.ts';
import { cardMethod, lock } from '../../support/samples.ts';
import { stepAt } from './step-at.ts';

const plans = [
  { n: 1, first: 100, value: 100, total: 100, rate: 0 },
  { n: 3, first: 33.34, value: 33.33, total: 100, rate: 0 },
  { n: 4, first: 26.58, value: 26.57, total: 106.29, rate: 2.49 },
];

describe('the installments step', () => {
  it('offers the parcels that the server offers, with the odd centavos of the first, the total and the interest', async () => {
    const { text, html, address } = await stepAt('checkout.installment', 'card', [], {
      paymentMethods: () => [{ ...cardMethod(), plans }],
    });
    expect(address).toMatch(/\/installment$/);
    expect(html.match(/type="radio"/g)).toHaveLength(3);
    expect(text).toContain('1x de R$ 100,00 Total R$ 100,00, à vista');
    expect(text).toContain('3x: 1ª de R$ 33,34 e 2 de R$ 33,33 Total R$ 100,00, sem juros');
    expect(text).toContain('4x: 1ª de R$ 26,58 e 3 de R$ 26,57 Total R$ 106,29, juros de 2,49% ao mês');
  });
  it('is passed by, and no step, where a sum is too small to be divided', async () => {
    const { text, address } = await stepAt(
      'checkout.payment',
      'delivered',
      [
        ['checkout', { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD' } }],
        ['checkout', { type: 'payment.submitted' }],
      ],
      {
        paymentMethods: () => [cardMethod(15, 1)],
        lock: () => ({ lock, at: NOW, methods: [cardMethod(15, 1)] }),
      },
    );
    expect(address).toMatch(/\/confirmation$/);
    expect(text).not.toContain('Parcelas');
  });
});
