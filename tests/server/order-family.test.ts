import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderChild } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import {
  type Client,
  type Who,
  alterCampaign,
  buy,
  campaignId,
  home,
  itemId,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pay,
  pickup,
  place,
  see,
  send,
} from '#tests/support/buyers.ts';
import { newPromotion, usesOf } from '#tests/support/coupons.ts';
import { broken } from '#tests/support/invariants.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/server.ts';
import { bookOf, newWallet } from '#tests/support/wallets.ts';

type Json = Answer['json'];

describe.each(engines)('parts of an order on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await alterCampaign(server, { body: { depends: [] } }, 'depois');
    client = await newClient(server);
    other = await newClient(server);
  });
  afterAll(() => server.close());

  const both = [line('tomate', 2), line('banana', 1, { slug: 'depois' })];
  const order$ = (who: Who, code: string) => see(server, who, `/api/operation/orders/code/${code}`);
  /** A paid order of two campaigns: 19.80 of one, 5.50 of the other. */
  async function family(
    who: Who = client,
    draft?: object,
  ): Promise<{ order: Json; week: Json; later: Json }> {
    const { order } = await buy(server, who, both, draft);
    await pay(server, order.code);
    const { json } = await see(server, who, `/api/operation/orders/code/${order.code}/child`);
    const of = (slug: string) => json.find((one: Json) => one.properties.campaignId === campaignId(slug));
    return { order, week: of('semana'), later: of('depois') };
  }
  const tell = async (code: string, ...types: string[]) => {
    for (const type of types) expect([type, (await send(server, code, type)).status]).toEqual([type, 200]);
  };
  const states = async (who: Who, ...codes: string[]) =>
    Promise.all(codes.map(async (code) => (await order$(who, code)).json.state as string));
  const refunds = (orderId: string) =>
    server.core.db.read('client', async (tx) =>
      (
        await tx
          .select({ type: payment.type, amount: refund.amount, state: refund.state })
          .from(refund)
          .innerJoin(payment, eq(payment.id, refund.paymentId))
          .where(eq(refund.orderId, orderId))
          .orderBy(refund.requestedAt, refund.id)
      ).map(({ type, amount, state }) => [type, amount, state]),
    );
  const cancel = (who: Client, id: string) =>
    server.call('DELETE', `/api/operation/orders/cancel/${id}`, { bearer: who.bearer });
  const ask = (who: Client, id: string, body: object) =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, { bearer: who.bearer, body });

  it('are read by code and by id, with their own lines, totals and whole', async () => {
    const { order, week } = await family();
    const byCode = (await order$(client, week.code)).json;
    expect(byCode).toMatchObject({
      id: week.id,
      code: week.code,
      parentId: order.id,
      state: 'PAID',
      items: [{ item: { id: itemId('tomate') }, quantity: 2 }],
      properties: {
        campaignId: campaignId('semana'),
        campaignName: 'Campanha semana',
        price: 19.8,
        totals: { subTotal: 19.8, total: 19.8 },
      },
    });
    expect([
      byCode.items.length,
      (await see(server, client, `/api/operation/orders/order/${week.id}`)).json,
      (await order$(client, order.code)).json.parentId,
    ]).toEqual([1, byCode, undefined]);
    const follow = (await see(server, client, `/api/operation/orders/follow/${week.id}`)).json;
    expect([follow.orderCode, follow.state, follow.events.map((one: Json) => one.state)]).toEqual([
      week.code,
      'PAID',
      ['CREATED', 'PENDING_PAYMENT', 'PAID'],
    ]);
    expect(follow.allowedEvents).toEqual(byCode.allowedEvents);
    expect((await see(server, client, `/api/operation/orders/code/${week.code}/child`)).json).toEqual([]);
    // The payment is the whole's.
    expect((await see(server, client, `/api/pix/qrcode?id=${week.code}`)).json.code).toBe('NOT_FOUND');
    expect((await ask(client, week.id, { type: 'payment.requested' })).json.code).toBe('ILLEGAL_EVENT');
  });

  it('SEC-12 SEC-13 show as little of themselves to others as the whole does', async () => {
    const { week } = await family();
    const { json } = await see(server, {}, `/api/operation/orders/code/${week.code}/public`);
    expect(json).toMatchObject({ code: week.code, state: 'PAID', items: [{ quantity: 2 }] });
    expect([json.items.length, JSON.stringify(json).includes('Prado'), Object.keys(json).toSorted()]).toEqual(
      [1, false, ['code', 'creationDate', 'events', 'items', 'name', 'state', 'type']],
    );
    for (const who of [
      { bearer: other.bearer },
      { leadSecret: (await newLead(server)).leadSecret },
      { bearer: client.bearer, host: 'clube.localhost' },
    ])
      for (const path of [
        `code/${week.code}`,
        `code/${week.code}/child`,
        `order/${week.id}`,
        `follow/${week.id}`,
      ])
        expect(['NOT_FOUND', 'UNAUTHENTICATED']).toContain(
          (await see(server, who, `/api/operation/orders/${path}`)).json.code,
        );
    expect((await see(server, {}, `/api/operation/orders/code/${week.code}`)).json.code).toBe(
      'UNAUTHENTICATED',
    );
    expect((await cancel(other, week.id)).json.code).toBe('NOT_FOUND');
    expect((await ask(other, week.id, { type: 'cancellation.requested' })).json.code).toBe('NOT_FOUND');
    expect(
      (await see(server, { host: 'clube.localhost' }, `/api/operation/orders/code/${week.code}/public`))
        .status,
    ).not.toBe(200);
  });

  it('are listed with their orders when these are not asked for alone', async () => {
    const who = await newClient(server);
    const { order, week, later } = await family(who);
    const { order: single } = await buy(server, who, [line('tomate', 1)]);
    const page = async (query: string) =>
      (await see(server, who, `/api/operation/orders/pageable${query}`)).json;
    const ids = async (query: string) => (await page(query)).content.map(({ id }: Json) => id as string);
    const wholes = [single.id, order.id];
    expect([await ids(''), await ids('?onlyParent=true')]).toEqual([wholes, wholes]);
    const all = await page('?onlyParent=false');
    expect([all.totalElements, all.last, all.content.map(({ parentId }: Json) => parentId)]).toEqual([
      5,
      true,
      [undefined, single.id, undefined, order.id, order.id],
    ]);
    expect(new Set(all.content.slice(3).map(({ id }: Json) => id))).toEqual(new Set([week.id, later.id]));
    const halves = [
      ...(await ids('?onlyParent=false&size=2')),
      ...(await ids('?onlyParent=false&size=2&page=1')),
      ...(await ids('?onlyParent=false&size=2&page=2')),
    ];
    expect(halves).toEqual(all.content.map(({ id }: Json) => id));
    await tell(week.code, 'preparation.started');
    expect(await ids('?onlyParent=false&status=PREPARING')).toEqual([week.id]);
    expect(await ids(`?onlyParent=false&campaignIds=${campaignId('depois')}`)).toEqual([order.id, later.id]);
    expect(await ids('?onlyParent=false&searchText=banana')).toEqual([order.id, later.id]);
    expect(await ids(`?onlyParent=false&searchText=${week.code.slice(0, 8)}`)).toEqual([week.id]);
    expect(await ids('?onlyParent=false&created_before=2000-01-01')).toEqual([]);
    expect(
      (await see(server, other, '/api/operation/orders/pageable?onlyParent=false')).json.totalElements,
    ).toBe(0);
  });

  it('D49 go their own ways once they are paid, and the whole is where the least advanced is', async () => {
    const { order, week, later } = await family();
    const all = () => states(client, order.code, week.code, later.code);
    await tell(week.code, 'preparation.started', 'order.shipped');
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
    const { json: refused } = await cancel(client, order.id);
    expect([refused.code, refused.allowedEvents.includes('order.canceled')]).toEqual([
      'NOT_CANCELABLE',
      false,
    ]);
    // What the whole is told, its least advanced parts are.
    await tell(order.code, 'preparation.started');
    expect(await all()).toEqual(['PREPARING', 'SHIPPED', 'PREPARING']);
    expect((await send(server, week.code, 'preparation.started')).json.code).toBe('ILLEGAL_EVENT');
    expect((await send(server, week.code, 'order.delivered')).json).toMatchObject({
      code: week.code,
      state: 'COMPLETED',
      allowedEvents: [],
    });
    expect(await all()).toEqual(['PREPARING', 'COMPLETED', 'PREPARING']);
    expect((await ask(client, week.id, { type: 'return.requested' })).json.code).toBe('ILLEGAL_EVENT');
    await tell(later.code, 'order.shipped', 'delivery.started', 'delivery.failed');
    expect(await all()).toEqual(['DELIVERY_FAILED', 'COMPLETED', 'DELIVERY_FAILED']);
    await tell(later.code, 'delivery.rescheduled', 'order.delivered');
    expect(await all()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    const seen = async (path: string, who: Who = client) =>
      (await see(server, who, `/api/operation/orders/${path}`)).json.events.map(({ state }: Json) => state);
    expect(await seen(`follow/${week.id}`)).toEqual([
      'CREATED',
      'PENDING_PAYMENT',
      'PAID',
      'PREPARING',
      'SHIPPED',
      'COMPLETED',
    ]);
    expect(await seen(`code/${later.code}/public`, {})).toEqual([
      'CREATED',
      'PENDING_PAYMENT',
      'PAID',
      'PREPARING',
      'SHIPPED',
      'OUT_FOR_DELIVERY',
      'DELIVERY_FAILED',
      'SHIPPED',
      'COMPLETED',
    ]);
    expect(await seen(`follow/${order.id}`)).toEqual([
      'CREATED',
      'PENDING_PAYMENT',
      'PAID',
      'PREPARING',
      'SHIPPED',
      'OUT_FOR_DELIVERY',
      'DELIVERY_FAILED',
      'SHIPPED',
      'COMPLETED',
    ]);
    // A return of one part names its own lines.
    const { json } = await ask(client, later.id, {
      type: 'return.requested',
      items: [{ line: 0, quantity: 1 }],
    });
    expect([json.id, json.state]).toEqual([later.id, 'RETURN_REQUESTED']);
    const whole = (await order$(client, order.code)).json;
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
    expect((await cancel(client, parts[0].id)).json.code).toBe('NOT_CANCELABLE');
    for (const type of ['payment.confirmed', 'payment.expired', 'order.canceled'])
      expect((await send(server, parts[0].code, type)).json.code).toBe('ILLEGAL_EVENT');
    expect((await cancel(client, order.id)).status).toBe(204);
    expect(await states(client, order.code, parts[0].code, parts[1].code)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ]);
  });

  it('give their goods and their money back when they are canceled alone, each once', async () => {
    const promotion = await newPromotion(server, { percent: 50, campaignIds: [campaignId('semana')] });
    const before = await left(server, 'tomate');
    const { order, week, later } = await family(client, { shippingMethod: pickup(), coupon: promotion.code });
    expect([
      order.properties.totals.total,
      week.properties.totals.total,
      later.properties.totals.total,
    ]).toEqual([15.4, 9.9, 5.5]);
    await tell(later.code, 'preparation.started');
    // Some of it is in preparation: the whole is not canceled any more, the part that is not by itself.
    expect((await cancel(client, order.id)).json.code).toBe('NOT_CANCELABLE');
    expect(await left(server, 'tomate')).toBe(before - 2);
    expect((await cancel(client, week.id)).status).toBe(204);
    expect((await cancel(client, week.id)).json.code).toBe('NOT_CANCELABLE');
    expect([
      await left(server, 'tomate'),
      await refunds(order.id),
      await usesOf(server, promotion.id),
    ]).toEqual([before, [['PIX', 990, 'requested']], { used: 1, states: ['consumed'] }]);
    expect(await states(client, order.code, week.code, later.code)).toEqual([
      'PREPARING',
      'CANCELED',
      'PREPARING',
    ]);
    expect((await order$(client, week.code)).json.properties.reason).toBe('BUYER');
    expect(await broken(server.core)).toEqual([]);
    // The other one is asked to be canceled, and is: then all of it was.
    expect(
      (await ask(client, later.id, { type: 'cancellation.requested', reason: 'Demorou' })).json,
    ).toMatchObject({ id: later.id, state: 'CANCELLATION_REQUESTED' });
    await tell(later.code, 'cancellation.accepted');
    expect(await states(client, order.code, week.code, later.code)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ]);
    expect([await refunds(order.id), await usesOf(server, promotion.id)]).toEqual([
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
    const { week, later } = await family(who);
    const restore = await alterCampaign(server, {
      body: { cartControls: { maxPerAccount: 2, discountRules: [] } },
    });
    await tell(later.code, 'preparation.started');
    const { uuid: cartUuid } = await newCart(server, who, [line('tomate', 1)]);
    expect((await lockCart(server, who, cartUuid)).json).toMatchObject({ code: 'LOCK', detail: 'LIMIT' });
    expect((await cancel(who, week.id)).status).toBe(204);
    expect((await lockCart(server, who, cartUuid)).status).toBe(200);
    await restore();
  });

  it('are completed together when one was delivered and the other canceled, and only what came may go back', async () => {
    const who = await newClient(server);
    const { order, week, later } = await family(who);
    await tell(order.code, 'preparation.started');
    await tell(week.code, 'cancellation.requested', 'cancellation.accepted');
    await tell(later.code, 'order.shipped');
    // What was asked before is answered before time moves.
    await server.drain();
    await server.shift(3_700);
    for (let round = 0; round < 2; round++) {
      await server.sweep();
      await server.drain();
    }
    const again = {
      ...who,
      bearer: (await server.services.session.open('client', who.userId, true)).access_token,
    };
    expect(await states(again, order.code, week.code, later.code)).toEqual([
      'SHIPPED',
      'REFUNDED',
      'SHIPPED',
    ]);
    await tell(order.code, 'order.delivered');
    expect(await states(again, order.code, week.code, later.code)).toEqual([
      'COMPLETED',
      'REFUNDED',
      'COMPLETED',
    ]);
    const factsOf = async (slug: string) =>
      (await see(server, again, `/api/operation/campaigns/byName/${slug}`)).json.facts.orders.find(
        ({ id, campaignId: of }: Json) => id === order.id && of === campaignId(slug),
      ).state;
    expect([await factsOf('semana'), await factsOf('depois')]).toEqual(['REFUNDED', 'COMPLETED']);
    expect((await order$(again, week.code)).json.allowedEvents).toEqual([]);
    const whole = (await order$(again, order.code)).json;
    const canceled = whole.items.findIndex(({ campaignId: of }: Json) => of === campaignId('semana'));
    expect(
      (await ask(again, order.id, { type: 'return.requested', items: [{ line: canceled, quantity: 1 }] }))
        .json.code,
    ).toBe('MALFORMED');
    expect(
      (await ask(again, order.id, { type: 'return.requested' })).json.properties.returnRequest,
    ).toMatchObject({ amount: 5.5, items: [{ line: 1 - canceled, quantity: 1 }] });
    await tell(order.code, 'return.received');
    expect((await refunds(order.id)).map(([, amount]) => amount)).toEqual([1_980, 550]);
    await server.drain();
    await server.shift(3_700);
    await server.sweep();
    await server.drain();
    const last = { bearer: (await server.services.session.open('client', who.userId, true)).access_token };
    expect(await states(last, order.code, week.code, later.code)).toEqual([
      'REFUNDED',
      'REFUNDED',
      'REFUNDED',
    ]);
    expect((await order$(last, order.code)).json.allowedEvents).toEqual([]);
    const [charge] = await server.core.db.read('client', (tx) =>
      tx.select().from(payment).where(eq(payment.orderId, order.id)),
    );
    expect([charge?.state, charge?.refunded]).toEqual(['refunded', charge?.amount]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('take back first what came from outside, then what a wallet paid', async () => {
    const who = await newClient(server);
    const wallet = await newWallet(server, who.accountId, [[1_000]]);
    const { uuid: cartUuid } = await newCart(server, who, both);
    const { json: lock } = await lockCart(server, who, cartUuid);
    const { json: order } = await place(
      server,
      who,
      orderBody(
        cartUuid,
        both,
        { fence: lock.fence },
        { paymentMethod: { type: 'PIX', wallet: { uuid: wallet, amount: 10 } } },
      ),
    );
    await pay(server, order.code);
    const parts = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, order.id)),
    );
    const [week, later] = ['semana', 'depois'].map((slug) =>
      parts.find((one) => one.campaignId === campaignId(slug)),
    );
    // 25.30 in all: 15.30 by Pix, 10.00 by the wallet.
    await tell(week?.code ?? '', 'order.canceled');
    expect(await refunds(order.id)).toEqual([
      ['PIX', 1_530, 'requested'],
      ['WALLET', 450, 'settled'],
    ]);
    await tell(later?.code ?? '', 'order.canceled');
    expect([...(await refunds(order.id))].slice(2)).toEqual([['WALLET', 550, 'settled']]);
    expect(await bookOf(server, wallet)).toEqual({ left: 1_000, booked: 1_000, unbalanced: 0 });
    expect(await states(who, order.code)).toEqual(['CANCELED']);
  });

  it('say where they go as the server knows it, whatever was sent', async () => {
    const who = await newClient(server);
    const { uuid: probe } = await newCart(server, who, both, { location: home });
    const { options } = (await see(server, who, `/api/operation/orders/quote/${probe}`)).json;
    const way = options.find(({ type }: Json) => type === 'SCHEDULED');
    const placed = async (type: string, draft: object, sent: object) => {
      const { uuid: cartUuid } = await newCart(server, who, both, draft);
      const { json: lock } = await lockCart(server, who, cartUuid);
      const { status, json } = await place(
        server,
        who,
        orderBody(cartUuid, both, { fence: lock.fence, ...sent }),
        { type },
      );
      expect([status, json.code?.length]).toEqual([201, 16]);
      const {
        locationDescription,
        properties: { shippingAddressVerified, ignoreShippingAddress },
      } = (await order$(who, json.code)).json;
      return [locationDescription, shippingAddressVerified, ignoreShippingAddress];
    };
    const brought = {
      location: home,
      shippingMethod: { id: way.id, type: way.type, windowId: way.windows[0].id },
    };
    expect(
      await placed('SHIPPING', brought, { shippingAddressVerified: false, ignoreShippingAddress: true }),
    ).toEqual(['Rua Aspicuelta, 12, Vila Madalena, São Paulo - SP', true, undefined]);
    expect(
      await placed(
        'PICKUP',
        { shippingMethod: pickup() },
        { shippingAddressVerified: true, ignoreShippingAddress: true },
      ),
    ).toEqual(['Banca', undefined, undefined]);
    const restore = await alterCampaign(server, { body: { ignoreShippingAddress: true } });
    expect(await placed('INTERNAL', { shippingMethod: pickup() }, {})).toEqual(['Banca', undefined, true]);
    await restore();
  });

  it('tell along where they are, under which number, and where the invoice is', async () => {
    const who = await newClient(server);
    const { order, week } = await family(who);
    const events = (body: object) => server.call('POST', `/sandbox/orders/${week.code}/events`, { body });
    await tell(order.code, 'preparation.started');
    expect((await events({ type: 'order.shipped', invoiceUrl: 'javascript:alert(1)' })).json.code).toBe(
      'MALFORMED',
    );
    expect(
      (
        await events({
          type: 'order.shipped',
          trackingCode: 'BR123',
          place: 'São Paulo',
          invoiceUrl: 'https://nfe.exemplo.com/1',
        })
      ).status,
    ).toBe(200);
    expect((await events({ type: 'delivery.started', place: 'Pinheiros' })).status).toBe(200);
    const { json } = await see(server, who, `/api/operation/orders/follow/${week.id}`);
    expect([json.invoiceUrl, json.events.slice(-2).map(({ state, place: at }: Json) => [state, at])]).toEqual(
      [
        'https://nfe.exemplo.com/1',
        [
          ['SHIPPED', 'São Paulo'],
          ['OUT_FOR_DELIVERY', 'Pinheiros'],
        ],
      ],
    );
    expect((await see(server, {}, `/api/operation/orders/code/${week.code}/public`)).text).not.toContain(
      'Pinheiros',
    );
    // Each part has its own: the whole says none of them.
    expect(
      (await see(server, who, `/api/operation/orders/follow/${order.id}`)).json.invoiceUrl,
    ).toBeUndefined();
  });
});
