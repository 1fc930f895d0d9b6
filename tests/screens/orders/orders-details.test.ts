import { OrderState } from '#contract/order/order.ts';
import { allowedOrderEvents } from '#machines/orders/order.machine.ts';
import { describe, expect, it } from 'vitest';
import { cancellationOf, refundText } from '#screens/orders/change/cancel-words.ts';
import { order, orderCode } from '../../machines/samples.ts';
import { drawn } from './drawn.tsx';

const orderIn = (state: OrderState) => ({ ...order(1, 1, state), allowedEvents: allowedOrderEvents(state) });
const details = (state: OrderState) => drawn('app.ordersDetails', () => orderIn(state));

describe('the details of an order', () => {
  it('show its code, how far it is, who receives it where, and what was paid for what', async () => {
    const { text, html } = await details('PAID');
    expect(text).toContain('Pedido 0000-0000-0000-0001');
    expect(html).toContain('aria-label="Andamento"');
    expect(text).toMatch(/Separação .*Saída para entrega .*Entrega .*Maria recebe/);
    expect(text).toMatch(/Itens .*Produtos .*Total R\$/);
  });
  it.each(OrderState.options)(
    'of %s say what can be done about it, and lead to help with its code',
    async (state) => {
      const { text, html } = await details(state);
      const cancellation = cancellationOf(orderIn(state));
      const said = { cancel: 'Cancelar pedido', request: 'Pedir cancelamento', none: '' }[cancellation.way];
      expect(text).toContain(cancellation.way === 'none' ? cancellation.why : said);
      expect(html).toMatch(/href="\/contact\?order=[\w-]+"/);
    },
  );
  it('are canceled by oneself before the shop begins, asked for while it prepares, and never silently impossible', () => {
    const ways = OrderState.options.map((state) => `${state} ${cancellationOf(orderIn(state)).way}`);
    expect(ways.filter((way) => !way.endsWith('none'))).toEqual([
      'CREATED cancel',
      'PENDING_PAYMENT cancel',
      'PAID cancel',
      'PREPARING request',
    ]);
    const why = OrderState.options.map((state) => cancellationOf({ state, allowedEvents: [] }));
    expect(why.every((one) => one.way === 'none' && one.why.length > 20)).toBe(true);
  });
  it('say where the money goes by how it was paid', () => {
    const paidBy = (type: string, way: 'cancel' | 'request' = 'cancel') =>
      refundText({ state: 'PAID', paymentMethod: { type } }, way);
    expect(paidBy('PIX')).toContain('o Pix em até 1 dia útil');
    expect(paidBy('CREDIT_CARD')).toContain('cartão');
    expect(paidBy('WALLET')).toBe('O valor volta para a sua carteira na hora.');
    const wallets = [{ uuid: '1', name: 'Crédito', amount: 12 }];
    expect(refundText({ state: 'PAID', paymentMethod: { type: 'PIX', wallets } }, 'cancel')).toBe(
      'Os R$\u00a012,00 do seu saldo voltam para a sua carteira na hora, e o resto volta para a conta de onde saiu o Pix em até 1 dia útil.',
    );
    expect(refundText({ state: 'PENDING_PAYMENT', paymentMethod: { type: 'PIX', wallets } }, 'cancel')).toBe(
      'Os R$\u00a012,00 do seu saldo voltam para a sua carteira na hora. Nada mais foi cobrado.',
    );
    const both = [...wallets, { uuid: '2', name: 'Pontos', amount: 3, points: 150 }];
    expect(
      refundText({ state: 'PAID', paymentMethod: { type: 'CREDIT_CARD', wallets: both } }, 'cancel'),
    ).toBe(
      'Voltam na hora R$\u00a012,00 para Crédito e R$\u00a03,00 (150 pontos) para Pontos, e o resto volta para o cartão, no prazo do banco.',
    );
    expect(refundText({ state: 'PAID', paymentMethod: { type: 'WALLET', wallets: both } }, 'cancel')).toBe(
      'Voltam na hora R$\u00a012,00 para Crédito e R$\u00a03,00 (150 pontos) para Pontos.',
    );
    expect(paidBy('PIX', 'request')).toContain('responde em até 48 horas');
    expect(refundText({ state: 'PENDING_PAYMENT', paymentMethod: { type: 'PIX' } }, 'cancel')).toContain(
      'Nada foi cobrado',
    );
  });
  it('of an order lead to buying again, but not while it is to be paid', async () => {
    const item = {
      item: { id: orderCode(1), name: 'Tomate' },
      quantity: 1,
      campaignId: orderCode(2),
      unitPrice: 1,
      discount: 0,
      total: 1,
    };
    const { html } = await drawn('app.ordersDetails', () => ({ ...orderIn('CANCELED'), items: [item] }));
    expect(html).toMatch(/<button[^>]*>(?:<[^>]+>)*Comprar de novo/);
    const unpaid = await drawn('app.ordersDetails', () => ({ ...orderIn('PENDING_PAYMENT'), items: [item] }));
    expect(unpaid.html).not.toContain('Comprar de novo');
  });
});
describe('the screens of an order that is not heard of yet', () => {
  it.each(['app.orderSuccess', 'app.orderPendingPayment', 'app.ordersDetails'] as const)(
    'say nothing of it: %s',
    async (screen) => {
      const { text } = await drawn(screen, () => new Promise(() => undefined));
      expect(text).toContain('Carregando o pedido');
      expect(text).not.toMatch(/Obrigado|Pedido feito|pagamento|Copiar/);
    },
  );
});
