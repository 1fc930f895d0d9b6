import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderEvent, OrderState } from '#contract/order.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Lead,
  alterCampaign,
  buy,
  home,
  left,
  line,
  lockCart,
  methodId,
  newCart,
  newLead,
  orderBody,
  pay,
  place,
  see,
  send,
  setStock,
} from '#tests/support/buyers.ts';
import { orderTable as table } from '#tests/support/order-table.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

/** Events that bring a new order (PENDING_PAYMENT) to a state. */
const ways: Partial<Record<OrderState, OrderEvent[]>> = {
  PENDING_PAYMENT: [],
  PAYMENT_REVIEW: ['payment.reviewed'],
  PAYMENT_EXPIRED: ['payment.expired'],
  PAID: ['payment.confirmed'],
  PREPARING: ['payment.confirmed', 'preparation.started'],
  CANCELLATION_REQUESTED: ['payment.confirmed', 'preparation.started', 'cancellation.requested'],
  SHIPPED: ['payment.confirmed', 'preparation.started', 'order.shipped'],
  OUT_FOR_DELIVERY: ['payment.confirmed', 'preparation.started', 'order.shipped', 'delivery.started'],
  DELIVERY_FAILED: [
    'payment.confirmed',
    'preparation.started',
    'order.shipped',
    'delivery.started',
    'delivery.failed',
  ],
  READY_FOR_PICKUP: ['payment.confirmed', 'preparation.started', 'pickup.readied'],
  COMPLETED: ['payment.confirmed', 'preparation.started', 'order.shipped', 'order.delivered'],
  RETURN_REQUESTED: [
    'payment.confirmed',
    'preparation.started',
    'order.shipped',
    'order.delivered',
    'return.requested',
  ],
  RETURNED: [
    'payment.confirmed',
    'preparation.started',
    'order.shipped',
    'order.delivered',
    'return.requested',
    'return.received',
  ],
  CANCELED: ['payment.confirmed', 'order.canceled'],
  REFUNDED: ['payment.confirmed', 'order.canceled', 'refund.settled'],
};
const keepsGoods = (state: OrderState) => state !== 'PAYMENT_EXPIRED' && state !== 'CANCELED';

