import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item } from '#server/db/schema/shop/item.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Lead,
  type Who,
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
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { scheduled, windowAt, windowsAt } from '#tests/support/tenants/windows.ts';

describe.each(engines)('holds on %s', (engine) => {
  let server: TestServer;
  let client: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newLead(server);
  });
  afterAll(() => server.close());
  const unlock = (id: string) =>
    server.call('DELETE', `/api/operation/orders/lock/${id}`, { leadSecret: client.leadSecret });
  const refused = async (lines: Parameters<typeof newCart>[2], draft?: object, who: Who = client) =>
    (await lockCart(server, who, (await newCart(server, who, lines, draft)).uuid)).json;

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
    const shippingMethod = scheduled((await windowAt(server, client)).id);
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
    const [window, next] = await windowsAt(server, client);
    if (!window || !next) throw new Error('there are no two windows');
    for (const windowId of [undefined, 'x', `${methodId('entrega')}:2040-01-01T08:00.manha`])
      expect(
        await refused([line('banana', 1)], { location: home, shippingMethod: scheduled(windowId) }),
      ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    // One whose time has come is told apart from one that is full.
    expect(
      await refused([line('banana', 1)], {
        location: home,
        shippingMethod: scheduled(`${methodId('entrega')}:2020-01-01T08:00.manha`),
      }),
    ).toMatchObject({ code: 'LOCK', detail: 'WINDOW_PAST' });
    expect(
      await refused([line('banana', 1)], { shippingMethod: { ...pickup(), hubId: uuid() } }),
    ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    const { uuid: first } = await newCart(server, client, [line('banana', 1)], {
      location: home,
      shippingMethod: scheduled(window.id),
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
      await refused([line('banana', 1)], { location: home, shippingMethod: scheduled(window.id) }),
    ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    expect(await left(server, 'banana')).toBe(bananas);
    // The one that is held stays held.
    expect((await lockCart(server, client, first)).status).toBe(200);
    // A change of window moves the place.
    await putCart(server, client, first, 1, [line('banana', 1)], {
      location: home,
      shippingMethod: scheduled(next.id),
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
});
