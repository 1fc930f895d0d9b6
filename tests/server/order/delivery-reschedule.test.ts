import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuoteOption } from '#contract/cart.ts';
import { type Lead, newLead, pay, send } from '#tests/support/buyers.ts';
import { alterCampaign, load } from '#tests/support/tenants/changes.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { deliveries, expressly, slotOf } from '#tests/support/orders/deliveries.ts';
import { deliveryId, deliveryTenant, scheduled, setClock } from '#tests/support/tenants/delivery-tenant.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('deliveries that are chosen anew on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    lead = await newLead(server);
  });
  beforeEach(async () => {
    // A Tuesday, ten in the morning.
    await setClock(server, '2027-03-16T10:00:00-03:00');
    await load(server, deliveryTenant());
  });
  afterAll(() => server.close());

  const { quoteOf, windowIn, chosen, bought, ask, taken } = deliveries(() => ({ server, lead }));
  const put = (id: string, body: unknown) =>
    server.call('PUT', `/api/operation/orders/order/${id}`, { ...lead, body });
  const to = (one: { id: string; properties: { shippingMethod: object } }, windowId: string) =>
    put(one.id, { properties: { shippingMethod: { ...one.properties.shippingMethod, windowId } } });
  async function fail(code: string) {
    await pay(server, code);
    for (const type of ['preparation.started', 'order.shipped', 'delivery.started', 'delivery.failed'])
      expect((await send(server, code, type)).status).toBe(200);
  }

  it('cost no more than the window that was chosen first', async () => {
    const open = async (one: { id: string }) =>
      [
        ...new Set<string>(
          (await quoteOf(one.id)).options[0]?.windows.map(({ id }: { id: string }) => slotOf(id)),
        ),
      ].toSorted();
    const [morning, afternoon, evening] = [
      await bought(await chosen('manha')),
      await bought(await chosen('tarde-14')),
      await bought(await chosen('noite-18')),
    ];
    expect([morning, afternoon, evening].map(({ properties }) => properties.shippingTotal)).toEqual([
      7.9, 5.5, 9.9,
    ]);
    expect([await open(morning), await open(afternoon), await open(evening)]).toEqual([
      ['manha', 'tarde-14'],
      ['tarde-14'],
      ['manha', 'noite-18', 'tarde-14'],
    ]);
    expect((await to(morning, (await chosen('noite-18')).windowId)).json).toMatchObject({
      status: 409,
      code: 'WINDOW',
    });
    const cheaper = await to(morning, (await chosen('tarde-14')).windowId);
    expect([
      cheaper.status,
      cheaper.json.properties.reschedules,
      cheaper.json.properties.shippingTotal,
    ]).toEqual([200, 1, 7.9]);
    // What a coupon paid is no reason to have less to choose from.
    const { code } = await newPromotion(server, { type: 'FREE_SHIPPING', percent: null });
    expect(await open(await bought(await chosen('manha'), 'SHIPPING', { coupon: code }))).toEqual([
      'manha',
      'tarde-14',
    ]);
    // A window that is not sold any more: what was paid is the measure.
    await load(
      server,
      deliveryTenant({
        methods: [
          {
            ...scheduled,
            windows: scheduled?.windows
              ?.filter(({ id }) => id !== 'noite-18')
              .map((one) => (one.id === 'tarde-14' ? { ...one, price: 12 } : one)),
          },
        ],
      }),
    );
    expect(await open(evening)).toEqual(['manha']);
  });

  it('are of the same pickup point, for goods that are fetched and for those inside the company', async () => {
    const [kiosk, stall] = [deliveryId('hub', 'quiosque'), deliveryId('hub', 'banca')];
    const choice = async (hubId: string) => ({
      id: deliveryId('shipping', 'retirada'),
      type: 'PICKUP',
      hubId,
      windowId: await windowIn('retirada', 'dia', hubId),
    });
    for (const [type, hubId, other] of [
      ['PICKUP', kiosk, stall],
      ['PICKUP', stall, kiosk],
      ['INTERNAL', kiosk, stall],
    ] as const) {
      const restore =
        type === 'INTERNAL'
          ? await alterCampaign(server, {
              body: { ignoreShippingAddress: true, internalHubRoutingIds: [hubId] },
            })
          : async () => undefined;
      const one = await bought(await choice(hubId), type);
      const { options } = await quoteOf(one.id);
      expect(options.map((option: QuoteOption) => option.hubId)).toEqual([hubId]);
      const [next] = options[0].windows;
      const first = one.properties.shippingMethod.windowId;
      const before = [await taken(first), await taken(next.id)];
      expect(
        (
          await put(one.id, {
            properties: {
              shippingMethod: { ...one.properties.shippingMethod, hubId: other, windowId: next.id },
            },
          })
        ).json.code,
      ).toBe('WINDOW');
      const moved = await to(one, next.id);
      expect([
        moved.status,
        moved.json.properties.window.start,
        moved.json.properties.shippingMethod.hubId,
      ]).toEqual([200, next.start, hubId]);
      expect([await taken(first), await taken(next.id)]).toEqual([
        (before[0] ?? 0) - 1,
        (before[1] ?? 0) + 1,
      ]);
      await restore();
    }
  });

  it('go out again without a window where there are none, twice at most', async () => {
    const one = await bought(expressly);
    expect((await quoteOf(one.id)).options).toEqual([]);
    expect((await ask(one.id, 'delivery.rescheduled')).json).toMatchObject({
      status: 409,
      code: 'ILLEGAL_EVENT',
    });
    await fail(one.code);
    const [option, ...others] = (await quoteOf(one.id)).options;
    expect([option.id, option.windows, others]).toEqual([expressly.id, undefined, []]);
    expect((await ask(one.id, 'delivery.rescheduled', await newLead(server))).json.code).toBe('NOT_FOUND');
    // To send the order back as it is is no wish to have it sent out.
    expect((await put(one.id, { ...one, version: undefined })).json.state).toBe('DELIVERY_FAILED');
    const again = await ask(one.id, 'delivery.rescheduled');
    expect([again.status, again.json.state, again.json.properties.reschedules]).toEqual([200, 'SHIPPED', 1]);
    for (const type of ['delivery.started', 'delivery.failed']) await send(server, one.code, type);
    // However often it is asked for at once.
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(one.id, 'delivery.rescheduled')));
    expect(
      asked
        .map(({ status, json }) => (status === 200 ? json.properties.reschedules : json.code))
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([2, 'ILLEGAL_EVENT', 'ILLEGAL_EVENT', 'ILLEGAL_EVENT', 'ILLEGAL_EVENT']);
    for (const type of ['delivery.started', 'delivery.failed']) await send(server, one.code, type);
    expect((await ask(one.id, 'delivery.rescheduled')).json).toMatchObject({
      status: 422,
      code: 'RESCHEDULE_LIMIT',
    });
    const windowed = await bought(await chosen('manha'));
    await fail(windowed.code);
    expect((await ask(windowed.id, 'delivery.rescheduled')).json).toMatchObject({
      status: 409,
      code: 'WINDOW',
    });
  });

  it('are told to whoever looks at the order, as is every other change', async () => {
    const one = await bought(await chosen('manha'));
    const told: unknown[] = [];
    const heard = Promise.withResolvers<void>();
    const stop = server.core.events.subscribe(
      'client',
      `order:${one.code}`,
      (event) => void (told.push(event) === 4 && heard.resolve()),
    );
    await put(one.id, { userName: 'Ana' });
    await to(one, (await quoteOf(one.id)).options[0].windows[0].id);
    await server.call('PUT', `/api/operation/orders/code/${one.code}/user`, {
      ...lead,
      body: { name: 'Bia' },
    });
    await heard.promise;
    stop();
    expect(told).toEqual(
      [3, 4, 5, 6].map((version) => ({
        type: 'order.changed',
        code: one.code,
        state: 'PENDING_PAYMENT',
        version,
        at: expect.stringMatching(/^2027-03-16T13:/),
      })),
    );
  });
});
