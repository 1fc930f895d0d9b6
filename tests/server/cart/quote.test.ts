import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  campaignId,
  farHome,
  home,
  hubId,
  itemId,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  pickup,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('quotes on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());
  const quote = async (draft: object, lines = [line('banana', 2)]) => {
    const { uuid: id } = await newCart(server, client, lines, draft);
    return (await see(server, client, `/api/operation/orders/quote/${id}`)).json;
  };

  it('offer delivery in windows and every pickup point', async () => {
    const json = await quote({ location: home });
    expect(json.refusal).toBeUndefined();
    expect(json.address).toMatchObject(home);
    const [delivery, counter] = json.options;
    expect(delivery).toMatchObject({
      id: methodId('entrega'),
      type: 'SCHEDULED',
      price: 9.9,
      days: { min: expect.any(Number), max: expect.any(Number) },
    });
    expect(delivery.windows.length).toBeGreaterThanOrEqual(2);
    expect(delivery.windows[0]).toEqual({
      id: expect.stringMatching(new RegExp(`^${methodId('entrega')}:\\d{4}-\\d\\d-\\d\\dT08:00\\.manha$`)),
      start: expect.any(String),
      end: expect.any(String),
      left: 50,
      price: 9.9,
    });
    expect(counter).toMatchObject({
      id: methodId('retirada'),
      type: 'PICKUP',
      price: 0,
      hubId: hubId(),
      name: 'Banca',
      instructions: 'No balcão',
      readyAt: expect.any(String),
      distance: expect.any(Number),
    });
  });

  it('are free from a subtotal on', async () => {
    const [delivery] = (await quote({ location: home }, [line('tomate', 16)])).options;
    expect([delivery.price, delivery.windows[0].price]).toEqual([0, 0]);
  });

  it('refuse what is out of the area or has no address, and still offer pickup', async () => {
    for (const [location, refusal] of [
      [farHome, 'AREA'],
      [{ ...home, streetNumber: undefined }, 'ADDRESS'],
      [{ ...home, latitude: undefined }, 'ADDRESS'],
      [undefined, 'ADDRESS'],
    ] as const) {
      const json = await quote({ location });
      expect([json.refusal, json.options.map((one: { type: string }) => one.type)]).toEqual([
        refusal,
        ['PICKUP'],
      ]);
    }
    expect(
      (await quote({ location: { ...home, streetNumber: undefined, hasNumber: false } })).refusal,
    ).toBeUndefined();
  });

  it('offer only what is fetched where a campaign asks for no address, and say so', async () => {
    const restore = await alterCampaign(server, { body: { ignoreShippingAddress: true } });
    for (const draft of [{}, { location: home }, { location: farHome }]) {
      const json = await quote(draft);
      expect([
        json.ignoreShippingAddress,
        json.refusal,
        json.options.map((one: { type: string }) => one.type),
      ]).toEqual([true, undefined, ['PICKUP']]);
    }
    await restore();
    expect((await quote({ location: home })).ignoreShippingAddress).toBeUndefined();
  });

  it('count the places that are left, and route inside the company where a campaign says so', async () => {
    const { windows } = (await quote({ location: home })).options[0];
    const { uuid: id } = await newCart(server, client, [line('banana', 1)], {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: windows[0].id },
    });
    expect((await lockCart(server, client, id)).status).toBe(200);
    expect((await quote({ location: home })).options[0].windows[0].left).toBe(49);
    await server.call('DELETE', `/api/operation/orders/lock/${id}`, { bearer: client.bearer });
    expect((await quote({ location: home })).options[0].windows[0].left).toBe(50);
    const restore = await alterCampaign(server, {
      body: { internalHubRoutingIds: [hubId()] },
      row: { hubIds: [] },
    });
    expect((await quote({ location: home })).options).toHaveLength(2);
    await restore();
    const closed = await alterCampaign(server, { row: { hubIds: [] } });
    expect(await quote({ location: home })).toMatchObject({ options: [], refusal: 'AREA' });
    await closed();
  });

  const estimate = async (search: object, item = itemId('banana'), call: object = {}) => {
    const query = new URLSearchParams(Object.entries(search));
    return (await server.call('GET', `/api/operation/orders/quote/${item}?${query}`, call)).json;
  };
  const here = { latitude: home.latitude, longitude: home.longitude };

  it('are told of one item before there is a cart, to anybody, as the cart of it has them', async () => {
    const cart = await quote({ location: home }, [line('banana', 1)]);
    const told = await estimate({ campaign: 'semana', ...here });
    expect([told.options[0], told.options.length]).toEqual([cart.options[0], 2]);
    expect(told.options[0]).toMatchObject({ price: 9.9, freeAbove: 150 });
    expect(told.refusal).toBeUndefined();
    expect((await estimate({ campaign: campaignId(), ...here })).options[0]).toEqual(cart.options[0]);
    const far = await estimate({ campaign: 'semana', latitude: -3.1, longitude: -60.02 });
    expect([far.refusal, far.options.map((one: { type: string }) => one.type)]).toEqual(['AREA', ['PICKUP']]);
    expect(await estimate({ campaign: 'semana' })).toMatchObject({ refusal: 'ADDRESS' });
    for (const [search, item] of [
      [{ campaign: 'semana' }, uuid()],
      [{ campaign: 'nenhuma' }, itemId('banana')],
    ] as const)
      expect(await estimate({ ...search, ...here }, item)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await estimate(here)).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await estimate({ campaign: 'semana', latitude: 91, longitude: 0 })).toMatchObject({
      code: 'MALFORMED',
    });
  });

  it('are told of a whole campaign by its own id, as of nothing bought there yet', async () => {
    const whole = await estimate({ campaign: 'semana', ...here }, campaignId());
    expect(whole.options[0]).toMatchObject({ price: 9.9, freeAbove: 150, type: 'SCHEDULED' });
    const far = await estimate({ campaign: 'semana', latitude: -3.1, longitude: -60.02 }, campaignId());
    expect(far.options.map(({ hubId: id }: { hubId: string }) => id)).toEqual([hubId()]);
    expect(await estimate({ campaign: 'nenhuma', ...here }, campaignId())).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are told of a cart at a point, where its address is not whole', async () => {
    const { uuid: id } = await newCart(server, client, [line('banana', 2)], {});
    const at = `/api/operation/orders/quote/${id}?latitude=${here.latitude}&longitude=${here.longitude}`;
    const { json } = await see(server, client, at);
    expect([json.refusal, json.options[0]?.type]).toEqual([undefined, 'SCHEDULED']);
  });

  it('say until when the first window can be had, unless the campaign ends before', async () => {
    const [delivery] = (await quote({ location: home })).options;
    const by = Date.parse(delivery.orderBy);
    expect(by).toBeGreaterThanOrEqual(server.core.clock.now());
    expect(by).toBeLessThan(Date.parse(delivery.windows[0].start));
    const restore = await alterCampaign(server, {
      body: { expired: { end: new Date(by - 1).toISOString() } },
    });
    expect((await quote({ location: home })).options[0].orderBy).toBeUndefined();
    expect((await estimate({ campaign: 'semana', ...here })).options[0].orderBy).toBeUndefined();
    await restore();
    const start = server.core.clock.offset();
    await server.core.clock.shift(start + by - server.core.clock.now() + 1_000);
    const [later] = (await estimate({ campaign: 'semana', ...here })).options;
    await server.core.clock.shift(start);
    expect(later.windows[0].id).not.toBe(delivery.windows[0].id);
    expect(Date.parse(later.orderBy)).toBeGreaterThan(by);
  });

  it('are for carts that are there', async () => {
    expect((await see(server, client, `/api/operation/orders/quote/${uuid()}`)).json.code).toBe('NOT_FOUND');
    expect((await see(server, client, '/api/operation/orders/quote/x')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'id' }],
    });
    expect(
      (await quote({ shippingMethod: pickup(), location: home })).validUntil > new Date().toISOString(),
    ).toBe(true);
  });
});
