import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuoteOption } from '#contract/cart.ts';
import { order } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import { type Lead, home, left, lockCart, newCart, newLead, pay, see } from '#tests/support/buyers.ts';
import { alterCampaign, load } from '#tests/support/tenants/changes.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { banana, deliveries, expressly } from '#tests/support/orders/deliveries.ts';
import {
  deliveryId,
  deliveryTenant,
  express,
  fetched,
  scheduled,
  setClock,
} from '#tests/support/tenants/delivery-tenant.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

/** A Tuesday, ten in the morning. */
const NOW = '2027-03-16T10:00:00-03:00';
const everyDayOff = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(5, 10),
);

describe.each(engines)('ways of delivery on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    lead = await newLead(server);
  });
  beforeEach(async () => {
    await setClock(server, NOW);
    await load(server, deliveryTenant());
  });
  afterAll(() => server.close());

  const { quoteOf, quote, chosen, bought, ask, taken } = deliveries(() => ({ server, lead }));
  const optionOf = async (slug: string): Promise<QuoteOption | undefined> =>
    (await quote()).options.find(({ id }: QuoteOption) => id === deliveryId('shipping', slug));
  const refused = async (draft: object) =>
    (await lockCart(server, lead, (await newCart(server, lead, banana, draft)).uuid)).json;

  it('hand out nothing at a pickup point before its first window', async () => {
    for (const { readyAt, windows, type } of (await quote()).options as QuoteOption[])
      if (type === 'PICKUP')
        expect([readyAt, windows?.length]).toEqual([windows?.[0]?.start, expect.any(Number)]);
    expect(
      (await quote()).options.filter(({ type }: QuoteOption) => type === 'PICKUP').length,
    ).toBeGreaterThan(0);
  });

  describe('that are not to be had', () => {
    it('are not sold without a window when theirs are gone', async () => {
      await load(
        server,
        deliveryTenant({
          methods: [
            {
              ...scheduled,
              days: { min: 0, max: 0 },
              windows: [
                { id: 'manha', days: [0, 1, 2, 3, 4, 5, 6], start: '08:00', end: '10:00', capacity: 5 },
              ],
            },
            {
              ...fetched,
              days: { min: 0, max: 0 },
              windows: [{ id: 'cedo', days: [2], start: '07:00', end: '08:00', capacity: 5 }],
            },
          ],
        }),
      );
      const { options, refusal } = await quote();
      expect([options, refusal]).toEqual([[], undefined]);
      const before = await left(server, 'banana');
      for (const shippingMethod of [
        { id: deliveryId('shipping', 'entrega'), type: 'SCHEDULED' },
        { id: deliveryId('shipping', 'entrega'), type: 'SCHEDULED', windowId: 'x' },
        { id: deliveryId('shipping', 'retirada'), type: 'PICKUP', hubId: deliveryId('hub', 'banca') },
      ])
        expect(await refused({ location: home, shippingMethod })).toMatchObject({
          status: 409,
          code: 'LOCK',
          detail: 'WINDOW',
          current: { totals: { shipping: 0 } },
        });
      expect(await left(server, 'banana')).toBe(before);
    });

    it('are not offered by a hub that opens on none of sixty days', async () => {
      await load(
        server,
        deliveryTenant({
          hubs: [
            { slug: 'banca', holidays: everyDayOff, hours: [{ weekday: 1, open: '08:00', close: '12:00' }] },
          ],
          methods: [express ?? {}, { ...fetched, windows: [] }],
        }),
      );
      expect((await quote()).options).toEqual([]);
      for (const shippingMethod of [
        expressly,
        { id: deliveryId('shipping', 'retirada'), type: 'PICKUP', hubId: deliveryId('hub', 'banca') },
      ])
        expect(await refused({ location: home, shippingMethod })).toMatchObject({
          code: 'LOCK',
          detail: 'WINDOW',
        });
    });

    it('are deliveries of what asks for no address, whatever they call themselves', async () => {
      const restore = await alterCampaign(server, { body: { ignoreShippingAddress: true } });
      expect((await quote()).options.map(({ type }: QuoteOption) => type)).toEqual(['PICKUP', 'PICKUP']);
      expect(await refused({ location: home, shippingMethod: expressly })).toMatchObject({
        status: 422,
        code: 'ADDRESS',
        detail: 'shippingMethod',
      });
      expect(
        await refused({ location: home, shippingMethod: { ...expressly, type: 'PICKUP' } }),
      ).toMatchObject({ code: 'LOCK', detail: 'WINDOW', current: { totals: { shipping: 0 } } });
      await restore();
      expect(
        await refused({ location: home, shippingMethod: { ...expressly, type: 'PICKUP' } }),
      ).toMatchObject({ code: 'LOCK', detail: 'WINDOW' });
    });
  });

  it.each([
    ['in the morning', '2027-03-16T10:00:00-03:00', 0],
    ['just before the cut-off', '2027-03-16T15:59:00-03:00', 0],
    ['after the cut-off', '2027-03-16T16:00:01-03:00', 1],
    ['late in the evening', '2027-03-16T23:00:00-03:00', 1],
    ['late on a Saturday', '2027-03-20T17:00:00-03:00', 2],
    ['on a Sunday', '2027-03-21T09:00:00-03:00', 1],
    ['at Christmas, three years on', '2029-12-25T09:00:00-03:00', 1],
    ['late on Christmas Eve of a Saturday', '2033-12-24T17:00:00-03:00', 2],
  ])('are counted from when the hub works on the order: %s', async (_when, at, wait) => {
    await setClock(server, at);
    expect((await optionOf('expressa'))?.days).toEqual({ min: wait, max: wait + 1 });
  });

  it('cost in the quote what the cart and the hold say of them, also with a coupon', async () => {
    const { code } = await newPromotion(server, { type: 'FREE_SHIPPING', percent: null });
    const { code: off } = await newPromotion(server, { percent: 10 });
    const shippingMethod = await chosen('noite-18');
    for (const [coupon, price, windows] of [
      [code, 0, [0]],
      [off, 7.9, [5.5, 7.9, 9.9]],
      [undefined, 7.9, [5.5, 7.9, 9.9]],
    ] as const) {
      const draft = { location: home, shippingMethod, ...(coupon ? { coupon } : {}) };
      const { uuid, json: cart } = await newCart(server, lead, banana, draft);
      const { options } = await quoteOf(uuid);
      const [delivery] = options;
      expect([
        delivery.price,
        [...new Set<number>(delivery.windows.map((one: { price: number }) => one.price))].toSorted(
          (a, b) => a - b,
        ),
      ]).toEqual([price, windows]);
      const quoted = delivery.windows.find(({ id }: { id: string }) => id === shippingMethod.windowId).price;
      expect([cart.totals.shipping, (await lockCart(server, lead, uuid)).json.totals.shipping]).toEqual([
        quoted,
        quoted,
      ]);
      expect(options.find((one: QuoteOption) => one.id === expressly.id).price).toBe(
        coupon === code ? 0 : 16.9,
      );
    }
  });

  describe('whose window begins', () => {
    const stateOf = async (id: string) =>
      (await see(server, lead, `/api/operation/orders/order/${id}`)).json.state;
    const change = (id: string, to: Partial<typeof order.$inferInsert>) =>
      server.core.db.tenant('client', (tx) =>
        tx
          .update(order)
          .set(to)
          .where(and(eq(order.tenantId, 'client'), eq(order.id, id))),
      );

    it('REL-20 wait for no other Pix code after that, and give their place back', async () => {
      const shippingMethod = await chosen('manha');
      const before = await taken(shippingMethod.windowId);
      const one = await bought(shippingMethod);
      await setClock(server, '2027-03-17T07:50:00-03:00');
      expect(await stateOf(one.id)).toBe('PAYMENT_EXPIRED');
      // A new code lives to the window's start and not a second longer.
      expect((await ask(one.id, 'payment.requested')).json.state).toBe('PENDING_PAYMENT');
      expect((await see(server, lead, `/api/pix/qrcode?id=${one.code}`)).json.expiresAt).toBe(
        '2027-03-17T11:00:00.000Z',
      );
      await setClock(server, '2027-03-17T07:59:00-03:00');
      expect([await stateOf(one.id), await taken(shippingMethod.windowId)]).toEqual([
        'PENDING_PAYMENT',
        before + 1,
      ]);
      await setClock(server, '2027-03-17T08:00:00-03:00');
      expect([await stateOf(one.id), await taken(shippingMethod.windowId)]).toEqual(['CANCELED', before]);
      expect((await ask(one.id, 'payment.requested')).json.code).toBe('ILLEGAL_EVENT');
      // Money that comes now goes back.
      const bananas = await left(server, 'banana');
      await pay(server, one.code);
      expect((await see(server, lead, `/api/operation/orders/order/${one.id}`)).json).toMatchObject({
        state: 'CANCELED',
        properties: { reason: 'NOT_PAID' },
      });
      expect(
        (
          await server.core.db.read('client', (tx) =>
            tx
              .select({ state: payment.state })
              .from(payment)
              .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, one.id)))
              .orderBy(payment.attempt),
          )
        ).at(-1)?.state,
      ).toBe('confirmed');
      expect(await left(server, 'banana')).toBe(bananas);
    });

    it('REL-20 take no late money either, when an earlier release lets them wait longer', async () => {
      const one = await bought(await chosen('manha'));
      await setClock(server, '2027-03-17T07:00:00-03:00');
      expect(await stateOf(one.id)).toBe('PAYMENT_EXPIRED');
      await change(one.id, { dueAt: new Date('2027-03-17T20:00:00-03:00') });
      await setClock(server, '2027-03-17T08:00:00-03:00');
      const [row] = await server.core.db.read('client', (tx) =>
        tx
          .select()
          .from(order)
          .where(and(eq(order.tenantId, 'client'), eq(order.id, one.id))),
      );
      if (!row) throw new Error('the order is gone');
      expect(
        await server.core.db.tenant('client', (tx) => server.services.money.acceptsPayment(tx, row)),
      ).toBe(false);
      expect((await ask(one.id, 'payment.requested')).json).toMatchObject({ status: 409, code: 'WINDOW' });
      expect(
        (await server.call('POST', '/api/payments/intents', { ...lead, body: { orderCode: one.code } })).json,
      ).toMatchObject({ status: 409, code: 'WINDOW' });
      await pay(server, one.code);
      expect((await see(server, lead, `/api/operation/orders/order/${one.id}`)).json).toMatchObject({
        state: 'CANCELED',
        properties: { reason: 'PAID_LATE' },
      });
      // Before it, late money is as good as any.
      await setClock(server, NOW);
      const other = await bought(await chosen('manha'));
      await setClock(server, '2027-03-17T07:59:00-03:00');
      expect(await stateOf(other.id)).toBe('PAYMENT_EXPIRED');
      await pay(server, other.code);
      expect(await stateOf(other.id)).toBe('PAID');
    });
  });
});
