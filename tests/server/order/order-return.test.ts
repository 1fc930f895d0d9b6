import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item } from '#server/db/schema/shop/item.ts';
import { type Client, buy, itemId, line, newClient, newLead, pay, see, send } from '#tests/support/buyers.ts';
import { alter } from '#tests/support/tenants/changes.ts';
import { again, tell } from '#tests/support/orders/order-events.ts';
import { askReturn, delivered } from '#tests/support/orders/returns.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const DAY = 86_400;

describe.each(engines)('goods that are given back on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await alter(server, 'client', async (tx) => {
      const manga = and(eq(item.tenantId, 'client'), eq(item.id, itemId('manga')));
      const [row] = await tx.select().from(item).where(manga);
      const properties = { ...(row?.body['properties'] as object), durable: true };
      await tx
        .update(item)
        .set({ body: { ...row?.body, properties } })
        .where(manga);
    });
    client = await newClient(server);
  });
  afterAll(() => server.close());

  it('for a fault have ninety days when they last, and thirty when anything among them does not', async () => {
    const lasting = await delivered(server, client, [line('manga', 1)]);
    const mixed = await delivered(server, client, [line('manga', 1), line('tomate', 1)]);
    expect([
      lasting.items[0].item.durable,
      mixed.items.map((one: { item: { durable?: boolean } }) => one.item.durable),
    ]).toEqual([true, [true, undefined]]);
    await server.shift(30 * DAY);
    let who = await again(server, client);
    expect((await askReturn(server, who, mixed.id, { kind: 'DEFECT' })).json.code).toBe('RETURN_LATE');
    expect((await askReturn(server, who, lasting.id, { kind: 'REGRET' })).json.code).toBe('RETURN_LATE');
    expect((await askReturn(server, who, lasting.id, { kind: 'MISSING' })).json.code).toBe('RETURN_LATE');
    // Of a mixed order the part that lasts may still be told.
    const place = mixed.items.findIndex((one: { item: { durable?: boolean } }) => one.item.durable);
    expect(
      (await askReturn(server, who, mixed.id, { kind: 'DEFECT', items: [{ line: place, quantity: 1 }] })).json
        .state,
    ).toBe('RETURN_REQUESTED');
    await send(server, mixed.code, 'return.refused');
    await server.shift(60 * DAY - 60);
    who = await again(server, client);
    expect((await askReturn(server, who, lasting.id, { kind: 'DEFECT', reason: 'Cabo solto' })).status).toBe(
      200,
    );
    await send(server, lasting.code, 'return.refused');
    await server.shift(61);
    expect(
      (await askReturn(server, await again(server, client), lasting.id, { kind: 'DEFECT' })).json,
    ).toMatchObject({
      status: 422,
      code: 'RETURN_LATE',
    });
  });

  it('ask for a return within seven days of the delivery, and within thirty for a fault', async () => {
    const early = await again(server, client);
    const { order } = await buy(server, early);
    expect((await askReturn(server, early, order.id)).json.code).toBe('ILLEGAL_EVENT');
    await pay(server, order.code);
    await tell(server, order.code, 'preparation.started', 'pickup.readied', 'order.delivered');
    await server.shift(7 * DAY);
    const who = await again(server, client);
    expect((await askReturn(server, who, order.id)).json).toMatchObject({
      status: 422,
      code: 'RETURN_LATE',
    });
    expect((await askReturn(server, who, order.id, { kind: 'GIFT' })).json.code).toBe('MALFORMED');
    const { status, json } = await askReturn(server, who, order.id, {
      kind: 'DEFECT',
      reason: 'Amassado',
    });
    expect([status, json.state, json.properties.returnRequest]).toEqual([
      200,
      'RETURN_REQUESTED',
      {
        kind: 'DEFECT',
        reason: 'Amassado',
        wish: 'REFUND',
        items: [{ line: 0, quantity: 1 }],
        amount: order.properties.totals.total,
        at: expect.any(String),
      },
    ]);
    expect((await askReturn(server, who, order.id)).json.code).toBe('ILLEGAL_EVENT');
    await send(server, order.code, 'return.refused');
    await server.shift(24 * DAY);
    const late = await again(server, client);
    expect((await askReturn(server, late, order.id, { kind: 'DEFECT' })).json.code).toBe('RETURN_LATE');
  });

  it('are late after their time, also when a part of them came back before', async () => {
    const who = await again(server, client);
    const order = await delivered(server, who);
    await askReturn(server, who, order.id, { items: [{ line: 0, quantity: 1 }] });
    await send(server, order.code, 'return.received');
    await server.drain();
    await server.shift(7 * DAY);
    await server.sweep();
    await server.drain();
    const later = await again(server, client);
    expect((await see(server, later, `/api/operation/orders/order/${order.id}`)).json.state).toBe('REFUNDED');
    expect((await askReturn(server, later, order.id)).json.code).toBe('RETURN_LATE');
    expect((await askReturn(server, later, order.id, { kind: 'DEFECT' })).json.state).toBe(
      'RETURN_REQUESTED',
    );
  });

  it('are named by what was bought, and exchanged by people with an account', async () => {
    const who = await again(server, client);
    const order = await delivered(server, who);
    for (const items of [
      [{ line: 0, quantity: 9 }],
      [{ line: 2, quantity: 1 }],
      [
        { line: 0, quantity: 1 },
        { line: 0, quantity: 1 },
      ],
    ])
      expect((await askReturn(server, who, order.id, { items })).json).toMatchObject({
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
      expect((await askReturn(server, who, order.id, body)).json.code).toBe('MALFORMED');
    const lead = { leadSecret: (await newLead(server)).leadSecret };
    const guest = await delivered(server, lead);
    expect((await askReturn(server, lead, guest.id, { wish: 'EXCHANGE' })).json.fields).toMatchObject([
      { field: 'wish' },
    ]);
    expect((await askReturn(server, lead, guest.id)).status).toBe(200);
    expect((await askReturn(server, { bearer: (await newClient(server)).bearer }, order.id)).json.code).toBe(
      'NOT_FOUND',
    );
  });
});
