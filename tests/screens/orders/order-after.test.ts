import type { Follow, Order, OrderState } from '#contract/order/order.ts';
import { ANSWER_WITHIN } from '#domain/order/order-change.ts';
import type { OrderPart } from '#machines/orders/no-orders.ts';
import { answerText, lackOf, partRefundText, whyText } from '#screens/orders/change/cancel-words.ts';
import { momentsOf } from '#screens/orders/moments.ts';
import { describe, expect, it } from 'vitest';
import { NOW, campaignId, order, orderCode } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const events = (...states: OrderState[]): Follow['events'] =>
  states.map((state, n) => ({ state, at: at(n - states.length), text: '' }));
const followed = (of: Order, more: Partial<Follow> = {}): Follow => ({
  orderCode: of.code,
  state: of.state,
  events: [],
  allowedEvents: [],
  ...more,
});
/** The details as the server tells them. */
const details = (one: Order, follow: Partial<Follow> = {}, parts: OrderPart[] = []) =>
  screenAt(
    'app.ordersDetails',
    { orderCode: orderCode(1) },
    {
      ports: {
        loadOrder: async () => {
          await Promise.resolve();
          return { order: one, follow: followed(one, follow), parts };
        },
      },
    },
  );
const paid = (more: Partial<Order> = {}): Order => ({ ...order(1), ...more });
const windowed: Order['properties'] = { ...order(1).properties, window: { start: at(24), end: at(26) } };

