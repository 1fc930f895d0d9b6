import { createClient } from '#api/client.ts';
import { checkoutActors } from '#actors/checkout.ts';
import type { LeadRecord } from '#actors/person/lead.ts';
import { orderListActors } from '#actors/order/order-list.ts';
import { ordersActors } from '#actors/order/orders.ts';
import { pageOrders } from '#contract/order/order-calls.ts';
import { reschedulingActors } from '#actors/order/rescheduling.ts';
import { NetworkFault } from '#contract/problem.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromTransition, setup, toPromise } from 'xstate';
import { account, cartUuid, fault, lock, noon, order } from '../support/samples.ts';

/** Nobody buys without an account here. */
const record = {} as LeadRecord;

describe('the order ports', () => {
  it('have the last order from those that are known here, and ask for it where none is', async () => {
    const { api, asked } = apiOf({
      'GET /api/operation/orders/pageable': {
        content: [order],
        page: 0,
        size: 1,
        totalPages: 1,
        totalElements: 1,
        last: true,
      },
    });
    const { lastOrder } = checkoutActors(api, () => noon, record);
    const lastBeside = async (orders: unknown[]) => {
      const known = fromTransition((state: object) => state, { orders });
      const shop = createActor(
        setup({ actors: { known, lastOrder } }).createMachine({
          invoke: [
            { src: 'known', systemId: 'orders' },
            { src: 'lastOrder', id: 'lastOrder', input: { cartUuid } },
          ] as never, // a list of orders stands in for its chart
        }),
      ).start();
      return toPromise(shop.getSnapshot().children['lastOrder'] as never) as Promise<typeof order>;
    };
    expect((await lastBeside([])).code).toBe(order.code);
    expect(asked).toEqual(['GET /api/operation/orders/pageable?page=0&size=1']);
    expect((await lastBeside([{ ...order, code: 'NEWEST' }, order])).code).toBe('NEWEST');
    expect(asked).toHaveLength(1);
  });
  it('hold a cart anew once what was held is given back, or it would be given back in its place', async () => {
    const isBack = Promise.withResolvers<undefined>();
    const asked: string[] = [];
    const api = createClient({
      base: 'http://shop.test',
      app: 'client',
      fetch: async ({ method }) => {
        asked.push(method);
        if (method === 'POST') return Response.json(lock);
        await isBack.promise;
        return new Response(null, { status: 204 });
      },
    });
    const { keepLock, lock: hold } = checkoutActors(api, () => noon, record);
    createActor(keepLock, { input: { cartUuid } }).start().send({ type: 'lock.released' });
    const held = run(hold, { cartUuid, needsPlans: false });
    await vi.waitFor(() => expect(asked).toEqual(['DELETE']));
    await new Promise((done) => setTimeout(done));
    expect(asked).toEqual(['DELETE']);
    isBack.resolve(undefined);
    expect(await held).toMatchObject({ lock });
    expect(asked).toEqual(['DELETE', 'POST']);
  });
  it('place an order under its key, saying that it may be sent again, and throw what the server refused', async () => {
    const path = 'POST /api/operation/orders/v2/SHIPPING';
    const { api, sent } = apiOf({ [path]: Response.json(order, { status: 201 }) });
    const draft = {
      location: {
        postalCode: '01310-100',
        address: 'Avenida Paulista',
        streetNumber: '1',
        neighborhood: 'Bela Vista',
        city: 'São Paulo',
        administrativeArea: 'SP',
        latitude: 1,
        longitude: 2,
      },
      shippingMethod: { id: 'express', type: 'EXPRESS' },
      paymentMethod: { type: 'PIX' },
    };
    const input = {
      key: `${cartUuid}:1`,
      cartUuid,
      draft,
      account,
      guest: null,
      lock,
      ignoreShippingAddress: false,
    };
    const inside = apiOf({ 'POST /api/operation/orders/v2/INTERNAL': Response.json(order, { status: 201 }) });
    const pickup = {
      ...input,
      draft: { ...draft, shippingMethod: { id: 'sede', type: 'PICKUP' } },
      ignoreShippingAddress: true,
    };
    expect(await run(checkoutActors(inside.api, () => noon, record).placeOrder, pickup)).toMatchObject({
      code: order.code,
    });
    expect(await run(checkoutActors(api, () => noon, record).placeOrder, input)).toMatchObject({
      code: order.code,
    });
    expect([sent[0]?.headers.get('Idempotency-Key'), sent[0]?.headers.get('Retry-Allowed')]).toEqual([
      `${cartUuid}:1`,
      'true',
    ]);
    const cut = {
      ...input,
      lock: { ...lock, totals: { ...lock.totals, discount: 1.1, coupon: 2.2, paymentDiscount: 0.3 } },
    };
    await run(checkoutActors(api, () => noon, record).placeOrder, cut).catch(() => undefined);
    expect(await sent[1]?.json()).toMatchObject({ properties: { discount: 3.6 } });
    const refused = Response.json(
      { type: 'about:blank', title: 'x', status: 409, code: 'LOCK_LOST', retryable: false, requestId: 'q' },
      { status: 409 },
    );
    await expect(
      run(checkoutActors(apiOf({ [path]: refused }).api, () => noon, record).placeOrder, input),
    ).rejects.toMatchObject({
      code: 'LOCK_LOST',
    });
    await expect(
      run(checkoutActors(apiOf({ [path]: Response.json(order) }).api, () => noon, record).placeOrder, input),
    ).rejects.toBeInstanceOf(NetworkFault);
  });
  it('bring an order that is divided with its parts, each with where it is, and any other alone', async () => {
    const line = { item: { id: cartUuid, name: 'Tomate' }, quantity: 1, unitPrice: 1, discount: 0, total: 1 };
    const divided = {
      ...order,
      state: 'PAID',
      items: [order.id, cartUuid].map((campaignId) => ({ ...line, campaignId })),
    };
    const where = { orderCode: order.code, state: 'PAID', events: [], allowedEvents: [] };
    const path = `GET /api/operation/orders/code/${order.code}`;
    const answers = (one: unknown, more: object = {}) =>
      apiOf({ [path]: one, [`GET /api/operation/orders/follow/${order.id}`]: where, ...more });
    const load = (api: ReturnType<typeof apiOf>['api']) =>
      run(ordersActors(api).loadOrder, { code: order.code });
    const whole = await load(answers(divided, { [`${path}/child`]: [order, order] }).api);
    expect(whole).toMatchObject({ follow: where, parts: [{ follow: where }, { follow: where }] });
    // Parts that do not come leave the order as it is.
    expect(await load(answers(divided, { [`${path}/child`]: fault.error }).api)).toMatchObject({ parts: [] });
    const { api, sent } = answers({ ...divided, items: [{ ...line, campaignId: cartUuid }] });
    expect(await load(api)).toMatchObject({ parts: [] });
    expect(sent.length).toBe(2);
  });
  it('find what can be moved, its free windows, and move it as it was seen', async () => {
    const window = { start: '2026-11-25T11:00:00.000Z', end: '2026-11-25T13:00:00.000Z' };
    const moving = { ...order, state: 'PAID', properties: { ...order.properties, window } };
    const at = '/api/operation/orders';
    const { api, sent } = apiOf({
      [`GET ${at}/filtered`]: [moving, { ...moving, state: 'SHIPPED' }],
      [`GET ${at}/order/${order.id}`]: moving,
      [`GET ${at}/quote/${order.id}`]: { validUntil: window.start, options: [] },
      [`PUT ${at}/order/${order.id}`]: moving,
      [`POST ${at}/order/${order.id}/events`]: moving,
    });
    const ports = reschedulingActors(() => Promise.resolve(api));
    expect(await run(ports.loadCandidates, {})).toEqual([moving]);
    expect(await run(ports.loadWindows, { id: order.id })).toEqual({ order: moving, option: null });
    const choice = { id: 'agendada', type: 'SCHEDULED', windowId: 'w2' };
    await run(ports.reschedule, { id: order.id, version: 3, choice });
    await run(ports.reschedule, { id: order.id, version: 3, choice: null });
    expect(await sent.at(-2)?.json()).toEqual({ version: 3, properties: { shippingMethod: choice } });
    expect(await sent.at(-1)?.json()).toEqual({ type: 'delivery.rescheduled' });
  });
  it('cancel with a 204 and with nothing else', async () => {
    const path = `DELETE /api/operation/orders/cancel/${order.id}`;
    const cancel = (answer: unknown) =>
      run(ordersActors(apiOf({ [path]: answer }).api).cancelOrder, { id: order.id, asks: false });
    await expect(cancel(new Response(null, { status: 204 }))).resolves.toBeUndefined();
    await expect(cancel({})).rejects.toBeInstanceOf(NetworkFault);
    await expect(cancel(fault.error)).rejects.toBeInstanceOf(NetworkFault);
  });
  it('ask the shop for a cancellation once it has begun, with the reason', async () => {
    const { api, sent } = apiOf({
      [`POST /api/operation/orders/order/${order.id}/events`]: Response.json(order),
    });
    await expect(
      run(ordersActors(api).cancelOrder, { id: order.id, reason: 'Desisti', asks: true }),
    ).resolves.toBeUndefined();
    expect(await sent[0]?.json()).toMatchObject({ type: 'cancellation.requested', reason: 'Desisti' });
  });
  it('look for the orders of a filter, and say how many there are without it', async () => {
    const page = { content: [order], page: 1, size: 10, totalElements: 11, totalPages: 2, last: true };
    const { api, sent } = apiOf({ [`GET ${pageOrders.path}`]: page });
    const ports = orderListActors(
      () => Promise.resolve(api),
      { get: () => undefined },
      () => noon,
    );
    const filter = { status: 'delivered', campaign: 'c', days: '30', q: 'pão' };
    expect(await run(ports.loadFound, { filter, page: 1 })).toMatchObject({ total: 11, all: 11 });
    const asked = sent.map(({ url }) => decodeURIComponent(new URL(url).search)).toSorted();
    expect(asked).toEqual([
      expect.stringMatching(
        /^\?page=1&status=COMPLETED&status=RETURN_REQUESTED&campaignIds=c&created_after=[\d-]{10}&searchText=pão$/,
      ),
      '?size=1',
    ]);
  });
});
