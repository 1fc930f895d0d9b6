import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Lead,
  hold,
  home,
  left,
  line,
  newCart,
  newLead,
  orderBody,
  pickup,
  place,
  putCart,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { scheduled, windowAt } from '#tests/support/tenants/windows.ts';

describe.each(engines)('placing orders on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
  });
  afterAll(() => server.close());
  const one = [line('banana', 2)];
  const held = (lines = one, draft?: object) => hold(server, buyer, lines, draft);

  it('SEC-17 compare the money that a body names, and never use it', async () => {
    const restore = await alterCampaign(server, {
      body: {
        cartControls: {
          discountRules: [
            { minimumQuantity: 2, discountType: 'allSameProducts', type: 'percentage', discount: 10 },
          ],
        },
      },
    });
    const { cartUuid: id, fence } = await held();
    for (const money of [
      { price: 9.91 },
      { subTotal: 10.99 },
      { discount: 0 },
      { discount: 1.11 },
      { shippingTotal: 0.01 },
      { price: 9.9, discount: 9.9 },
    ])
      expect((await place(server, buyer, orderBody(id, one, { fence, ...money }))).json).toMatchObject({
        code: 'PRICE',
        current: { subTotal: 11, discount: 1.1, total: 9.9 },
      });
    for (const price of [-1, 1.005, 'x', 1e9])
      expect((await place(server, buyer, orderBody(id, one, { price }))).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'properties.price' }],
      });
    const { json } = await place(
      server,
      buyer,
      orderBody(
        id,
        one,
        { fence, price: 9.9, subTotal: 11, discount: 1.1, shippingTotal: 0, userId: uuid(), state: 'PAID' },
        { state: 'PAID', userId: uuid(), id: uuid(), code: 'X', totals: { total: 0 } },
      ),
    );
    expect(json).toMatchObject({
      state: 'PENDING_PAYMENT',
      properties: { totals: { total: 9.9, discount: 1.1 } },
      items: [{ discount: 1.1, percent: 10, total: 9.9 }],
    });
    expect(json.userId).toBeUndefined();
    await restore();
  });

  it('are about what is held: lines, way and number', async () => {
    const { cartUuid: id, fence } = await held();
    const refusals = [
      orderBody(id, [line('banana', 1)], { fence }),
      orderBody(id, [line('tomate', 2)], { fence }),
      orderBody(id, [...one, line('manga', 1)], { fence }),
      orderBody(id, [line('banana', 1), line('banana', 1)], { fence }),
      orderBody(id, one, { fence: fence - 1 }),
      orderBody(id, one, { fence, shippingMethod: { ...pickup(), hubId: uuid() } }),
      orderBody(id, one, { fence, shippingMethod: scheduled() }),
    ];
    for (const body of refusals)
      expect((await place(server, buyer, body)).json).toMatchObject({ code: 'LOCK_LOST', status: 409 });
    expect(
      (await place(server, buyer, orderBody(id, one, { fence }), { type: 'SHIPPING' })).json,
    ).toMatchObject({ code: 'ADDRESS', status: 422 });
    expect((await place(server, buyer, orderBody(id, one, { fence, shippingMethod: pickup() }))).status).toBe(
      201,
    );
    // A delivery goes where the cart says, and nobody is left to believe anything else.
    const { id: window } = await windowAt(server, buyer);
    const there = await held(one, { location: home, shippingMethod: scheduled(window) });
    const address = {
      address: `${home.address}, ${home.streetNumber}`,
      street_address: home.address,
      street_number: home.streetNumber,
      cep: '05435000',
      neighborhood: home.neighborhood,
      city: home.city,
      administrative_area: home.administrativeArea,
      country: 'BR',
      latitude: home.latitude,
      longitude: home.longitude,
    };
    const to = (change: object) =>
      place(
        server,
        buyer,
        orderBody(there.cartUuid, one, { fence: there.fence, shippingAddress: { ...address, ...change } }),
        { type: 'SHIPPING' },
      );
    for (const change of [{ cep: '13010-000' }, { street_number: '13' }, { latitude: -22.9 }])
      expect((await to(change)).json).toMatchObject({
        code: 'ADDRESS',
        status: 422,
        detail: 'shippingAddress',
      });
    expect((await to({})).status).toBe(201);
    const bare = await newCart(server, buyer, one);
    expect((await place(server, buyer, orderBody(bare.uuid, one))).json.code).toBe('LOCK_LOST');
    const changed = await held();
    await putCart(server, buyer, changed.cartUuid, 1, one);
    expect(
      (await place(server, buyer, orderBody(changed.cartUuid, one, { fence: changed.fence }))).json.code,
    ).toBe('LOCK_LOST');
  });

  it('REL-20 honour a hold beyond the end of a campaign, and nothing without one', async () => {
    const end = server.core.clock.now() + 60_000;
    const restore = await alterCampaign(server, {
      row: { endsAt: new Date(end) },
      body: { expired: { end: new Date(end).toISOString() } },
    });
    const early = await held();
    const lost = await held();
    const never = await newCart(server, buyer, one);
    await server.shift(61);
    expect((await place(server, buyer, orderBody(early.cartUuid, one, { fence: early.fence }))).status).toBe(
      201,
    );
    expect((await place(server, buyer, orderBody(never.uuid, one))).json).toMatchObject({
      code: 'CAMPAIGN_ENDED',
      status: 409,
    });
    await server.shift(840);
    expect((await place(server, buyer, orderBody(lost.cartUuid, one, { fence: lost.fence }))).json.code).toBe(
      'CAMPAIGN_ENDED',
    );
    await restore();
    const late = await held();
    await server.shift(901);
    expect((await place(server, buyer, orderBody(late.cartUuid, one, { fence: late.fence }))).json.code).toBe(
      'LOCK_LOST',
    );
  });

  it('keep the stock that was held, and take none besides', async () => {
    const before = await left(server, 'manga');
    const { cartUuid: id, fence } = await held([line('manga', 2)]);
    await place(server, buyer, orderBody(id, [line('manga', 2)], { fence }));
    expect(await left(server, 'manga')).toBe(before - 2);
    // Beyond the hold's fifteen minutes it is the order that keeps them.
    await server.shift(1_000);
    await server.sweep();
    expect(await left(server, 'manga')).toBe(before - 2);
    await server.shift(900);
    await server.sweep();
    expect(await left(server, 'manga')).toBe(before);
  });
});
