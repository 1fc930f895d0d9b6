import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderCode } from '#server/platform/ids.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { shippingMethod } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Lead,
  buy,
  home,
  line,
  newCart,
  newClient,
  newLead,
  pay,
  putCart,
  see,
} from '#tests/support/buyers.ts';
import { readOrder } from '#tests/support/orders/order-events.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { scheduled, windowAt } from '#tests/support/tenants/windows.ts';

describe.each(engines)('reading orders on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  /** The code of an order that was paid. */
  let paid: string;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    paid = (await buy(server, buyer)).order.code;
    await pay(server, paid);
  });
  afterAll(() => server.close());

  it('say for each line what its buyer asked for when it is missing, as the cart kept it', async () => {
    const { uuid: id, json } = await newCart(server, buyer, [
      line('tomate', 1, { ifMissing: 'SIMILAR' }),
      line('banana', 3),
    ]);
    const wishes = ({ products }: Answer['json']) =>
      products.map(({ ifMissing }: { ifMissing?: string }) => ifMissing);
    expect(wishes(json)).toEqual(['SIMILAR', undefined]);
    // Another wish is no other line.
    const again = await putCart(server, buyer, id, 1, [
      line('tomate', 1, { ifMissing: 'SIMILAR' }),
      line('banana', 3),
    ]);
    expect(wishes(again.json)).toEqual(['SIMILAR', undefined]);
    expect(
      wishes(
        (await putCart(server, buyer, id, 2, [line('tomate', 1), line('tomate', 1, { ifMissing: 'ASK' })]))
          .json,
      ),
    ).toEqual(['ASK']);
    expect(
      (await putCart(server, buyer, id, 3, [{ ...line('tomate', 1), ifMissing: 'NEVER' as 'ASK' }])).status,
    ).toBe(400);
    const { order } = await buy(server, buyer, [
      line('tomate', 1, { ifMissing: 'REMOVE' }),
      line('banana', 1),
    ]);
    expect(order.items.map(({ ifMissing }: { ifMissing?: string }) => ifMissing)).toEqual([
      'REMOVE',
      undefined,
    ]);
  });

  it('gives one by id and by code, in any spelling', async () => {
    const { json } = await readOrder(server, buyer, paid);
    expect(json).toMatchObject({ code: paid, state: 'PAID' });
    expect((await see(server, buyer, `/api/operation/orders/order/${json.id}`)).json).toEqual(json);
    const spelt = paid.toLowerCase().replace(/(.{4})(?!$)/g, '$1-');
    expect((await readOrder(server, buyer, spelt)).json.id).toBe(json.id);
    for (const path of ['code/XX', 'order/1', 'follow/1', 'code/UUUUUUUUUUUUUUUU'])
      expect((await see(server, buyer, `/api/operation/orders/${path}`)).json).toMatchObject({
        code: 'MALFORMED',
        status: 400,
      });
  });

  it('SEC-12 shows whoever has the code these fields and no more', async () => {
    const client = await newClient(server);
    const { id: window } = await windowAt(server, client);
    const draft = { location: home, shippingMethod: scheduled(window) };
    const { order: placed } = await buy(server, client, [line('banana', 1)], draft, { type: 'SHIPPING' });
    const { status, json, text, headers } = await server.call(
      'GET',
      `/api/operation/orders/code/${placed.code}/public`,
    );
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json).toEqual({
      code: placed.code,
      state: 'PENDING_PAYMENT',
      type: 'SHIPPING',
      creationDate: placed.creationDate,
      name: 'Marina P.',
      city: 'São Paulo',
      items: [{ name: 'banana de teste', quantity: 1 }],
      events: [
        { state: 'CREATED', at: expect.any(String) },
        { state: 'PENDING_PAYMENT', at: expect.any(String) },
      ],
    });
    for (const secret of [
      'Prado',
      'Aspicuelta',
      '05435',
      client.phone,
      '5299',
      'marina@',
      placed.id,
      client.userId,
    ])
      expect(text).not.toContain(secret);
    const misses = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.call('GET', `/api/operation/orders/code/${orderCode()}/public`, {
          headers: { 'x-request-id': 'the-same-id' },
        }),
      ),
    );
    expect(new Set(misses.map((miss) => `${miss.status} ${miss.text}`)).size).toBe(1);
    expect(misses[0]?.json.code).toBe('NOT_FOUND');
    expect(
      (
        await server.call('GET', `/api/operation/orders/code/${placed.code}/public`, {
          host: 'clube.localhost',
        })
      ).json.code,
    ).toBe('NOT_FOUND');
    expect((await server.call('GET', '/api/operation/orders/code/short/public')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'code', message: 'O código do pedido tem 16 letras e números.' }],
    });
  });

  it('follows an order with the words of the tenant', async () => {
    await server.core.db.tenant('client', (tx) =>
      tx
        .insert(document)
        .values({
          tenantId: 'client',
          collection: 'status',
          id: 'PAID',
          body: { delivered: 'Pago, obrigado!' },
          updatedAt: new Date(),
        })
        .onConflictDoNothing(),
    );
    const { id } = (await readOrder(server, buyer, paid)).json;
    const { json } = await see(server, buyer, `/api/operation/orders/follow/${id}`);
    expect(json).toMatchObject({
      orderCode: paid,
      state: 'PAID',
      allowedEvents: ['order.canceled', 'preparation.started'],
    });
    expect(json.carrier).toBeUndefined();
    expect(json.events.map((event: { state: string; text: string }) => [event.state, event.text])).toEqual([
      ['CREATED', 'Em processamento'],
      ['PENDING_PAYMENT', 'Em processamento'],
      ['PAID', 'Pago, obrigado!'],
    ]);
  });
});

describe('who brings an order', () => {
  it('is told in the words of the document store', async () => {
    const server = await openTestServer('pglite');
    try {
      const buyer = await newClient(server);
      const { order: bought } = await buy(server, buyer);
      await server.core.db.tenant('client', async (tx) => {
        await tx
          .update(shippingMethod)
          .set({ body: { days: { min: 1, max: 3 }, windows: [], companyId: 'bike-ja' } });
        await tx.insert(document).values({
          tenantId: 'client',
          collection: 'shippingCompanies',
          id: 'bike-ja',
          body: { name: 'Bike Já', phone: '+551140000004', trackingUrl: 'https://bikeja.example/rastreio' },
          updatedAt: new Date(),
        });
      });
      const { json } = await see(server, buyer, `/api/operation/orders/follow/${bought.id}`);
      expect(json.carrier).toEqual({
        id: 'bike-ja',
        name: 'Bike Já',
        url: 'https://bikeja.example/rastreio',
      });
    } finally {
      await server.close();
    }
  });
});

describe('order codes outside the sandbox', () => {
  it('SEC-12 are tried three hundred times an hour from one address', async () => {
    const server = await openTestServer('pglite', { env: { SANDBOX: '0' } });
    try {
      const statuses = new Map<number, number>();
      for (let miss = 0; miss < 305; miss++) {
        const { status } = await server.call('GET', `/api/operation/orders/code/${orderCode()}/public`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(statuses)).toEqual({ 404: 300, 429: 5 });
    } finally {
      await server.close();
    }
  });
});
