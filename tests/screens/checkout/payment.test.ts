import { describe, expect, it } from 'vitest';
import { stepAt } from './step-at.ts';

describe('the payment step', () => {
  it('offers the ways that the shop takes, with the total, and says when one is charged', async () => {
    const { text, html } = await stepAt('checkout.payment', 'delivered');
    expect(text).toContain(
      'Como você quer pagar? Forma de pagamento Pix Aprovado na hora Cartão até 3x sem juros · você digita o cartão depois de finalizar',
    );
    expect(html.match(/type="radio"/g)).toHaveLength(2);
    expect(text).toContain('Cobrança só quando você confirmar');
    expect(text).toContain('Total com entrega R$ 30,00 Continuar');
  });
});