describe('an order after its purchase', () => {
  it('leads to another hour where it may be moved, and nowhere else', async () => {
    const link = `href="/rescheduleorder?order=${order(1).id}"`;
    expect((await details(paid({ properties: windowed }))).html).toContain(link);
    expect((await details(paid({ properties: { ...windowed, reschedules: 2 } }))).html).not.toContain(link);
    expect((await details(paid({ properties: windowed, state: 'SHIPPED' }))).html).not.toContain(link);
    const failed = paid({ state: 'DELIVERY_FAILED', allowedEvents: ['delivery.rescheduled'] });
    const { html, text } = await details(failed);
    expect(html).toContain(link);
    expect(text).toContain('Combinar nova entrega');
  });
  it('says who brings it and where the invoice is, by links that are safe', async () => {
    const carrier = {
      id: 'x',
      name: 'Expressa',
      trackingCode: 'BR123',
      url: 'https://rastreio.exemplo.com/BR123',
    };
    const { html, text } = await details(paid({ state: 'SHIPPED' }), {
      carrier,
      invoiceUrl: 'https://nfe.exemplo.com/1',
    });
    expect(text).toMatch(/Entrega por Expressa Rastreio BR123 .*Nota fiscal \(NF-e\)/);
    expect(html).toContain('href="https://rastreio.exemplo.com/BR123"');
    expect(html).toContain('href="https://nfe.exemplo.com/1"');
    const unsafe = await details(paid(), {
      carrier: { ...carrier, url: 'http://x' },
      invoiceUrl: 'http://x',
    });
    expect(unsafe.html).not.toContain('href="http://x"');
    expect(unsafe.text).not.toContain('Nota fiscal');
  });
  it('says how it was paid, what came back and what is on its way', async () => {
    const properties = { ...order(1).properties, totals: { ...order(1).properties.totals, total: 50 } };
    const wallets = [{ uuid: '1', name: 'Crédito', amount: 12 }];
    const one = paid({ properties, paymentMethod: { type: 'PIX', wallets } });
    expect((await details(one)).text).toContain('Pagamento Pago Crédito: R$ 12,00 Pix: R$ 38,00');
    const plan = { n: 2, first: 19.5, value: 19.5, total: 39, rate: 2.49 };
    const byCard = { ...one, paymentMethod: { type: 'CREDIT_CARD', plan, wallets } };
    expect((await details(byCard)).text).toContain('Cartão, 2x de R$ 19,50: R$ 39,00');
    const refunds: Follow['refunds'] = [
      { amount: 38, to: 'PIX', state: 'requested', at: at(-1) },
      { amount: 12, to: 'WALLET', wallet: 'Crédito', state: 'settled', at: at(-1) },
      { amount: 3, to: 'CREDIT_CARD', state: 'failed', at: at(-1) },
    ];
    const { text } = await details({ ...one, state: 'CANCELED' }, { refunds });
    expect(text).toContain('Devolução a caminho');
    expect(text).toContain('R$ 38,00 de volta no Pix: chega em até 1 dia útil.');
    expect(text).toContain('R$ 12,00 de volta na carteira Crédito: feito sáb., 21 de nov., 8h.');
    expect(text).toContain('R$ 3,00 de volta no cartão: o banco não aceitou');
    const standing = async (state: OrderState, more: Partial<Follow> = {}) =>
      (await details({ ...one, state }, more)).text;
    expect(await standing('PENDING_PAYMENT')).toContain('Pagamento Falta pagar');
    expect(await standing('PAYMENT_REVIEW')).toContain('Pagamento Em análise');
    expect(await standing('CANCELED')).toContain('Pagamento Nada foi cobrado');
    expect(await standing('REFUNDED', { refunds: refunds.slice(1, 2) })).toContain('Pagamento Devolvido');
  });
  it('has a card for each part, with its items, where it is and what may be done with it alone', async () => {
    const line = {
      quantity: 2,
      unitPrice: 1,
      discount: 0,
      total: 2,
      item: { id: orderCode(1), name: 'Tomate' },
    };
    const whole = paid({ items: [1, 2].map((n) => ({ ...line, campaignId: campaignId(n) })) });
    const part = (n: number, state: OrderState, allowedEvents: Order['allowedEvents'] = []): OrderPart => {
      const of = order(n, 1, state);
      const properties = { ...of.properties, campaignName: `Campanha ${n}`, hubName: `Ponto ${n}` };
      const items = [{ ...line, campaignId: campaignId(n) }];
      return {
        order: { ...of, allowedEvents, properties, items },
        follow: followed(of, { events: events('PAID') }),
      };
    };
    const { html, text } = await details(whole, {}, [
      part(2, 'SHIPPED'),
      part(3, 'PAID', ['order.canceled']),
    ]);
    expect(text).toMatch(
      /Parte 1 de 2 Campanha 2 Preparada em Ponto 2 .*2 × Tomate .*Parte 2 de 2 Campanha 3 Preparada em Ponto 3/,
    );
    expect(html.match(/aria-label="Andamento da parte \d"/g)).toHaveLength(2);
    expect(html).not.toContain('aria-label="Andamento"');
    expect(html.match(/<button[^>]*>(?:<[^>]+>)*Cancelar esta parte/g)?.length).toBeGreaterThan(0);
    expect(text).toContain('As partes já seguem separadas');
    // While all of it may be called off at once, that is offered alone.
    const together = await details({ ...whole, allowedEvents: ['order.canceled'] }, {}, [
      part(2, 'PAID', ['order.canceled']),
      part(3, 'PAID', ['order.canceled']),
    ]);
    expect(together.text).toContain('Cancelar pedido');
    expect(together.text).not.toContain('Cancelar esta parte');
    expect(together.text).toMatch(/Parte 1 de 2 .*Parte 2 de 2/);
    expect(together.html.match(/aria-label="Andamento[^"]*"/g)).toEqual(['aria-label="Andamento"']);
  });
  it('says until when the shop answers a wish to cancel, and what it answered', async () => {
    const asked = events('PREPARING', 'CANCELLATION_REQUESTED');
    const due = Date.parse(asked.at(-1)?.at ?? '') + ANSWER_WITHIN;
    expect(answerText('CANCELLATION_REQUESTED', asked, NOW)).toBe(
      'A loja responde ao seu pedido de cancelamento até seg., 23 de nov., 8h.',
    );
    expect(answerText('CANCELLATION_REQUESTED', asked, due)).toContain('prazo da loja para responder passou');
    const unfetched = events('READY_FOR_PICKUP', 'CANCELLATION_REQUESTED');
    expect(answerText('CANCELLATION_REQUESTED', unfetched, NOW)).toContain('Ninguém retirou');
    const refused = events('CANCELLATION_REQUESTED', 'PREPARING');
    expect(answerText('PREPARING', refused, NOW)).toContain('não dá mais para cancelar');
    expect(answerText('CANCELED', events('CANCELLATION_REQUESTED', 'CANCELED'), NOW)).toContain('aceitou');
    expect(answerText('PREPARING', events('PAID', 'PREPARING'), NOW)).toBeNull();
    expect(answerText('SHIPPED', refused, NOW)).toBeNull();
    const { text } = await details(paid({ state: 'PREPARING' }), { events: refused });
    expect(text).toContain('A loja não aceitou cancelar');
  });
  it('says why the shop refused, and a refused return is no second delivery', () => {
    const because = (reason: string, ...states: OrderState[]) =>
      events(...states).map((event, n) => (n === states.length - 1 ? { ...event, reason } : event));
    const titles = (past: Follow['events']) =>
      momentsOf({ state: 'COMPLETED', type: 'SHIPPING' }, past, NOW, (state) => state).map(
        ({ title }) => title,
      );
    const back = because('Já foi usado.', 'COMPLETED', 'RETURN_REQUESTED', 'COMPLETED');
    expect(titles(back)).toEqual([
      'COMPLETED',
      'RETURN_REQUESTED',
      'A loja não aceitou a devolução: Já foi usado.',
    ]);
    expect(titles(events('RETURN_REQUESTED', 'RETURNED'))).toEqual(['RETURN_REQUESTED', 'RETURNED']);
    expect(titles(because('Já saiu.', 'CANCELLATION_REQUESTED', 'PREPARING'))[1]).toBe(
      'A loja não aceitou cancelar: Já saiu.',
    );
    expect(titles(because('Ninguém em casa.', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED'))[1]).toBe(
      'DELIVERY_FAILED: Ninguém em casa.',
    );
    // What the shop cancels in one go has one reason.
    const both = events('CANCELLATION_REQUESTED', 'CANCELED').map((one) => ({ ...one, reason: 'Acabou.' }));
    expect(titles(both)).toEqual(['CANCELLATION_REQUESTED', 'CANCELED: Acabou.']);
    expect(answerText('COMPLETED', back, NOW)).toBe(
      'A loja não aceitou a devolução. Motivo: Já foi usado. Se não concorda, fale com ela.',
    );
    expect(
      answerText('PREPARING', because('Já saiu.', 'CANCELLATION_REQUESTED', 'PREPARING'), NOW),
    ).toContain('segue com o pedido. Motivo: Já saiu. Depois da entrega');
  });
  it('asks why it is called off: one of a list, or words of the buyer’s own', () => {
    expect(lackOf({ picked: '', text: 'x' })).toBe('Escolha o motivo para continuar.');
    expect(lackOf({ picked: 'Outro motivo', text: '  ' })).toBe('Conte o motivo em poucas palavras.');
    expect(lackOf({ picked: 'Comprei errado', text: '' })).toBeNull();
    expect(whyText({ picked: 'Comprei errado', text: ' era outro ' })).toBe('Comprei errado: era outro');
    expect(whyText({ picked: 'Outro motivo', text: ' Vou viajar ' })).toBe('Vou viajar');
  });
  it('says where the money of one part goes', () => {
    const back = (type: string, wallets?: Order['paymentMethod']['wallets']) =>
      partRefundText({ paymentMethod: { type, ...(wallets ? { wallets } : {}) } });
    expect(back('PIX')).toContain('volta para a conta de onde saiu o Pix');
    expect(back('PIX', [{ uuid: '1', amount: 1 }])).toContain('saldo volta para a carteira na hora');
    expect(back('WALLET', [{ uuid: '1', amount: 1 }])).toContain('volta para a sua carteira na hora');
    expect(back('FREE')).toBe('Nada foi cobrado por esta parte.');
  });
});
