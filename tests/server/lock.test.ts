import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Lead,
  alterCampaign,
  buy,
  farHome,
  home,
  left,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  putCart,
  see,
  setStock,
  type Who,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

describe.each(engines)('holds on %s', (engine) => {
  let server: TestServer;
  // A visitor's secret outlasts the clock's moves, an access token does not.
  let client: Lead;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newLead(server);
    lead = await newLead(server);
  });
  afterAll(() => server.close());
  const unlock = (id: string) =>
    server.call('DELETE', `/api/operation/orders/lock/${id}`, { leadSecret: client.leadSecret });
  const windowsNow = async () =>
    (
      await see(
        server,
        client,
        `/api/operation/orders/quote/${(await newCart(server, client, [line('banana', 1)], { location: home })).uuid}`,
      )
    ).json.options[0].windows;
  const refused = async (lines: Parameters<typeof newCart>[2], draft?: object, who: Who = client) => {
    const { uuid: id } = await newCart(server, who, lines, draft);
    const { json } = await lockCart(server, who, id);
    return json;
  };

  it('take stock for fifteen minutes and fix prices', async () => {
    const before = await left(server, 'tomate');
    const { uuid: id } = await newCart(server, client, [
      line('tomate', 2),
      line('tomate', 1, { packageId: 'caixa' }),
    ]);
    const { status, json } = await lockCart(server, client, id);
    expect([status, json.fence, json.totals.total, json.lines.length]).toEqual([200, 1, 69.3, 2]);
    expect(Date.parse(json.lockedUntil) - server.core.clock.now()).toBeGreaterThan(14.9 * 60_000);
    expect(Date.parse(json.lockedUntil) - server.core.clock.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await left(server, 'tomate')).toBe(before - 8);
    expect((await unlock(id)).status).toBe(204);
    expect(await left(server, 'tomate')).toBe(before);
    expect((await unlock(id)).status).toBe(204);
    expect(await left(server, 'tomate')).toBe(before);
  });

  it('are the same when asked for again, and take nothing twice', async () => {
    const before = await left(server, 'banana');
    const { uuid: id } = await newCart(server, lead, [line('banana', 3)]);
    const first = await lockCart(server, lead, id);
    await server.shift(60);
    const all = await Promise.all(Array.from({ length: 10 }, () => lockCart(server, lead, id)));
    for (const { json } of all) expect(json).toEqual(first.json);
    expect(await left(server, 'banana')).toBe(before - 3);
  });

  it('REL-06 have a number that grows with each', async () => {
    const { uuid: id } = await newCart(server, client, [line('banana', 1)]);
    const fences = [(await lockCart(server, client, id)).json.fence];
    await unlock(id);
    fences.push((await lockCart(server, client, id)).json.fence);
    await putCart(server, client, id, 1, [line('banana', 2)]);
    fences.push((await lockCart(server, client, id)).json.fence);
    await server.shift(901);
    await server.sweep();
    fences.push((await lockCart(server, client, id)).json.fence);
    expect(fences).toEqual([1, 2, 3, 4]);
    await unlock(id);
  });

  it('REL-06 are nothing to a holder who was away too long while another took the goods', async () => {
    await setStock(server, 'manga', 3);
    const goods = [line('manga', 3)];
    const late = await newCart(server, client, goods);
    const { json: old } = await lockCart(server, client, late.uuid);
    const waiting = await newCart(server, lead, [line('manga', 1)]);
    await server.shift(901);
    await server.sweep();
    // Another has them now, and the first comes back with what it was told.
    const { uuid: next } = await newCart(server, lead, goods);
    const { status, json: lock } = await lockCart(server, lead, next);
    expect([status, await left(server, 'manga')]).toEqual([200, 0]);
    const order = orderBody(late.uuid, goods, { fence: old.fence, price: old.totals.total });
    expect((await place(server, client, order)).json).toMatchObject({ code: 'LOCK_LOST', status: 409 });
    expect((await lockCart(server, client, late.uuid)).json).toMatchObject({ code: 'LOCK', detail: 'STOCK' });
    const { json: sold, status: placed } = await place(
      server,
      lead,
      orderBody(next, goods, { fence: lock.fence }),
    );
    expect(placed).toBe(201);
    expect((await place(server, client, order)).json.code).toBe('LOCK_LOST');
    expect([await left(server, 'manga'), (await lockCart(server, lead, waiting.uuid)).json.detail]).toEqual([
      0,
      'STOCK',
    ]);
    await server.call('DELETE', `/api/operation/orders/cancel/${sold.id}`, { leadSecret: lead.leadSecret });
    expect(await left(server, 'manga')).toBe(3);
  });

  if (engine === 'postgres')
    it('REL-06 are nothing to a write that was under way when their time ended', async () => {
      await setStock(server, 'manga', 3);
      const goods = [line('manga', 3)];
      const { uuid: id } = await newCart(server, client, goods);
      const { json: lock } = await lockCart(server, client, id);
      const { uuid: next } = await newCart(server, lead, goods);
      const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // Somebody has the cart's row: the order waits in the middle of its transaction.
      const pause = server.core.db.tenant('client', async (tx) => {
        await tx
          .select()
          .from(cart)
          .where(and(eq(cart.tenantId, 'client'), eq(cart.uuid, id)))
          .for('update');
        stopped.resolve();
        await asked.promise;
      });
      await stopped.promise;
      const order = place(server, client, orderBody(id, goods, { fence: lock.fence }));
      await expect
        .poll(
          async () =>
            (
              await server.asOwner(
                `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"cart"%for update%' and datname = current_database()`,
              )
            ).length,
        )
        .toBe(1);
      await server.shift(901);
      asked.resolve();
      await pause;
      expect((await order).json).toMatchObject({ code: 'LOCK_LOST', status: 409 });
      await server.sweep();
      expect((await lockCart(server, lead, next)).status).toBe(200);
      expect(await left(server, 'manga')).toBe(0);
      await server.call('DELETE', `/api/operation/orders/lock/${next}`, { leadSecret: lead.leadSecret });
    });

  it('REL-07 end by the clock and give their stock back once, whoever looks first', async () => {
    const before = await left(server, 'manga');
    const { uuid: id } = await newCart(server, client, [line('manga', 3)]);
    await lockCart(server, client, id);
    await server.shift(840);
    await server.sweep();
    expect(await left(server, 'manga')).toBe(before - 3);
    await server.shift(60);
    await Promise.all([
      server.services.lock.sweep('client'),
      server.services.lock.sweep('client'),
      unlock(id),
      server.services.lock.sweep('client'),
    ]);
    expect(await left(server, 'manga')).toBe(before);
    await server.sweep();
    expect(await left(server, 'manga')).toBe(before);
    // An old hold that nobody has swept yet is no hold.
    await lockCart(server, client, id);
    const [row] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(cartLock)
        .where(and(eq(cartLock.tenantId, 'client'), eq(cartLock.cartUuid, id))),
    );
    await server.shift(901);
    const again = await lockCart(server, client, id);
    expect(again.json.fence).toBe((row?.fence ?? 0) + 1);
    expect(await left(server, 'manga')).toBe(before - 3);
    await unlock(id);
  });

  it('are refused as STOCK, with the cart as it is', async () => {
    const { uuid: id } = await newCart(server, client, [line('manga', 3), line('banana', 1)]);
    await setStock(server, 'manga', 2);
    const bananas = await left(server, 'banana');
    const { status, json } = await lockCart(server, client, id);
    expect([status, json.code, json.detail]).toEqual([409, 'LOCK', 'STOCK']);
    expect(json.current).toMatchObject({
      uuid: id,
      version: 1,
      products: [{ quantity: 2 }, { quantity: 1 }],
      changes: [{ reason: 'STOCK', before: 3, after: 2 }],
    });
    expect([await left(server, 'manga'), await left(server, 'banana')]).toEqual([2, bananas]);
    await setStock(server, 'manga', 3);
    expect(await refused([])).toMatchObject({ code: 'LOCK', detail: 'STOCK' });
  });

  it('are refused as CAMPAIGN before it opens, after it ended, while it is blocked and when it rests', async () => {
    expect(await refused([line('banana', 1, { slug: 'depois' })])).toMatchObject({
      status: 409,
      code: 'LOCK',
      detail: 'CAMPAIGN',
      current: { products: [{}] },
    });
    expect(await refused([line('banana', 1, { slug: 'passou' })])).toMatchObject({
      code: 'LOCK',
      detail: 'CAMPAIGN',
    });
    expect(await refused([line('banana', 1), line('banana', 1, { slug: 'passou' })])).toMatchObject({
      code: 'LOCK',
      detail: 'CAMPAIGN',
    });
    const restore = await alterCampaign(server, {
      body: { depends: [{ type: 'invites' }], invite: { invites: 1 } },
    });
    expect(await refused([line('banana', 1)])).toMatchObject({ code: 'LOCK', detail: 'CAMPAIGN' });
    await restore();
    const { uuid: id } = await newCart(server, client, [line('banana', 1)]);
    const rest = await alterCampaign(server, { row: { active: false } });
    expect((await lockCart(server, client, id)).json).toMatchObject({ code: 'LOCK', detail: 'CAMPAIGN' });
    await rest();
  });

  it('REL-20 end with the campaign by the clock of the server', async () => {
    const end = server.core.clock.now() + 3_600_000;
    const restore = await alterCampaign(server, {
      row: { endsAt: new Date(end) },
      body: { expired: { end: new Date(end).toISOString() } },
    });
    const { uuid: id } = await newCart(server, client, [line('banana', 1)]);
    await server.core.clock.shift(server.core.clock.offset() + 3_600_000 - 60_000);
    expect((await lockCart(server, client, id)).status).toBe(200);
    await unlock(id);
    await server.shift(61);
    expect((await lockCart(server, client, id)).json).toMatchObject({ code: 'LOCK', detail: 'CAMPAIGN' });
    await restore();
  });

  it('are refused as AREA, and as ADDRESS when one is missing', async () => {
    const [window] = await windowsNow();
    const shippingMethod = { id: methodId('entrega'), type: 'SCHEDULED', windowId: window.id };
    expect(await refused([line('banana', 1)], { location: farHome, shippingMethod })).toMatchObject({
      code: 'LOCK',
      detail: 'AREA',
    });
    expect(
      await refused([line('banana', 1)], { location: { ...home, streetNumber: '' }, shippingMethod }),
    ).toMatchObject({ code: 'ADDRESS', status: 422, detail: 'location' });
    expect(await refused([line('banana', 1)], { shippingMethod })).toMatchObject({
      code: 'ADDRESS',
      detail: 'location',
    });
    expect(await refused([line('banana', 1)], { location: home })).toMatchObject({
      code: 'ADDRESS',
      detail: 'shippingMethod',
    });
  });

  it('are refused as WINDOW when it is full, over or none', async () => {
    const [window, next] = await windowsNow();
    const shippingMethod = (windowId?: string) => ({
      id: methodId('entrega'),
      type: 'SCHEDULED',
      ...(windowId ? { windowId } : {}),
    });
    for (const windowId of [undefined, 'x', `${methodId('entrega')}:2040-01-01T08:00.manha`])
      expect(
        await refused([line('banana', 1)], { location: home, shippingMethod: shippingMethod(windowId) }),
      ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    // One whose time has come is told apart from one that is full.
    expect(
      await refused([line('banana', 1)], {
        location: home,
        shippingMethod: shippingMethod(`${methodId('entrega')}:2020-01-01T08:00.manha`),
      }),
    ).toMatchObject({ code: 'LOCK', detail: 'WINDOW_PAST' });
    expect(
      await refused([line('banana', 1)], { shippingMethod: { ...pickup(), hubId: uuid() } }),
    ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    const { uuid: first } = await newCart(server, client, [line('banana', 1)], {
      location: home,
      shippingMethod: shippingMethod(window.id),
    });
    await lockCart(server, client, first);
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(deliveryWindow)
        .set({ capacity: 50, taken: 50 })
        .where(and(eq(deliveryWindow.tenantId, 'client'), eq(deliveryWindow.id, window.id))),
    );
    const bananas = await left(server, 'banana');
    expect(
      await refused([line('banana', 1)], { location: home, shippingMethod: shippingMethod(window.id) }),
    ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    expect(await left(server, 'banana')).toBe(bananas);
    // The one that is held stays held.
    expect((await lockCart(server, client, first)).status).toBe(200);
    // A change of window moves the place.
    await putCart(server, client, first, 1, [line('banana', 1)], {
      location: home,
      shippingMethod: shippingMethod(next.id),
    });
    expect((await lockCart(server, client, first)).status).toBe(200);
    const rows = await server.core.db.read('client', (tx) => tx.select().from(deliveryWindow));
    expect(Object.fromEntries(rows.map((row) => [row.id, row.taken]))).toEqual({
      [window.id]: 49,
      [next.id]: 1,
    });
    await unlock(first);
  });

  it('are refused as LIMIT by what a campaign asks of a cart and of an account', async () => {
    const rules = { minItems: 2, maxItems: 4, minTotal: 15, maxPerAccount: 6, discountRules: [] };
    const restore = await alterCampaign(server, { body: { cartControls: rules } });
    expect(await refused([line('tomate', 1)])).toMatchObject({ code: 'LOCK', status: 409, detail: 'LIMIT' });
    expect(await refused([line('banana', 2)])).toMatchObject({ detail: 'LIMIT' });
    expect(await refused([line('tomate', 5)])).toMatchObject({ detail: 'LIMIT' });
    const buyer = await newClient(server);
    await buy(server, buyer, [line('tomate', 4)]);
    expect(await refused([line('tomate', 3)], undefined, buyer)).toMatchObject({ detail: 'LIMIT' });
    expect(
      (await lockCart(server, buyer, (await newCart(server, buyer, [line('tomate', 2)])).uuid)).status,
    ).toBe(200);
    // Two carts of one buyer are held side by side; only one of them becomes an order.
    const greedy = await newClient(server);
    const carts = await Promise.all(
      [1, 2, 3].map(async () => (await newCart(server, greedy, [line('banana', 4)])).uuid),
    );
    for (const id of carts) expect((await lockCart(server, greedy, id)).status).toBe(200);
    const placed = await Promise.all(
      carts.map((id) => place(server, greedy, orderBody(id, [line('banana', 4)]))),
    );
    expect(
      placed
        .map(({ status, json }) => (status === 201 ? status : json.code))
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([201, 'LIMIT', 'LIMIT']);
    await restore();
    // A limit that came after the cart was written.
    const { uuid: id } = await newCart(server, client, [line('banana', 4)]);
    const max = (most: number) =>
      server.core.db.tenant('client', (tx) =>
        tx
          .update(item)
          .set({ max: most })
          .where(and(eq(item.tenantId, 'client'), eq(item.name, 'banana de teste'))),
      );
    await max(3);
    expect((await lockCart(server, client, id)).json).toMatchObject({
      detail: 'LIMIT',
      current: { changes: [{ reason: 'LIMIT', before: 4, after: 3 }] },
    });
    await max(20);
  });

  it("are for carts of one's own", async () => {
    const { uuid: id } = await newCart(server, client, [line('banana', 1)]);
    for (const call of [
      () => lockCart(server, lead, id),
      () => lockCart(server, client, uuid()),
      () => server.call('DELETE', `/api/operation/orders/lock/${id}`, { leadSecret: lead.leadSecret }),
    ])
      expect((await call()).json.code).toBe('NOT_FOUND');
    expect((await lockCart(server, client, 'x')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'cartUuid' }],
    });
    expect((await lockCart(server, {}, id)).json.code).toBe('UNAUTHENTICATED');
  });
});
