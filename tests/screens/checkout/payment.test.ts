import { describe, expect, it } from 'vitest';
import { cardMethod, uuid } from '../../support/samples.ts';
import { stepAt } from './step-at.ts';

const card = { brand: 'visa', last4: '4242', holder: 'MARIA', expMonth: 8, expYear: 2029 };

describe('the payment step', () => {
  it('offers the ways that the shop takes, with the total, and says when one is charged', async () => {
    const { text, html } = await stepAt('checkout.payment', 'delivered');
    expect(text).toContain(
      'Como você quer pagar? Forma de pagamento Pix Aprovado na hora Cartão Até 3x sem juros · você digita o cartão depois de finalizar',
    );
    expect(html.match(/type="radio"/g)).toHaveLength(2);
    expect(text).toContain('Cobrança só quando você confirmar');
    expect(text).toContain('Total com entrega R$ 30,00 Continuar');
  });
  it('offers the cards that are kept, each with its brand, and another one; one that is gone pays nothing', async () => {
    const cards = [
      { ...card, id: uuid(7), default: true },
      { ...card, id: uuid(8), default: false, brand: 'elo', last4: '7013' },
    ];
    const offering = (cardId: string) =>
      stepAt(
        'checkout.payment',
        'delivered',
        [['checkout', { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD', cardId } }]],
        {
          paymentMethods: () => [
            { type: 'PIX', label: 'Pix' },
            { ...cardMethod(), cards },
          ],
        },
      );
    const { text, html } = await offering(uuid(8));
    expect(text).toMatch(
      /Crédito final 4242 Vence em 08\/29 · até 3x sem juros .*Crédito final 7013 Vence em 08\/29 .*Usar outro cartão/,
    );
    expect(html).toMatch(
      new RegExp(`<input[^>]* checked=""[^>]* value="${uuid(8)}"|value="${uuid(8)}"[^>]* checked=""`),
    );
    expect(html).toContain('aria-label="Elo"');
    expect((await offering(uuid(9))).text).toContain('Escolha como pagar.');
  });
  it('keeps the place of what it knows of while it comes anew: cards, another one, their list and a wallet', async () => {
    const never = () => new Promise<never>(() => undefined);
    const cards = [uuid(7), uuid(8)].map((id) => ({ ...card, id, default: id === uuid(7) }));
    const wallets = [{ uuid: uuid(9), name: 'Créditos', kind: 'CREDIT', max: 10 }];
    const heights = async (methods: object[], taps: Parameters<typeof stepAt>[2], ports = {}) => {
      const { html } = await stepAt('checkout.payment', 'delivered', taps, {
        paymentMethods: () => methods,
        ...ports,
      });
      const [, waiting = ''] = html.split('Buscando as formas de pagamento</span>');
      return [...waiting.matchAll(/style="[^"]*height:(\d+)px/g)].map(([, height]) => Number(height));
    };
    const change = [['checkout', { type: 'card.changed', id: uuid(7), change: 'preferred' }]] as const;
    const pix = { type: 'PIX', label: 'Pix' };
    const changing = { changeCard: never };
    expect(await heights([], [], { paymentMethods: never })).toEqual([72]);
    expect(await heights([pix, { ...cardMethod(), cards }], change, changing)).toEqual([72 + 3 * 84, 48]);
    expect(await heights([{ type: 'WALLET', label: 'Carteira', wallets }, pix], change, changing)).toEqual([
      92, 72,
    ]);
  });
  it('says of a card without parcels when it is typed, in a sentence that begins as one', async () => {
    const method = cardMethod(15, 1);
    const cards = [{ ...card, id: uuid(7), default: true }];
    for (const [offered, title] of [
      [method, 'Cartão'],
      [{ ...method, cards }, 'Usar outro cartão'],
    ] as const) {
      const { text } = await stepAt('checkout.payment', 'delivered', [], { paymentMethods: () => [offered] });
      expect(text).toContain(`${title} Você digita o cartão depois de finalizar`);
    }
  });
});
