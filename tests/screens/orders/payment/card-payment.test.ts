import { describe, expect, it } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { CardCharge } from '#contract/payment/card.ts';
import { ApiProblem } from '#contract/problem.ts';
import { charge } from '#tests/machines/orders/card.model.ts';
import { order, orderCode } from '#tests/machines/samples.ts';
import { screenAt } from '#tests/screens/screen-at.tsx';

/** The screen of an order that is paid by card, as the server answers for it. */
const payingBy = (answer: CardCharge, taps: readonly (string | AnyEventObject)[] = []) =>
  screenAt(
    'app.orderPendingPayment',
    { orderCode: orderCode(1) },
    {
      ports: {
        loadOrder: async () => {
          await Promise.resolve();
          return {
            order: {
              ...order(1, 1, 'PENDING_PAYMENT'),
              paymentMethod: { type: 'CREDIT_CARD', plan: answer.plan },
            },
            follow: null,
          };
        },
        loadCard: () => ({ charge: answer, nonce: 'nonce' }),
        payAgain: () => Promise.reject(new ApiProblem('FRESH_PROOF')),
      },
      taps: taps.map((tap) => ['card', typeof tap === 'string' ? { type: tap } : tap] as const),
    },
  );

const kept = {
  id: '01980000-0000-7000-8000-000000000001',
  brand: 'visa',
  last4: '4242',
  holder: 'MARINA PRADO',
  expMonth: 12,
  expYear: 2030,
  default: true,
};

describe('paying by card', () => {
  it('says the sum and its parcels, and has the number typed into the page of its provider', async () => {
    const { text, html } = await payingBy(charge('pending'), ['field.ready']);
    expect(text).toContain('Pagar com cartão');
    expect(text).toContain('3x de R$ 10,00, sem juros');
    expect(html).toMatch(/<iframe[^>]* src="http:\/\/127\.0\.0\.1\/sandbox\/acquirer\/field#nonce"/);
    expect(html).toMatch(/<button(?![^>]* disabled)[^>]*>.*Pagar R\$\u{a0}30,00/u);
    expect(html.match(/<input[^>]*>/g)?.filter((input) => !input.includes('type="checkbox"')) ?? []).toEqual(
      [],
    );
  });
  it('leaves a place to the script of a provider that has one, and says what is wrong beside it', async () => {
    const stripe = {
      provider: { name: 'stripe', publishableKey: 'pk_test_1', field: 'https://js.stripe.com/x.js' },
    } as const;
    const typing = await payingBy(charge('pending', stripe), ['field.ready']);
    expect(typing.text).toContain('Número, validade e código do cartão');
    expect(typing.html).toMatch(/<div id="field-nonce"[^>]*><\/div>/);
    expect(typing.html).not.toMatch(/<iframe|js\.stripe\.com/);
    const refused = await payingBy(charge('pending', stripe), [
      'field.ready',
      'payment.submitted',
      { type: 'field.refused', wrong: 'incomplete_cvc' },
    ]);
    expect(refused.text).toContain('Confira o código de segurança: ele tem 3 ou 4 números.');
    const kept = await payingBy(charge('pending', stripe), [{ type: 'field.ready', isSaved: true }]);
    expect(kept.text).toContain('Código de segurança do cartão escolhido');
    expect(kept.text).not.toContain('Guardar este cartão');
  });
  it('waits for the bank’s question to be answered, and for its answer', async () => {
    const asked = await payingBy(charge('pending'), ['field.challenged']);
    expect(asked.text).toContain('Responda ao seu banco aqui em cima.');
    const paying = await payingBy(charge('pending'), ['field.ready', 'payment.submitted']);
    expect(paying.html).toMatch(/<button[^>]* aria-busy="true"[^>]*>.*Conferindo o pagamento/);
  });
  it.each([
    ['FUNDS', 'O limite do cartão não chega a este valor.'],
    ['CVV', 'O código de segurança não confere.'],
    ['SOMETHING', 'O banco não autorizou, e não diz o motivo à loja.'],
  ])(
    'says why a card was refused (%s), and offers another one or Pix for the same order',
    async (declined, why) => {
      const { text } = await payingBy(charge('declined', { declined }));
      expect(text).toContain(`O cartão não foi aceito ${why} Nada foi cobrado`);
      expect(text).toMatch(/Tentar outro cartão Pagar com Pix Ver o pedido/);
    },
  );
  it('offers no other card where none may be tried any more', async () => {
    const { text } = await payingBy(charge('declined', { triesLeft: 0 }));
    expect(text).not.toContain('Tentar outro cartão');
    expect(text).toContain('Pagar com Pix');
  });
  it('offers what the server names of the same order: other parcels, and Pix at what it costs', async () => {
    const plan = { n: 1, first: 30, value: 30, total: 30, rate: 0 };
    const card = { type: 'CREDIT_CARD' as const, amount: 30, plans: [plan, { ...plan, n: 2, value: 15 }] };
    const both = await payingBy(charge('declined', { again: [{ type: 'PIX', amount: 28.5 }, card] }));
    expect(both.text).toContain(
      'Tentar outro cartão Outro cartão, em outras parcelas Pagar com Pix · R$ 28,50 Ver o pedido',
    );
    const whole = await payingBy(charge('declined', { again: [{ ...card, plans: [plan] }] }));
    expect(whole.text).toContain('Tentar outro cartão Ver o pedido');
    const none = await payingBy(charge('expired', { again: [] }));
    expect(none.text).not.toMatch(/Tentar outro cartão|Pagar com Pix/);
    expect(none.text).toContain('Ver o pedido');
  });
  it('offers the cards that the buyer keeps, each in its parcels, and asks for a code before one is used', async () => {
    const plan = { n: 1, first: 30, value: 30, total: 30, rate: 0 };
    const card = { type: 'CREDIT_CARD' as const, amount: 30, plans: [plan], cards: [kept] };
    const refused = charge('declined', { again: [{ type: 'PIX', amount: 28.5 }, card] });
    const { text } = await payingBy(refused);
    expect(text).toContain('Crédito final 4242 Tentar outro cartão Pagar com Pix · R$ 28,50');
    const lapsed = charge('expired', { lapsed: 'PIX', again: [card] });
    const left = await payingBy(lapsed);
    expect(left.text).toContain('O código Pix venceu e nada foi cobrado. Escolha como pagar o mesmo pedido.');
    expect(left.text).toContain('Crédito final 4242 Usar outro cartão Ver o pedido');
    const none = await payingBy({ ...lapsed, again: [{ type: 'CREDIT_CARD', amount: 30, plans: [plan] }] });
    expect(none.text).toContain('Pagar com cartão Ver o pedido');
    const chosen = { type: 'payment.chosen', method: 'CREDIT_CARD', cardId: kept.id };
    const asked = await payingBy(refused, [chosen]);
    expect(asked.text).toMatch(/Confirme que é você Para pagar com um cartão guardado.*Escolher outra forma/);
  });
  it('has a way on where there is no field', async () => {
    const { text } = await payingBy(charge('pending', { provider: { name: 'stripe' } }));
    expect(text).toMatch(/O campo do cartão não abriu Nada foi cobrado.*Abrir de novo/);
    expect(text).toContain('Ver o pedido');
  });
});