describe.each(engines)('the life of an order on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await server.core.jobs.stop();
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const one = [line('tomate', 1)];
  const rowOf = async (code: string) => {
    const [row] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, 'client'), eq(order.code, code))),
    );
    if (!row) throw new Error(`no order ${code}`);
    return row;
  };
  const read = (code: string) => see(server, buyer, `/api/operation/orders/code/${code}`);
  const stateOf = async (code: string) => (await read(code)).json.state;
  const ask = (id: string, type = 'payment.requested') =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, {
      leadSecret: buyer.leadSecret,
      body: { type },
    });
  const cancel = (id: string, query = '') =>
    server.call('DELETE', `/api/operation/orders/cancel/${id}${query}`, { leadSecret: buyer.leadSecret });
  const chargesOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(payment)
        .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, id)))
        .orderBy(payment.attempt),
    );
  const refundsOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(refund)
        .where(and(eq(refund.tenantId, 'client'), eq(refund.orderId, id))),
    );
  const historyOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(orderEvent)
        .where(and(eq(orderEvent.tenantId, 'client'), eq(orderEvent.orderId, id)))
        .orderBy(orderEvent.sequence),
    );
  const fresh = async (lines = one) =>
    (await buy(server, buyer, lines)).order as { id: string; code: string };

  // CREATED is left in the transaction that makes the order: nobody can find one in it.
  it.each(OrderState.options.filter((state) => state !== 'CREATED'))(
    'SEC-19 in %s goes where the table says and stays otherwise',
    async (state) => {
      const brought = async () => {
        const { id, code } = await fresh();
        for (const step of ways[state] ?? [])
          expect([step, (await send(server, code, step)).status]).toEqual([step, 200]);
        const before = await rowOf(code);
        expect(before.state).toBe(state);
        return { id, code, before };
      };
      const legal = table[state] ?? {};
      const { code: staying, before: unmoved } = await brought();
      for (const event of OrderEvent.options.filter((one) => legal[one] === undefined)) {
        const { status, json } = await send(server, staying, event);
        expect([event, status, json.code, json.allowedEvents.toSorted()]).toEqual([
          event,
          409,
          'ILLEGAL_EVENT',
          Object.keys(legal).toSorted(),
        ]);
        expect(await rowOf(staying)).toEqual(unmoved);
      }
      for (const [event, to] of Object.entries(legal)) {
        const { id, code, before } = await brought();
        const stock = await left(server, 'tomate');
        const { status, json } = await send(server, code, event);
        const after = await rowOf(code);
        expect([event, status, json.state]).toEqual([event, 200, to]);
        expect(json.allowedEvents.toSorted()).toEqual(
          Object.keys(table[to] ?? {})
            .filter(
              (next) => to !== 'CANCELED' || after.properties['paid'] === true || next !== 'refund.settled',
            )
            .toSorted(),
        );
        expect([after.state, after.version]).toEqual([to, before.version + 1]);
        const history = await historyOf(id);
        expect(history.at(-1)).toMatchObject({
          sequence: after.version,
          type: event,
          fromState: state,
          toState: to,
          actor: 'sandbox',
        });
        expect(history.map((past) => past.sequence)).toEqual(
          Array.from({ length: after.version }, (_, index) => index + 1),
        );
        expect((await left(server, 'tomate')) - stock).toBe(
          Number(keepsGoods(state) && !keepsGoods(to)) -
            Number(!keepsGoods(state) && keepsGoods(to) && to !== 'REFUNDED'),
        );
        // Money is waited for with a time, and so is what the shop owes an answer or keeps at a stall;
        // nothing else is.
        expect([event, after.dueAt !== null]).toEqual([
          event,
          ['PENDING_PAYMENT', 'PAYMENT_EXPIRED', 'CANCELLATION_REQUESTED', 'READY_FOR_PICKUP'].includes(to),
        ]);
        const open = (await chargesOf(id)).filter((charge) => charge.state === 'pending');
        expect([event, open.length]).toEqual([
          event,
          to === 'PENDING_PAYMENT' || to === 'PAYMENT_REVIEW' ? 1 : 0,
        ]);
      }
    },
  );

  it('refuses events that are none, and orders that are none', async () => {
    const { code } = await fresh();
    expect((await send(server, code, 'order.stolen')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'type', message: 'Escolha uma das opções.' }],
    });
    expect((await send(server, '0000000000000000', 'order.canceled')).json.code).toBe('NOT_FOUND');
    expect((await send(server, 'short', 'order.canceled')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'orderCode' }],
    });
    expect(
      (
        await server.call('POST', `/sandbox/orders/${code}/events`, {
          host: 'clube.localhost',
          body: { type: 'order.canceled' },
        })
      ).json.code,
    ).toBe('NOT_FOUND');
  });

  it('expires with its Pix, by the clock, whoever looks first', async () => {
    const { id, code } = await fresh([line('banana', 1)]);
    const stock = await left(server, 'banana');
    await server.shift(1_740);
    expect(await stateOf(code)).toBe('PENDING_PAYMENT');
    await server.shift(60);
    // Nobody swept: reading is enough.
    expect((await read(code)).json).toMatchObject({
      state: 'PAYMENT_EXPIRED',
      allowedEvents: ['payment.requested', 'payment.confirmed', 'retry.ended'],
    });
    expect(await left(server, 'banana')).toBe(stock + 1);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json).toMatchObject({
      status: 'expired',
      attempt: 1,
      attemptsLeft: 3,
    });
    await server.sweep();
    expect(await left(server, 'banana')).toBe(stock + 1);
    expect((await historyOf(id)).at(-1)).toMatchObject({ type: 'payment.expired', actor: 'system' });
    await server.shift(86_340);
    await server.sweep();
    expect((await rowOf(code)).state).toBe('PAYMENT_EXPIRED');
    await server.shift(60);
    await server.sweep();
    expect((await read(code)).json).toMatchObject({
      state: 'CANCELED',
      properties: { reason: 'NOT_PAID' },
      allowedEvents: [],
    });
    expect(await left(server, 'banana')).toBe(stock + 1);
  });

  it('catches up when nobody looked for days', async () => {
    const { id, code } = await fresh();
    await server.shift(3 * 86_400);
    await Promise.all([
      server.services.orderSweep.sweep('client'),
      read(code),
      server.services.orderSweep.sweep('client'),
    ]);
    await server.sweep();
    expect((await historyOf(id)).map((event) => event.type)).toEqual([
      'order.created',
      'payment.requested',
      'payment.expired',
      'retry.ended',
    ]);
  });

  it('gives up the retry at the end of its campaign', async () => {
    const end = new Date(server.core.clock.now() + 3_600_000);
    const restore = await alterCampaign(server, {
      row: { endsAt: end },
      body: { expired: { end: end.toISOString() } },
    });
    const { code } = await fresh();
    await server.shift(1_801);
    await server.sweep();
    expect((await rowOf(code)).dueAt).toEqual(end);
    await server.shift(1_801);
    await server.sweep();
    expect((await rowOf(code)).state).toBe('CANCELED');
    await restore();
  });

  it('takes three more codes after the first, each with its own charge, and then none', async () => {
    const { id, code } = await fresh();
    expect((await ask(id)).json).toMatchObject({
      code: 'ILLEGAL_EVENT',
      status: 409,
      allowedEvents: expect.arrayContaining(['payment.expired']),
    });
    const stock = await left(server, 'tomate');
    const txids = new Set<string>();
    for (const attempt of [2, 3, 4]) {
      await server.shift(1_801);
      const { status, json } = await ask(id);
      expect([status, json.state]).toEqual([200, 'PENDING_PAYMENT']);
      expect(await left(server, 'tomate')).toBe(stock);
      const pix = (await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json;
      expect([pix.attempt, pix.attemptsLeft, pix.status]).toEqual([attempt, 4 - attempt, 'pending']);
      txids.add(pix.brCode);
    }
    expect(txids.size).toBe(3);
    await server.shift(1_801);
    expect((await ask(id)).json).toMatchObject({ code: 'PIX_LIMIT', status: 422 });
    expect(await chargesOf(id)).toHaveLength(4);
  });

  it('answers STOCK when the goods of an expired order are gone, and changes nothing', async () => {
    const { id, code } = await fresh([line('manga', 2), line('banana', 1)]);
    await server.shift(1_801);
    await server.sweep();
    await setStock(server, 'manga', 1);
    const bananas = await left(server, 'banana');
    expect((await ask(id)).json).toMatchObject({ code: 'STOCK', status: 409 });
    expect([
      await left(server, 'manga'),
      await left(server, 'banana'),
      await stateOf(code),
      (await chargesOf(id)).length,
    ]).toEqual([1, bananas, 'PAYMENT_EXPIRED', 1]);
    await setStock(server, 'manga', 3);
    expect((await ask(id)).status).toBe(200);
    expect(await left(server, 'manga')).toBe(1);
    await cancel(id);
  });

  it('lets its buyer cancel before preparation only', async () => {
    const stock = await left(server, 'tomate');
    const { id, code } = await fresh();
    expect((await cancel(id, '?reason=mudei%20de%20ideia')).status).toBe(204);
    expect((await read(code)).json).toMatchObject({
      state: 'CANCELED',
      properties: { reason: 'mudei de ideia' },
      allowedEvents: [],
    });
    expect(await left(server, 'tomate')).toBe(stock);
    expect((await cancel(id)).json).toMatchObject({ code: 'NOT_CANCELABLE', status: 409, allowedEvents: [] });
    expect(await refundsOf(id)).toEqual([]);
    const paid = await fresh();
    await pay(server, paid.code);
    expect((await cancel(paid.id)).status).toBe(204);
    expect(await refundsOf(paid.id)).toMatchObject([{ amount: 990, state: 'requested', reason: 'BUYER' }]);
    const late = await fresh();
    await pay(server, late.code);
    await send(server, late.code, 'preparation.started');
    expect((await cancel(late.id)).json).toMatchObject({
      code: 'NOT_CANCELABLE',
      allowedEvents: expect.arrayContaining(['cancellation.requested']),
    });
    expect((await ask(late.id, 'cancellation.requested')).json.state).toBe('CANCELLATION_REQUESTED');
    await send(server, late.code, 'cancellation.accepted');
    expect(await refundsOf(late.id)).toHaveLength(1);
    expect((await ask(late.id, 'order.delivered')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'type' }],
    });
    expect((await cancel(late.id, `?reason=${'a'.repeat(201)}`)).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'reason' }],
    });
    for (const path of ['nobody', '00000000-0000-4000-8000-000000000000'])
      expect([400, 404]).toContain((await cancel(path)).status);
  });

  it('cancels once when everything comes at once', async () => {
    const stock = await left(server, 'tomate');
    const { id, code } = await fresh();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => cancel(id)),
      pay(server, code),
      send(server, code, 'payment.expired'),
    ]);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const row = await rowOf(code);
    expect((await historyOf(id)).map((event) => event.sequence)).toEqual(
      Array.from({ length: row.version }, (_, index) => index + 1),
    );
    expect(await left(server, 'tomate')).toBe(stock - Number(keepsGoods(row.state as OrderState)));
    const confirmed = (await chargesOf(id)).filter((charge) => charge.state === 'confirmed');
    // Money that came in is either the order's or on its way back.
    expect((await refundsOf(id)).length).toBe(row.state === 'CANCELED' ? confirmed.length : 0);
  });

  it('pays back an hour later in the sandbox, once', async () => {
    const { id, code } = await fresh();
    await pay(server, code);
    await cancel(id);
    await server.sweep();
    expect(await stateOf(code)).toBe('CANCELED');
    await server.shift(3_601);
    const [charge] = await chargesOf(id);
    await Promise.all([1, 2].map(() => server.services.settlement.check('client', charge?.id ?? '')));
    expect((await read(code)).json).toMatchObject({ state: 'REFUNDED', allowedEvents: [] });
    expect((await chargesOf(id)).map((charge) => charge.state)).toEqual(['refunded']);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.status).toBe('refunded');
    expect(await refundsOf(id)).toMatchObject([{ state: 'settled' }]);
  });

  it('keeps the place in a window until it is canceled', async () => {
    const cart = await newCart(server, buyer, one, { location: home });
    const [window] = (await see(server, buyer, `/api/operation/orders/quote/${cart.uuid}`)).json.options[0]
      .windows;
    const held = await newCart(server, buyer, one, {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: window.id },
    });
    const { json: lock } = await lockCart(server, buyer, held.uuid);
    const { json: placed } = await place(server, buyer, orderBody(held.uuid, one, { fence: lock.fence }), {
      type: 'SHIPPING',
    });
    const taken = async () =>
      (
        await server.core.db.read('client', (tx) =>
          tx.select().from(deliveryWindow).where(eq(deliveryWindow.id, window.id)),
        )
      )[0]?.taken;
    expect(await taken()).toBe(1);
    await send(server, placed.code, 'payment.expired');
    expect(await taken()).toBe(1);
    await send(server, placed.code, 'retry.ended');
    expect(await taken()).toBe(0);
  });
});
