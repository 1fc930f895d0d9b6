import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { order } from '#server/db/schema/order.ts';
import { type Lead, hold, line, newLead, orderBody, place, uuid } from '#tests/support/buyers.ts';
import { cancel } from '#tests/support/orders/order-events.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('placing orders on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
  });
  afterAll(() => server.close());
  const one = [line('banana', 2)];
  const held = () => hold(server, buyer, one);
  const ordersOf = (cartUuid: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, 'client'), eq(order.cartUuid, cartUuid))),
    );

  it('REL-01 answer the same bytes to the same key, for three days', async () => {
    const { cartUuid: id, fence } = await held();
    const body = orderBody(id, one, { fence });
    const key = `${id}:${uuid()}`;
    const first = await place(server, buyer, body, { key });
    for (let again = 0; again < 20; again++) {
      const replay = await place(server, buyer, body, { key });
      expect([replay.status, replay.text]).toEqual([201, first.text]);
    }
    // Also when the order has moved on meanwhile.
    await cancel(server, buyer, first.json.id);
    await server.shift(71 * 3_600);
    expect((await place(server, buyer, body, { key })).text).toBe(first.text);
    await server.shift(3_601);
    await server.sweep();
    expect(
      await server.core.db.read('client', (tx) =>
        tx.select().from(idempotencyKey).where(eq(idempotencyKey.key, key)),
      ),
    ).toEqual([]);
    expect((await place(server, buyer, body, { key })).json).toMatchObject({ code: 'ORDERED' });
  });

  it('REL-01 refuse the same key with anything else', async () => {
    const { cartUuid: id, fence } = await held();
    const body = orderBody(id, one, { fence });
    const key = `${id}:${uuid()}`;
    expect((await place(server, buyer, body, { key })).status).toBe(201);
    const others = [
      { ...body, userName: 'Eva' },
      { ...body, items: [] as never[] },
      orderBody(id, [line('banana', 3)], { fence }),
      orderBody(id, one, { fence, price: 0.01 }),
      orderBody(id, one),
      { ...body, paymentMethod: { type: 'WALLET' } },
    ];
    for (const other of others.filter(({ items }) => items.length > 0))
      expect((await place(server, buyer, other, { key })).json).toMatchObject({
        code: 'KEY_REUSED',
        status: 422,
      });
    // A hundred more, each with something small that is not the same.
    const small = (at: number) =>
      [
        { ...body, userName: `Eva ${at}` },
        { ...body, email: `eva${at}@exemplo.com` },
        { ...body, userPhone: `+55119${88_880_000 + at}` },
        orderBody(id, one, { fence, price: 11 + at }),
        orderBody(id, one, { fence, extra: { at } }),
      ][at % 5] ?? body;
    for (let at = 0; at < 100; at++)
      expect((await place(server, buyer, small(at), { key })).json).toMatchObject({
        code: 'KEY_REUSED',
        status: 422,
      });
    expect((await place(server, buyer, body, { key, type: 'SHIPPING' })).json.code).toBe('KEY_REUSED');
    // Another buyer's equal key is another key.
    expect((await place(server, await newLead(server), body, { key })).json.code).toBe('NOT_FOUND');
  });

  it('REL-01 free the key when they refuse', async () => {
    const { cartUuid: id, fence } = await held();
    const key = `${id}:${uuid()}`;
    expect((await place(server, buyer, orderBody(id, one, { fence, price: 1 }), { key })).json).toMatchObject(
      { code: 'PRICE', status: 409, current: { total: 11 } },
    );
    expect((await place(server, buyer, orderBody(id, one, { fence: fence + 1 }), { key })).json.code).toBe(
      'LOCK_LOST',
    );
    expect((await place(server, buyer, orderBody(id, one, { fence }), { key })).status).toBe(201);
  });

  it('take the bare number of a cart as a key, or none, and no other', async () => {
    const first = await held();
    const bare = await place(server, buyer, orderBody(first.cartUuid, one), { key: first.cartUuid });
    expect(
      (await place(server, buyer, orderBody(first.cartUuid, one), { key: first.cartUuid.toUpperCase() })).json
        .code,
    ).toBe('ORDERED');
    expect((await place(server, buyer, orderBody(first.cartUuid, one), { key: first.cartUuid })).text).toBe(
      bare.text,
    );
    const second = await held();
    const send = (headers: Record<string, string>) =>
      server.call('POST', '/api/operation/orders/v2/PICKUP', {
        leadSecret: buyer.leadSecret,
        body: orderBody(second.cartUuid, one),
        headers,
      });
    for (const key of [
      uuid(),
      `${second.cartUuid}x`,
      `${second.cartUuid}:`,
      `${second.cartUuid}:${'a'.repeat(219)}`,
      ' ',
    ])
      expect((await send({ 'Idempotency-Key': key })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'Idempotency-Key' }],
      });
    const none = await send({});
    expect([none.status, (await send({})).text]).toEqual([201, none.text]);
    const third = await held();
    expect(
      (
        await place(server, buyer, orderBody(third.cartUuid, one), {
          key: `${third.cartUuid}:${'a'.repeat(218)}`,
        })
      ).status,
    ).toBe(201);
  });

  it('REL-03 make one order of a cart, whatever the keys, and name it', async () => {
    const { cartUuid: id, fence } = await held();
    const first = await place(server, buyer, orderBody(id, one, { fence }));
    for (let again = 0; again < 3; again++)
      expect((await place(server, buyer, orderBody(id, one, { fence }))).json).toMatchObject({
        code: 'ORDERED',
        status: 409,
        detail: first.json.code,
      });
    expect(await ordersOf(id)).toHaveLength(1);
  });
});
