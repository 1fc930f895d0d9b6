import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderChild } from '#server/db/schema/order.ts';
import {
  type Client,
  type Who,
  buy,
  campaignId,
  itemId,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  pay,
  pickup,
  see,
  send,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { chargesOf, paidBack } from '#tests/support/orders/charges.ts';
import { newPromotion, usesOf } from '#tests/support/orders/coupons.ts';
import { both, family, states } from '#tests/support/orders/families.ts';
import { broken } from '#tests/support/invariants.ts';
import { again, ask, cancel, hourLater, readOrder, tell } from '#tests/support/orders/order-events.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { bookOf, newWallet } from '#tests/support/orders/wallets.ts';

type Json = Answer['json'];

describe.each(engines)('parts of an order on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await alterCampaign(server, { body: { depends: [] } }, 'depois');
    client = await newClient(server);
  });
  afterAll(() => server.close());

  it('D49 go their own ways once they are paid, and the whole is where the least advanced is', async () => {
    const { order, week, later } = await family(server, client);
    const all = () => states(server, client, order.code, week.code, later.code);
    await tell(server, week.code, 'preparation.started', 'order.shipped');
    expect(await all()).toEqual(['PAID', 'SHIPPED', 'PAID']);
    // What is left of it is canceled part by part, and nobody is offered anything else.
    const offered = async (path: string) =>
      ((await see(server, client, `/api/operation/orders/${path}`)).json.allowedEvents as string[]).includes(
        'order.canceled',
      );
    expect([
      await offered(`code/${order.code}`),
      await offered(`follow/${order.id}`),
      await offered(`code/${later.code}`),
    ]).toEqual([false, false, true]);
    const { json: refused } = await cancel(server, client, order.id);
    expect([refused.code, refused.allowedEvents.includes('order.canceled')]).toEqual([
      'NOT_CANCELABLE',
      false,
    ]);
    // What the whole is told, its least advanced parts are.
    await tell(server, order.code, 'preparation.started');
    expect(await all()).toEqual(['PREPARING', 'SHIPPED', 'PREPARING']);
    expect((await send(server, week.code, 'preparation.started')).json.code).toBe('ILLEGAL_EVENT');
    expect((await send(server, week.code, 'order.delivered')).json).toMatchObject({
      code: week.code,
      state: 'COMPLETED',
      allowedEvents: [],
    });
    expect(await all()).toEqual(['PREPARING', 'COMPLETED', 'PREPARING']);
    expect((await ask(server, client, week.id, { type: 'return.requested' })).json.code).toBe(
      'ILLEGAL_EVENT',
    );
    await tell(server, later.code, 'order.shipped', 'delivery.started', 'delivery.failed');
    expect(await all()).toEqual(['DELIVERY_FAILED', 'COMPLETED', 'DELIVERY_FAILED']);
    await tell(server, later.code, 'delivery.rescheduled', 'order.delivered');
    expect(await all()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    const seen = async (path: string, who: Who = client) =>
      (await see(server, who, `/api/operation/orders/${path}`)).json.events.map(({ state }: Json) => state);
    const begun = ['CREATED', 'PENDING_PAYMENT', 'PAID', 'PREPARING', 'SHIPPED'];
    const slow = [...begun, 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'SHIPPED', 'COMPLETED'];
    expect(await seen(`follow/${week.id}`)).toEqual([...begun, 'COMPLETED']);
    expect(await seen(`code/${later.code}/public`, {})).toEqual(slow);
    expect(await seen(`follow/${order.id}`)).toEqual(slow);
    // A return of one part names its own lines.
    const { json } = await ask(server, client, later.id, {
      type: 'return.requested',
      items: [{ line: 0, quantity: 1 }],
    });
    expect([json.id, json.state]).toEqual([later.id, 'RETURN_REQUESTED']);
    const whole = (await readOrder(server, client, order.code)).json;
    expect([
      whole.properties.returnRequest.amount,
      whole.items[whole.properties.returnRequest.items[0].line].item.id,
    ]).toEqual([5.5, itemId('banana', 'depois')]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('are paid, expire and are canceled as one before the money is there', async () => {
    const { order } = await buy(server, client, both);
    const { json: parts } = await see(server, client, `/api/operation/orders/code/${order.code}/child`);
    expect(parts.map(({ allowedEvents }: Json) => allowedEvents)).toEqual([[], []]);
    expect((await cancel(server, client, parts[0].id)).json.code).toBe('NOT_CANCELABLE');
    for (const type of ['payment.confirmed', 'payment.expired', 'order.canceled'])
      expect((await send(server, parts[0].code, type)).json.code).toBe('ILLEGAL_EVENT');
    expect((await cancel(server, client, order.id)).status).toBe(204);
    expect(await states(server, client, order.code, parts[0].code, parts[1].code)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ]);
  });

  it('give their goods and their money back when they are canceled alone, each once', async () => {
    const promotion = await newPromotion(server, { percent: 50, campaignIds: [campaignId('semana')] });
    const before = await left(server, 'tomate');
    const { order, week, later } = await family(server, client, {
      shippingMethod: pickup(),
      coupon: promotion.code,
    });
    expect([
      order.properties.totals.total,
      week.properties.totals.total,
      later.properties.totals.total,
    ]).toEqual([15.4, 9.9, 5.5]);
    await tell(server, later.code, 'preparation.started');
    // Some of it is in preparation: the whole is not canceled any more, the part that is not by itself.
    expect((await cancel(server, client, order.id)).json.code).toBe('NOT_CANCELABLE');
    expect(await left(server, 'tomate')).toBe(before - 2);
    expect((await cancel(server, client, week.id)).status).toBe(204);
    expect((await cancel(server, client, week.id)).json.code).toBe('NOT_CANCELABLE');
    expect([
      await left(server, 'tomate'),
      await paidBack(server, order.id),
      await usesOf(server, promotion.id),
    ]).toEqual([before, [['PIX', 990, 'requested']], { used: 1, states: ['consumed'] }]);
    expect(await states(server, client, order.code, week.code, later.code)).toEqual([
      'PREPARING',
      'CANCELED',
      'PREPARING',
    ]);
    expect((await readOrder(server, client, week.code)).json.properties.reason).toBe('BUYER');
    expect(await broken(server.core)).toEqual([]);
    // The other one is asked to be canceled, and is: then all of it was.
    expect(
      (await ask(server, client, later.id, { type: 'cancellation.requested', reason: 'Demorou' })).json,
    ).toMatchObject({ id: later.id, state: 'CANCELLATION_REQUESTED' });
    await tell(server, later.code, 'cancellation.accepted');
    expect(await states(server, client, order.code, week.code, later.code)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ]);
    expect([await paidBack(server, order.id), await usesOf(server, promotion.id)]).toEqual([
      [
        ['PIX', 990, 'requested'],
        ['PIX', 550, 'requested'],
      ],
      { used: 0, states: ['released'] },
    ]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('leave the limit of their campaign when they are canceled alone', async () => {
    const who = await newClient(server);
    const { week, later } = await family(server, who);
    const restore = await alterCampaign(server, {
      body: { cartControls: { maxPerAccount: 2, discountRules: [] } },
    });
    await tell(server, later.code, 'preparation.started');
    const { uuid: cartUuid } = await newCart(server, who, [line('tomate', 1)]);
    expect((await lockCart(server, who, cartUuid)).json).toMatchObject({ code: 'LOCK', detail: 'LIMIT' });
    expect((await cancel(server, who, week.id)).status).toBe(204);
    expect((await lockCart(server, who, cartUuid)).status).toBe(200);
    await restore();
  });

  it('are completed together when one was delivered and the other canceled, and only what came may go back', async () => {
    const who = await newClient(server);
    const { order, week, later } = await family(server, who);
    await tell(server, order.code, 'preparation.started');
    await tell(server, week.code, 'cancellation.requested', 'cancellation.accepted');
    await tell(server, later.code, 'order.shipped');
    // What was asked before is answered before time moves.
    await hourLater(server);
    await server.sweep();
    await server.drain();
    const back = await again(server, who);
    expect(await states(server, back, order.code, week.code, later.code)).toEqual([
      'SHIPPED',
      'REFUNDED',
      'SHIPPED',
    ]);
    await tell(server, order.code, 'order.delivered');
    expect(await states(server, back, order.code, week.code, later.code)).toEqual([
      'COMPLETED',
      'REFUNDED',
      'COMPLETED',
    ]);
    const factsOf = async (slug: string) =>
      (await see(server, back, `/api/operation/campaigns/byName/${slug}`)).json.facts.orders.find(
        ({ id, campaignId: of }: Json) => id === order.id && of === campaignId(slug),
      ).state;
    expect([await factsOf('semana'), await factsOf('depois')]).toEqual(['REFUNDED', 'COMPLETED']);
    expect((await readOrder(server, back, week.code)).json.allowedEvents).toEqual([]);
    const whole = (await readOrder(server, back, order.code)).json;
    const canceled = whole.items.findIndex(({ campaignId: of }: Json) => of === campaignId('semana'));
    expect(
      (
        await ask(server, back, order.id, {
          type: 'return.requested',
          items: [{ line: canceled, quantity: 1 }],
        })
      ).json.code,
    ).toBe('MALFORMED');
    expect(
      (await ask(server, back, order.id, { type: 'return.requested' })).json.properties.returnRequest,
    ).toMatchObject({ amount: 5.5, items: [{ line: 1 - canceled, quantity: 1 }] });
    await tell(server, order.code, 'return.received');
    expect((await paidBack(server, order.id)).map(([, amount]) => amount)).toEqual([1_980, 550]);
    await hourLater(server);
    const last = await again(server, who);
    expect(await states(server, last, order.code, week.code, later.code)).toEqual([
      'REFUNDED',
      'REFUNDED',
      'REFUNDED',
    ]);
    expect((await readOrder(server, last, order.code)).json.allowedEvents).toEqual([]);
    const [charge] = await chargesOf(server, order.id);
    expect([charge?.state, charge?.refunded]).toEqual(['refunded', charge?.amount]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('take back first what came from outside, then what a wallet paid', async () => {
    const who = await newClient(server);
    const wallet = await newWallet(server, who.accountId, [[1_000]]);
    const more = { paymentMethod: { type: 'PIX', wallet: { uuid: wallet, amount: 10 } } };
    const { order } = await buy(server, who, both, undefined, { more });
    await pay(server, order.code);
    const parts = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, order.id)),
    );
    const [week, later] = ['semana', 'depois'].map((slug) =>
      parts.find((one) => one.campaignId === campaignId(slug)),
    );
    // 25.30 in all: 15.30 by Pix, 10.00 by the wallet.
    await tell(server, week?.code ?? '', 'order.canceled');
    expect(await paidBack(server, order.id)).toEqual([
      ['PIX', 1_530, 'requested'],
      ['WALLET', 450, 'settled'],
    ]);
    // Its buyer reads that with the whole; a part says nothing of money.
    const follow = (id: string) => see(server, who, `/api/operation/orders/follow/${id}`);
    const { refunds } = (await follow(order.id)).json;
    expect(refunds.map(({ to, amount, state }: Json) => `${to} ${amount} ${state}`).toSorted()).toEqual([
      'PIX 15.3 requested',
      'WALLET 4.5 settled',
    ]);
    expect((await follow(week?.id ?? '')).json.refunds).toBeUndefined();
    await tell(server, later?.code ?? '', 'order.canceled');
    expect((await paidBack(server, order.id)).slice(2)).toEqual([['WALLET', 550, 'settled']]);
    expect(await bookOf(server, wallet)).toEqual({ left: 1_000, booked: 1_000, unbalanced: 0 });
    expect(await states(server, who, order.code)).toEqual(['CANCELED']);
  });
});
