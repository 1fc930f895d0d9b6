import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payment } from '#server/db/schema/payment.ts';
import {
  type Client,
  buy,
  campaignId,
  itemId,
  line,
  newClient,
  pay,
  pickup,
  see,
  send,
  signIn,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { begin, confirm, numbers, placeByCard, tokenOf } from '#tests/support/orders/cards.ts';
import { paidBack } from '#tests/support/orders/charges.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { broken } from '#tests/support/invariants.ts';
import { again, hourLater } from '#tests/support/orders/order-events.ts';
import { askReturn, deliver, delivered } from '#tests/support/orders/returns.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { bookOf, newWallet } from '#tests/support/orders/wallets.ts';

describe.each(engines)('goods that are given back on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());

  it('bring back what was paid for them, and no more', async () => {
    const who = await again(server, client);
    const order = await delivered(server, who);
    const tomatoes = order.items.findIndex(
      (one: { item: { id: string } }) => one.item.id === itemId('tomate'),
    );
    const { status, json } = await askReturn(server, who, order.id, {
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
    expect(await paidBack(server, order.id)).toEqual([['PIX', 990, 'requested']]);
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    expect([
      await paidBack(server, order.id),
      (await see(server, await again(server, client), `/api/operation/orders/order/${order.id}`)).json.state,
    ]).toEqual([[['PIX', 990, 'settled']], 'REFUNDED']);
  });

  it('bring back what was paid for them when a code was for the other campaign alone', async () => {
    const who = await again(server, client);
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const { code } = await newPromotion(server, { percent: 50, campaignIds: [campaignId('semana')] });
    const products = [line('tomate', 1), line('tomate', 1, { slug: 'depois' })];
    const { order } = await buy(server, who, products, { shippingMethod: pickup(), coupon: code });
    await restore();
    expect(order.properties.totals).toMatchObject({ coupon: 4.95, total: 14.85 });
    await pay(server, order.code);
    await deliver(server, order.code);
    for (const [slug, amount] of [
      ['semana', 4.95],
      ['depois', 9.9],
    ] as const) {
      const at = order.items.findIndex((one: { campaignId: string }) => one.campaignId === campaignId(slug));
      expect(
        (await askReturn(server, who, order.id, { items: [{ line: at, quantity: 1 }] })).json.properties
          .returnRequest.amount,
      ).toBe(amount);
      if (slug === 'semana') await send(server, order.code, 'return.refused');
    }
    await send(server, order.code, 'return.received');
    expect(await paidBack(server, order.id)).toEqual([['PIX', 990, 'requested']]);
  });

  it('bring the interest of a card back with them', async () => {
    const who = await again(server, client);
    const begun = await begin(server, who, { lines: [line('tomate', 12)], installments: 10 });
    const { json: order } = await placeByCard(server, who, begun, {
      clientSecret: begun.intent.clientSecret,
      installments: 10,
    });
    await confirm(server, begun.intent.clientSecret, await tokenOf(server, numbers.good));
    await server.drain();
    await deliver(server, order.code);
    const charged = Math.round(order.paymentMethod.plan.total * 100);
    expect(charged).toBeGreaterThan(11_880);
    await askReturn(server, who, order.id, { items: [{ line: 0, quantity: 5 }] });
    await send(server, order.code, 'return.received');
    expect(await paidBack(server, order.id)).toEqual([
      ['CREDIT_CARD', Math.floor((charged * 5) / 12), 'requested'],
    ]);
    await hourLater(server);
    const later = await again(server, client);
    expect((await askReturn(server, later, order.id)).json.properties.returnRequest.amount).toBe(69.3);
    await send(server, order.code, 'return.received');
    const back = await paidBack(server, order.id);
    expect(back.reduce((all, [, amount]) => all + Number(amount), 0)).toBe(charged);
  });

  it('come back in several parts, each paid once, and all of them to the centavo', async () => {
    const who = await again(server, client);
    const order = await delivered(server, who, [line('tomate', 3), line('banana', 1)]);
    const [tomatoes, bananas] = ['tomate', 'banana'].map((name) =>
      order.items.findIndex((one: { item: { id: string } }) => one.item.id === itemId(name as 'tomate')),
    );
    const receive = async () => {
      await send(server, order.code, 'return.received');
      expect((await askReturn(server, await again(server, client), order.id)).json.code).toBe(
        'ILLEGAL_EVENT',
      );
      await hourLater(server);
      return (await see(server, await again(server, client), `/api/operation/orders/order/${order.id}`)).json;
    };
    await askReturn(server, who, order.id, { items: [{ line: tomatoes, quantity: 1 }] });
    const first = await receive();
    expect([first.state, first.allowedEvents, first.properties.returns.length]).toEqual([
      'REFUNDED',
      ['return.requested'],
      1,
    ]);
    const later = await again(server, client);
    // What came back does not come back again.
    expect(
      (await askReturn(server, later, order.id, { items: [{ line: tomatoes, quantity: 3 }] })).json,
    ).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'items.0' }],
    });
    // A refused one changes nothing of what was there before.
    expect(
      (await askReturn(server, later, order.id, { items: [{ line: bananas, quantity: 1 }] })).json.state,
    ).toBe('RETURN_REQUESTED');
    expect((await send(server, order.code, 'return.refused')).json.state).toBe('COMPLETED');
    expect(
      (await askReturn(server, later, order.id, { items: [{ line: tomatoes, quantity: 1 }] })).json.state,
    ).toBe('RETURN_REQUESTED');
    expect((await receive()).state).toBe('REFUNDED');
    const { json: rest } = await askReturn(server, await again(server, client), order.id);
    expect(rest.properties.returnRequest.items).toEqual(
      [
        { line: tomatoes, quantity: 1 },
        { line: bananas, quantity: 1 },
      ].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    );
    const last = await receive();
    expect([last.state, last.allowedEvents, last.properties.returns.length]).toEqual(['REFUNDED', [], 3]);
    expect((await askReturn(server, await again(server, client), order.id)).json.code).toBe('ILLEGAL_EVENT');
    const back = await paidBack(server, order.id);
    expect(back.map(([, amount]) => amount)).toEqual([990, 990, 1_540]);
    // Notices of ninety days ago are emptied by now, so only the rule of this test is asked.
    expect((await broken(server.core)).filter((one) => one.startsWith('I3 money goes back'))).toEqual([]);
  });

  it('bring back everything with the delivery when all of them come', async () => {
    const who = await again(server, client);
    const order = await delivered(server, who);
    expect((await askReturn(server, who, order.id)).json.properties.returnRequest.amount).toBe(
      order.properties.totals.total,
    );
    await send(server, order.code, 'return.received');
    expect(await paidBack(server, order.id)).toEqual([
      ['PIX', Math.round(order.properties.totals.total * 100), 'requested'],
    ]);
  });

  it('SEC-21 are back when the bank says so, with the amount that was owed and no other', async () => {
    const who = await again(server, client);
    const order = await delivered(server, who);
    await askReturn(server, who, order.id, { items: [{ line: 0, quantity: 1 }] });
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
    const who = await again(server, client);
    const wallet = await newWallet(server, client.accountId, [[2_000]]);
    const products = [line('tomate', 2), line('banana', 1)];
    const more = { paymentMethod: { type: 'PIX', wallet: { uuid: wallet, amount: 20 } } };
    const { order } = await buy(server, who, products, undefined, { more });
    await pay(server, order.code);
    await deliver(server, order.code);
    const at = order.items.findIndex((one: { item: { id: string } }) => one.item.id === itemId('tomate'));
    await askReturn(server, who, order.id, { items: [{ line: at, quantity: 1 }] });
    await send(server, order.code, 'return.received');
    // 25.30 in all: 5.30 by Pix, 20.00 by the wallet; 9.90 come back.
    expect(await paidBack(server, order.id)).toEqual([
      ['PIX', 530, 'requested'],
      ['WALLET', 460, 'settled'],
    ]);
    expect(await bookOf(server, wallet)).toEqual({ left: 460, booked: 460, unbalanced: 0 });
  });

  it('become credit at once when their buyer wants other goods instead', async () => {
    const other = await newClient(server);
    const who = { bearer: other.bearer };
    const order = await delivered(server, who);
    const wanted = [{ id: itemId('manga'), quantity: 1 }];
    const { json } = await askReturn(server, who, order.id, {
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
    expect(await paidBack(server, order.id)).toEqual([]);
    const { json: wallets } = await see(server, who, '/api/operation/wallets');
    expect(wallets).toMatchObject([
      { kind: 'CREDIT', balance: [{ label: 'Troca', amount: order.items[0].unitPrice }] },
    ]);
    expect((await bookOf(server, wallets[0].uuid)).unbalanced).toBe(0);
  });

  it('are paid back instead of exchanged when their buyer has left meanwhile', async () => {
    const leaving = await newClient(server);
    const who = { bearer: leaving.bearer };
    const order = await delivered(server, who);
    await askReturn(server, who, order.id, {
      kind: 'DEFECT',
      wish: 'EXCHANGE',
      items: [{ line: 0, quantity: 1 }],
    });
    await server.shift(700);
    expect(
      (await server.call('DELETE', '/api/accounts/client', await signIn(server, leaving.phone))).status,
    ).toBe(204);
    await send(server, order.code, 'return.received');
    expect(await paidBack(server, order.id)).toMatchObject([['PIX', expect.any(Number), 'requested']]);
  });
});
