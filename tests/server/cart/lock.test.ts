import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import {
  type Lead,
  left,
  line,
  lockCart,
  newCart,
  newLead,
  orderBody,
  place,
  putCart,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

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
