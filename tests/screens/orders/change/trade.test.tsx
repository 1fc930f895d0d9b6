import type { Returnable } from '#contract/order/after-purchase.ts';
import type { Order } from '#contract/order/order.ts';
import { lackOf, noDraft } from '#machines/orders/trade-draft.ts';
import { tradeMachine } from '#machines/orders/trade.machine.ts';
import type { TradeContext } from '#machines/orders/trade-setup.ts';
import { AfterDelivery } from '#screens/orders/after-delivery.tsx';
import { Trading } from '#screens/orders/change/trading.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { NOW, campaignId, item, itemId, order as sampleOrder } from '#tests/machines/samples.ts';
import { uuid } from '#tests/support/samples.ts';
import { drawn } from '#tests/screens/drawn.tsx';

const DAY = 86_400_000;
const order: Order = {
  ...sampleOrder(1, 1, 'COMPLETED'),
  id: uuid(1),
  allowedEvents: ['return.requested'],
  items: [1, 2].map((n) => ({
    item: { id: itemId(n), name: n === 1 ? 'Tomate' : 'Queijo' },
    quantity: 2,
    campaignId: campaignId(1),
    unitPrice: 10,
    discount: 0,
    total: 20,
  })),
};
const facts: Returnable = {
  deliveredAt: new Date(NOW - DAY).toISOString(),
  lines: [
    { quantity: 2, left: 2, paid: 20 },
    { quantity: 2, left: 0, paid: 20 },
  ],
  shipping: 0,
};
const known = { order, facts, now: NOW };
const draft = { ...noDraft, reason: 'DEFECT' as const, lines: [{ line: 0, quantity: 1 }] };

/** What is read in a state of the chart. */
function trading(value: string, more: Partial<TradeContext> = {}) {
  const context: TradeContext = {
    id: uuid(1),
    isClient: true,
    known,
    choices: [],
    draft: noDraft,
    isPending: false,
    offered: [],
    problem: null,
    failures: 0,
    ...more,
  };
  const state = tradeMachine.resolveState({
    value: value as StateValueFrom<typeof tradeMachine>, // named by the tests below
    context,
  });
  const lack = context.known && lackOf(context.known, context.draft, context.isPending);
  return drawn(<Trading state={state} lack={lack} send={() => undefined} />);
}

describe('the screen of goods that go back', () => {
  it('says of each reason until when it holds, and what of the order can still go back', () => {
    const { text, html } = trading('describing');
    expect(text).toContain('Desisti da compra sem precisar de motivo, até sex., 27 de nov.');
    expect(text).toContain('Veio com defeito ou estragado até dom., 20 de dez.');
    expect(text).toContain('Queijo Já voltou ou foi cancelado');
    expect(html.match(/type="checkbox"[^>]*disabled/g)).toHaveLength(1);
    expect(text).toContain('Escolha o que você quer trocar ou devolver.');
    const later = trading('describing', { known: { ...known, now: NOW + 10 * DAY } });
    expect(later.text).toContain('Desisti da compra o prazo acabou sex., 27 de nov. Prazo acabou');
  });
  it('asks for photos where they have to be seen, with their limits said before', () => {
    const { text } = trading('describing', { draft });
    expect(text).toContain('Quantos? 1 de 2');
    expect(text).toMatch(/Fotos 0 de 5 Mostre o problema de perto\. De 1 a 5 fotos, JPEG, PNG ou WebP\./);
    expect(text).toContain('Mande uma foto que mostre o problema.');
    expect(trading('describing', { draft, isPending: true }).text).toContain('Espere a foto terminar');
    expect(trading('describing', { draft: { ...draft, reason: 'MISSING' } }).text).not.toContain('Fotos');
  });
  it('says before anything is sent where the money and the goods go', () => {
    const { text } = trading('deciding', { draft });
    expect(text).toContain('O dinheiro de volta R$ 10,00. O valor volta para a conta de onde saiu o Pix');
    expect(text).toContain('A loja busca ou manda a etiqueta');
    const card = { ...known, order: { ...order, paymentMethod: { type: 'CREDIT_CARD' } } };
    expect(trading('deciding', { draft, known: card }).text).toContain(
      'volta para o cartão, no prazo do banco',
    );
    const fetched = { ...known, order: { ...order, type: 'PICKUP' as const } };
    expect(trading('deciding', { draft, known: fetched }).text).toContain('Você leva de volta ao ponto');
    const missing = trading('deciding', { draft: { ...draft, reason: 'MISSING' }, offered: [item(3)] });
    expect(missing.text).toContain('Você não precisa devolver nada.');
    expect(missing.text).toContain('Tomate 3 No lugar do que faltou.');
    expect(trading('deciding', { draft, isClient: false, offered: [item(3)] }).text).not.toContain(
      'Tomate 3',
    );
  });
  it('keeps what was chosen while the shop is silent, and says what it did not take', () => {
    expect(trading('unsent', { draft }).text).toContain('O pedido está guardado aqui');
    const refused = trading('describing', { draft, problem: { code: 'MALFORMED', title: '' } });
    expect(refused.text).toContain('A loja não aceitou o pedido como estava.');
  });
  it('says why nothing can go back, and what can be done', () => {
    for (const [state, said] of [
      ['asked', 'A loja já tem o seu pedido'],
      ['over', 'Nada deste pedido pode voltar'],
      ['early', 'Este pedido ainda não foi entregue'],
    ] as const) {
      const { text, html } = trading(state);
      expect(text).toContain(said);
      expect(html).toContain(`href="/order/${order.code}/details"`);
    }
    expect(trading('late').text).toContain('O último prazo deste pedido foi dom., 20 de dez.');
    expect(trading('late').html).toContain('href="/contact');
    expect(trading('empty', { known: null }).text).toContain('Nenhum pedido para trocar');
    expect(trading('gone', { known: null }).text).toContain('Não encontramos este pedido');
    expect(trading('offline', { known: null }).text).toMatch(/A loja não respondeu|Não conseguimos mostrar/);
    expect(trading('loading', { known: null }).html).toContain('Buscando o pedido');
  });
  it('lists the orders of which something can go back', () => {
    const { html, text } = trading('choosing', { known: null, choices: [order, { ...order, id: uuid(2) }] });
    expect(text).toContain('Tomate, Queijo');
    expect(html).toContain(`href="/trade?order=${uuid(2)}"`);
  });
});

describe('what an order leads to after it was paid', () => {
  const of = (more: Partial<Order>) => drawn(<AfterDelivery order={{ ...order, ...more }} />).html;
  it('is its pickup while it waits, and its exchange once it is there', () => {
    expect(of({})).toContain(`/trade?order=${order.id}`);
    expect(of({})).not.toContain('/c&amp;c');
    const waiting = of({ type: 'PICKUP', state: 'READY_FOR_PICKUP', allowedEvents: [] });
    expect(waiting).toContain(`/c&amp;c?order=${order.id}`);
    expect(waiting).not.toContain('/trade');
    for (const state of ['PENDING_PAYMENT', 'CANCELED'] as const)
      expect(of({ type: 'PICKUP', state, allowedEvents: [] })).toBe('');
  });
});
