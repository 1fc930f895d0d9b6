import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  alterCampaign,
  farHome,
  home,
  hubId,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  pickup,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

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
