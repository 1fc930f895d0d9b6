import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { orderChild } from '#server/db/schema/order.ts';
import {
  type Lead,
  campaignId,
  home,
  hubId,
  line,
  lockCart,
  methodId,
  newCart,
  newLead,
  orderBody,
  pickup,
  place,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { alter } from '#tests/support/tenants/changes.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

type Json = Answer['json'];
const far = uuid();
const both = [line('tomate', 2), line('banana', 1, { slug: 'depois' })];

describe.each(engines)('a cart of campaigns with hubs of their own on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    lead = await newLead(server);
  });
  afterAll(() => server.close());
  let undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const back of undo.toReversed()) await back();
    undo = [];
  });

  /** Another hub for one campaign, like the first but for what is said. */
  async function second(change: object = {}, type: 'BOTH' | 'PICKUP' = 'BOTH'): Promise<void> {
    const isLater = and(eq(campaign.tenantId, 'client'), eq(campaign.id, campaignId('depois')));
    const [shop, later] = await server.core.db.read(
      'client',
      async (tx) =>
        [
          (await tx.select().from(hub).where(eq(hub.id, hubId())))[0],
          (await tx.select().from(campaign).where(isLater))[0],
        ] as const,
    );
    if (!shop || !later) throw new Error('there is no shop');
    await alter(server, 'client', async (tx) => {
      await tx.insert(hub).values({
        ...shop,
        id: far,
        name: 'Outra',
        type,
        body: { ...shop.body, id: far, name: 'Outra', type, ...change },
      });
      await tx
        .update(campaign)
        .set({ hubIds: [far], body: { ...later.body, depends: [] } })
        .where(isLater);
    });
    undo.push(() =>
      alter(server, 'client', async (tx) => {
        await tx.update(campaign).set({ hubIds: later.hubIds, body: later.body }).where(isLater);
        await tx.delete(hub).where(and(eq(hub.tenantId, 'client'), eq(hub.id, far)));
      }),
    );
  }
  /** The first hub rests on these days. */
  async function rest(holidays: string[]): Promise<void> {
    const isShop = and(eq(hub.tenantId, 'client'), eq(hub.id, hubId()));
    const [shop] = await server.core.db.read('client', (tx) => tx.select().from(hub).where(isShop));
    if (!shop) throw new Error('there is no shop');
    await alter(server, 'client', (tx) =>
      tx
        .update(hub)
        .set({ body: { ...shop.body, holidays } })
        .where(isShop),
    );
    undo.push(() => alter(server, 'client', (tx) => tx.update(hub).set({ body: shop.body }).where(isShop)));
  }
  const dayOf = (windowId: string) => windowId.split(':')[1]?.slice(0, 10) ?? '';
  const quoteOf = async (location: object = home) => {
    const { uuid: id } = await newCart(server, lead, both, { location });
    return (await see(server, lead, `/api/operation/orders/quote/${id}`)).json;
  };

  it('D49 is delivered by each campaign’s hub, and every part knows its own', async () => {
    await second();
    const quote = await quoteOf();
    expect([quote.refusal, quote.options.map(({ id }: Json) => id)]).toEqual([
      undefined,
      [methodId('entrega')],
    ]);
    const draft = {
      location: home,
      shippingMethod: {
        id: methodId('entrega'),
        type: 'SCHEDULED',
        windowId: quote.options[0].windows[0].id,
      },
    };
    const { uuid: cartUuid } = await newCart(server, lead, both, draft);
    const { status, json: lock } = await lockCart(server, lead, cartUuid);
    expect([status, lock.totals.shipping]).toEqual([200, 9.9]);
    const { status: placed, json: order } = await place(
      server,
      lead,
      orderBody(cartUuid, both, { fence: lock.fence }),
      { type: 'SHIPPING' },
    );
    expect(placed).toBe(201);
    const children = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, order.id)),
    );
    expect(Object.fromEntries(children.map((one) => [one.campaignId, one.hubId]))).toEqual({
      [campaignId('semana')]: hubId(),
      [campaignId('depois')]: far,
    });
    const { json: parts } = await see(server, lead, `/api/operation/orders/code/${order.code}/child`);
    expect(
      Object.fromEntries(
        parts.map(({ properties: { campaignId: of, hubId: at, hubName } }: Json) => [of, [at, hubName]]),
      ),
    ).toEqual({
      [campaignId('semana')]: [hubId(), expect.stringMatching(/^(?!Outra$)./)],
      [campaignId('depois')]: [far, 'Outra'],
    });
    // One delivery, paid once.
    expect(
      parts
        .map(({ properties }: Json) => Number(properties.totals.shipping))
        .toSorted((a: number, b: number) => a - b),
    ).toEqual([0, 9.9]);
  });

  it('is offered the windows that all hubs have, and no others', async () => {
    await second();
    const before = (await quoteOf()).options[0].windows.map(({ id }: Json) => id);
    for (const back of undo) await back();
    undo = [];
    // Each of the two rests on another day.
    await second({ holidays: [dayOf(before[0])] });
    await rest([dayOf(before[1])]);
    expect((await quoteOf()).options[0].windows.map(({ id }: Json) => id)).toEqual(before.slice(2));
    for (const back of undo) await back();
    undo = [];
    await second({ holidays: before.map(dayOf) });
    expect(await quoteOf()).toMatchObject({ refusal: 'AREA', options: [] });
  });

  it('is not delivered where one of them does not go, does not deliver so or does not deliver at all', async () => {
    const elsewhere = {
      type: 'Polygon',
      coordinates: [
        [
          [-40, -20],
          [-39, -20],
          [-39, -19],
          [-40, -19],
          [-40, -20],
        ],
      ],
    };
    for (const [change, type] of [
      [{ area: elsewhere }, 'BOTH'],
      [{ shippingMethodIds: [methodId('retirada')] }, 'BOTH'],
      [{}, 'PICKUP'],
    ] as const) {
      await second(change, type);
      expect(await quoteOf()).toMatchObject({ refusal: 'AREA', options: [] });
      const { uuid: id } = await newCart(server, lead, both, { location: home, shippingMethod: pickup() });
      expect((await lockCart(server, lead, id)).json.code).toBe('LOCK');
      for (const back of undo) await back();
      undo = [];
    }
  });

  it('stays with one hub that has everything, wherever there is one', async () => {
    await second();
    await alter(server, 'client', (tx) =>
      tx
        .update(campaign)
        .set({ hubIds: [far, hubId()] })
        .where(and(eq(campaign.tenantId, 'client'), eq(campaign.id, campaignId('depois')))),
    );
    const quote = await quoteOf();
    expect(quote.options.map(({ id }: Json) => id).toSorted()).toEqual(
      [methodId('entrega'), methodId('retirada')].toSorted(),
    );
    const { uuid: cartUuid } = await newCart(server, lead, both);
    const { json: lock } = await lockCart(server, lead, cartUuid);
    const { json: order } = await place(server, lead, orderBody(cartUuid, both, { fence: lock.fence }));
    const children = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, order.id)),
    );
    expect(children.map((one) => one.hubId)).toEqual([hubId(), hubId()]);
  });
});
