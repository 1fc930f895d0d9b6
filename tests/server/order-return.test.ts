import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item } from '#server/db/schema/shop/item.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { broken } from '#tests/support/invariants.ts';
import { begin, confirm, numbers, placeByCard, tokenOf } from '#tests/support/cards.ts';
import { newPromotion } from '#tests/support/coupons.ts';
import {
  type Client,
  alter,
  alterCampaign,
  buy,
  campaignId,
  itemId,
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
  signIn,
} from '#tests/support/buyers.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/server.ts';
import { bookOf, newWallet } from '#tests/support/wallets.ts';

const DAY = 86_400;

describe.each(engines)('goods that are given back on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await alter(server, 'client', async (tx) => {
      const [row] = await tx
        .select()
        .from(item)
        .where(and(eq(item.tenantId, 'client'), eq(item.id, itemId('manga'))));
      await tx
        .update(item)
        .set({
          body: { ...row?.body, properties: { ...(row?.body['properties'] as object), durable: true } },
        })
        .where(and(eq(item.tenantId, 'client'), eq(item.id, itemId('manga'))));
    });
    client = await newClient(server);
  });
  afterAll(() => server.close());

  const again = async () => ({
    bearer: (await server.services.session.open('client', client.userId, true)).access_token,
  });
  const ask = (who: Call, id: string, body: object = {}) =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, {
      ...who,
      body: { type: 'return.requested', ...body },
    });
  const deliver = async (code: string) => {
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      expect((await send(server, code, type)).status).toBe(200);
  };
  const delivered = async (who: Call, products = [line('tomate', 2), line('banana', 1)]) => {
    const { order } = await buy(server, who, products);
    await pay(server, order.code);
    await deliver(order.code);
    return order;
  };
  const refunds = (orderId: string) =>
    server.core.db.read('client', async (tx) =>
      (
        await tx
          .select({ type: payment.type, amount: refund.amount, state: refund.state })
          .from(refund)
          .innerJoin(payment, eq(payment.id, refund.paymentId))
          .where(eq(refund.orderId, orderId))
          .orderBy(payment.type)
      ).map(({ type, amount, state }) => [type, amount, state]),
    );

  it('for a fault have ninety days when they last, and thirty when anything among them does not', async () => {
    const lasting = await delivered(client, [line('manga', 1)]);
    const mixed = await delivered(client, [line('manga', 1), line('tomate', 1)]);
    expect([
      lasting.items[0].item.durable,
      mixed.items.map((one: { item: { durable?: boolean } }) => one.item.durable),
    ]).toEqual([true, [true, undefined]]);
    await server.shift(30 * DAY);
    let who = await again();
    expect((await ask(who, mixed.id, { kind: 'DEFECT' })).json.code).toBe('RETURN_LATE');
    expect((await ask(who, lasting.id, { kind: 'REGRET' })).json.code).toBe('RETURN_LATE');
    expect((await ask(who, lasting.id, { kind: 'MISSING' })).json.code).toBe('RETURN_LATE');
    // Of a mixed order the part that lasts may still be told.
    const place = mixed.items.findIndex((one: { item: { durable?: boolean } }) => one.item.durable);
    expect(
      (await ask(who, mixed.id, { kind: 'DEFECT', items: [{ line: place, quantity: 1 }] })).json.state,
    ).toBe('RETURN_REQUESTED');
    await send(server, mixed.code, 'return.refused');
    await server.shift(60 * DAY - 60);
    who = await again();
    expect((await ask(who, lasting.id, { kind: 'DEFECT', reason: 'Cabo solto' })).status).toBe(200);
    await send(server, lasting.code, 'return.refused');
    await server.shift(61);
    expect((await ask(await again(), lasting.id, { kind: 'DEFECT' })).json).toMatchObject({
      status: 422,
      code: 'RETURN_LATE',
    });
  });

  it('bring back what was paid for them, and no more', async () => {
    const who = await again();
    const order = await delivered(who);
    const tomatoes = order.items.findIndex(
      (one: { item: { id: string } }) => one.item.id === itemId('tomate'),
    );
    const { status, json } = await ask(who, order.id, {
      items: [{ line: tomatoes, quantity: 1 }],
      reason: 'Amassado',
      amount: 999,
    });
    expect([status, json.properties.returnRequest]).toEqual([
      200,
      {
        kind: 'REGRET',
        reason: 'Amassado',
        wish: 'REFUND',
        items: [{ line: tomatoes, quantity: 1 }],
        amount: 9.9,
        at: expect.any(String),
      },
    ]);
    await send(server, order.code, 'return.received');
    expect(await refunds(order.id)).toEqual([['PIX', 990, 'requested']]);
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    expect([
      await refunds(order.id),
      (await see(server, await again(), `/api/operation/orders/order/${order.id}`)).json.state,
    ]).toEqual([[['PIX', 990, 'settled']], 'REFUNDED']);
  });

  it('bring back what was paid for them when a code was for the other campaign alone', async () => {
    const who = await again();
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const { code } = await newPromotion(server, { percent: 50, campaignIds: [campaignId('semana')] });
    const products = [line('tomate', 1), line('tomate', 1, { slug: 'depois' })];
    const { order } = await buy(server, who, products, { shippingMethod: pickup(), coupon: code });
    await restore();
    expect(order.properties.totals).toMatchObject({ coupon: 4.95, total: 14.85 });
    await pay(server, order.code);
    await deliver(order.code);
    for (const [slug, amount] of [
      ['semana', 4.95],
      ['depois', 9.9],
    ] as const) {
      const at = order.items.findIndex((one: { campaignId: string }) => one.campaignId === campaignId(slug));
      expect(
        (await ask(who, order.id, { items: [{ line: at, quantity: 1 }] })).json.properties.returnRequest
          .amount,
      ).toBe(amount);
      if (slug === 'semana') await send(server, order.code, 'return.refused');
    }
    await send(server, order.code, 'return.received');
    expect(await refunds(order.id)).toEqual([['PIX', 990, 'requested']]);
  });

  it('bring the interest of a card back with them', async () => {
    const who = await again();
    const begun = await begin(server, who, { lines: [line('tomate', 12)], installments: 10 });
    const { json: order } = await placeByCard(server, who, begun, {
      clientSecret: begun.intent.clientSecret,
      installments: 10,
    });
    await confirm(server, begun.intent.clientSecret, await tokenOf(server, numbers.good));
    await server.drain();
    await deliver(order.code);
    const charged = Math.round(order.paymentMethod.plan.total * 100);
    expect(charged).toBeGreaterThan(11_880);
    await ask(who, order.id, { items: [{ line: 0, quantity: 5 }] });
    await send(server, order.code, 'return.received');
    expect(await refunds(order.id)).toEqual([['CREDIT_CARD', Math.floor((charged * 5) / 12), 'requested']]);
    await server.drain();
    await server.shift(3_700);
    await server.sweep();
    await server.drain();
    const later = await again();
    expect((await ask(later, order.id)).json.properties.returnRequest.amount).toBe(69.3);
    await send(server, order.code, 'return.received');
    const back = await refunds(order.id);
    expect(back.reduce((all, [, amount]) => all + Number(amount), 0)).toBe(charged);
  });

  it('come back in several parts, each paid once, and all of them to the centavo', async () => {
    const who = await again();
    const order = await delivered(who, [line('tomate', 3), line('banana', 1)]);
    const [tomatoes, bananas] = ['tomate', 'banana'].map((name) =>
      order.items.findIndex((one: { item: { id: string } }) => one.item.id === itemId(name as 'tomate')),
    );
    const settle = async () => {
      await send(server, order.code, 'return.received');
      expect((await ask(await again(), order.id)).json.code).toBe('ILLEGAL_EVENT');
      await server.drain();
      await server.shift(3_700);
      await server.sweep();
      await server.drain();
      return (await see(server, await again(), `/api/operation/orders/order/${order.id}`)).json;
    };
    await ask(who, order.id, { items: [{ line: tomatoes, quantity: 1 }] });
    const first = await settle();
    expect([first.state, first.allowedEvents, first.properties.returns.length]).toEqual([
      'REFUNDED',
      ['return.requested'],
      1,
    ]);
    const later = await again();
    // What came back does not come back again.
    expect((await ask(later, order.id, { items: [{ line: tomatoes, quantity: 3 }] })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'items.0' }],
    });
    // A refused one changes nothing of what was there before.
    expect((await ask(later, order.id, { items: [{ line: bananas, quantity: 1 }] })).json.state).toBe(
      'RETURN_REQUESTED',
    );
    expect((await send(server, order.code, 'return.refused')).json.state).toBe('COMPLETED');
    expect((await ask(later, order.id, { items: [{ line: tomatoes, quantity: 1 }] })).json.state).toBe(
      'RETURN_REQUESTED',
    );
    expect((await settle()).state).toBe('REFUNDED');
    const { json: rest } = await ask(await again(), order.id);
    expect(rest.properties.returnRequest.items).toEqual(
      [
        { line: tomatoes, quantity: 1 },
        { line: bananas, quantity: 1 },
      ].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    );
    const last = await settle();
    expect([last.state, last.allowedEvents, last.properties.returns.length]).toEqual(['REFUNDED', [], 3]);
    expect((await ask(await again(), order.id)).json.code).toBe('ILLEGAL_EVENT');
    const back = await refunds(order.id);
    expect(back.map(([, amount]) => amount)).toEqual([990, 990, 1_540]);
    // Notices of ninety days ago are emptied by now, so only the rule of this test is asked.
    expect((await broken(server.core)).filter((one) => one.startsWith('I3 money goes back'))).toEqual([]);
  });

  it('are late after their time, also when a part of them came back before', async () => {
    const who = await again();
    const order = await delivered(who);
    await ask(who, order.id, { items: [{ line: 0, quantity: 1 }] });
    await send(server, order.code, 'return.received');
    await server.drain();
    await server.shift(7 * DAY);
    await server.sweep();
    await server.drain();
    const later = await again();
    expect((await see(server, later, `/api/operation/orders/order/${order.id}`)).json.state).toBe('REFUNDED');
    expect((await ask(later, order.id)).json.code).toBe('RETURN_LATE');
    expect((await ask(later, order.id, { kind: 'DEFECT' })).json.state).toBe('RETURN_REQUESTED');
  });

  it('bring back everything with the delivery when all of them come', async () => {
    const who = await again();
    const order = await delivered(who);
    expect((await ask(who, order.id)).json.properties.returnRequest.amount).toBe(
      order.properties.totals.total,
    );
    await send(server, order.code, 'return.received');
    expect(await refunds(order.id)).toEqual([
      ['PIX', Math.round(order.properties.totals.total * 100), 'requested'],
    ]);
  });

  it('SEC-21 are back when the bank says so, with the amount that was owed and no other', async () => {
    const who = await again();
    const order = await delivered(who);
    await ask(who, order.id, { items: [{ line: 0, quantity: 1 }] });
    await send(server, order.code, 'return.received');
    const tenant = server.core.tenants.byId('client');
    const [charge] = await server.core.db.read('client', (tx) =>
      tx.select().from(payment).where(eq(payment.orderId, order.id)),
    );
    if (!tenant || !charge) throw new Error('there is no charge');
    const notice = (amount: number) => ({
      id: crypto.randomUUID(),
      type: 'pix.refunded' as const,
      txid: charge.txid,
      endToEndId: `E${'a'.repeat(31)}`,
      amount,
      receiver: tenant.settings.payment.pix.key,
      at: server.core.clock.date().toISOString(),
    });
    expect(await server.services.pixNotice.take(tenant, notice(charge.amount / 100))).toBe('mismatch');
    expect(await server.services.pixNotice.take(tenant, notice(order.items[0].unitPrice))).toBe('refunded');
    expect((await see(server, who, `/api/operation/orders/order/${order.id}`)).json.state).toBe('REFUNDED');
  });

  it('go first to where money came from outside, then to the wallet', async () => {
    const who = await again();
    const wallet = await newWallet(server, client.accountId, [[2_000]]);
    const products = [line('tomate', 2), line('banana', 1)];
    const { uuid: cartUuid } = await newCart(server, who, products);
    const { json: lock } = await lockCart(server, who, cartUuid);
    const { json: order } = await place(
      server,
      who,
      orderBody(
        cartUuid,
        products,
        { fence: lock.fence },
        { paymentMethod: { type: 'PIX', wallet: { uuid: wallet, amount: 20 } } },
      ),
    );
    await pay(server, order.code);
    await deliver(order.code);
    const at = order.items.findIndex((one: { item: { id: string } }) => one.item.id === itemId('tomate'));
    await ask(who, order.id, { items: [{ line: at, quantity: 1 }] });
    await send(server, order.code, 'return.received');
    // 25.30 in all: 5.30 by Pix, 20.00 by the wallet; 9.90 come back.
    expect(await refunds(order.id)).toEqual([
      ['PIX', 530, 'requested'],
      ['WALLET', 460, 'settled'],
    ]);
    expect(await bookOf(server, wallet)).toEqual({ left: 460, booked: 460, unbalanced: 0 });
  });

  it('become credit at once when their buyer wants other goods instead', async () => {
    const other = await newClient(server);
    const who = { bearer: other.bearer };
    const order = await delivered(who);
    const wanted = [{ id: itemId('manga'), quantity: 1 }];
    const { json } = await ask(who, order.id, {
      kind: 'DEFECT',
      wish: 'EXCHANGE',
      items: [{ line: 0, quantity: 1 }],
      wanted,
    });
    expect(json.properties.returnRequest).toMatchObject({
      wish: 'EXCHANGE',
      wanted,
      amount: order.items[0].unitPrice,
    });
    await send(server, order.code, 'return.received');
    expect((await see(server, who, `/api/operation/orders/order/${order.id}`)).json.state).toBe('REFUNDED');
    expect(await refunds(order.id)).toEqual([]);
    const { json: wallets } = await see(server, who, '/api/operation/wallets');
    expect(wallets).toMatchObject([
      { kind: 'CREDIT', balance: [{ label: 'Troca', amount: order.items[0].unitPrice }] },
    ]);
    expect((await bookOf(server, wallets[0].uuid)).unbalanced).toBe(0);
  });

  it('are paid back instead of exchanged when their buyer has left meanwhile', async () => {
    const leaving = await newClient(server);
    const who = { bearer: leaving.bearer };
    const order = await delivered(who);
    await ask(who, order.id, { kind: 'DEFECT', wish: 'EXCHANGE', items: [{ line: 0, quantity: 1 }] });
    await server.shift(700);
    expect(
      (await server.call('DELETE', '/api/accounts/client', await signIn(server, leaving.phone))).status,
    ).toBe(204);
    await send(server, order.code, 'return.received');
    expect(await refunds(order.id)).toMatchObject([['PIX', expect.any(Number), 'requested']]);
  });

  it('are named by what was bought, and exchanged by people with an account', async () => {
    const who = await again();
    const order = await delivered(who);
    for (const items of [
      [{ line: 0, quantity: 9 }],
      [{ line: 2, quantity: 1 }],
      [
        { line: 0, quantity: 1 },
        { line: 0, quantity: 1 },
      ],
    ])
      expect((await ask(who, order.id, { items })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: expect.stringMatching(/^items\.\d$/) }],
      });
    for (const body of [
      { items: [] },
      { items: [{ line: -1, quantity: 1 }] },
      { items: [{ line: 0, quantity: 0 }] },
      { wish: 'CASH' },
      { kind: 'GIFT' },
    ])
      expect((await ask(who, order.id, body)).json.code).toBe('MALFORMED');
    const lead = { leadSecret: (await newLead(server)).leadSecret };
    const guest = await delivered(lead);
    expect((await ask(lead, guest.id, { wish: 'EXCHANGE' })).json.fields).toMatchObject([{ field: 'wish' }]);
    expect((await ask(lead, guest.id)).status).toBe(200);
    expect((await ask({ bearer: (await newClient(server)).bearer }, order.id)).json.code).toBe('NOT_FOUND');
  });
});
