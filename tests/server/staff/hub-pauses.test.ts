import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  campaignId,
  hold,
  home,
  hubId,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { goodsId, kitLine, openKitServer } from '#tests/support/tenants/kit-tenants.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { scheduled } from '#tests/support/tenants/windows.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('pauses of hubs on %s', (engine) => {
  let server: TestServer;
  let buyer: Client;
  let rui: Worker;
  const ask = (method: string, path = '', call: object = {}, who = rui) =>
    opsCall(server, who, method, `/pauses${path}`, call);
  const start = (path: string, body: object, call: object = {}) => ask('PUT', path, { body, ...call });
  const end = (path: string, call: object = {}) => ask('DELETE', path, call);

  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newClient(server);
    rui = await staffAs(server, 'OPERATOR');
  });
  afterAll(() => server.close());

  describe('stop what would leave it', () => {
    const at = () => `/hub/${hubId()}`;
    const one = [line('banana', 1)];
    const shippingAddress = {
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
    const quoteOf = async () => {
      const { uuid: id } = await newCart(server, buyer, one, { location: home });
      return (await see(server, buyer, `/api/operation/orders/quote/${id}`)).json;
    };
    const windows = async (): Promise<{ id: string; start: string }[]> =>
      (await quoteOf()).options.flatMap(({ windows: all = [] }: { windows?: object[] }) => all);

    it('offer neither delivery nor pickup until somebody ends them, and say why', async () => {
      const before = await quoteOf();
      expect([before.options.length > 1, before.paused]).toEqual([true, undefined]);
      await start(at(), { reason: 'Enchente na rua' });
      const paused = { reason: 'Enchente na rua' };
      expect(await quoteOf()).toMatchObject({ options: [], paused });
      const { json } = await server.call('GET', `/api/operation/hubs/campaign/${campaignId()}`);
      expect(json).toMatchObject([{ id: hubId(), paused }]);
      await end(at());
      expect((await quoteOf()).options).toHaveLength(before.options.length);
    });

    it('leave the windows that begin after their end', async () => {
      const before = await windows();
      const [first, last] = [before[0], before.at(-1)];
      const until = new Date(Date.parse(first?.start ?? '') + 1_000).toISOString();
      await start(at(), { reason: 'Enchente na rua', until });
      const during = await windows();
      expect(during.map(({ id }) => id)).not.toContain(first?.id);
      expect(during.map(({ id }) => id)).toContain(last?.id);
      const { options } = await quoteOf();
      for (const { readyAt } of options) if (readyAt) expect(readyAt > until).toBe(true);
      await end(at());
    });

    it('refuse what was reserved in them, and take what was reserved after them', async () => {
      const all = await windows();
      const reserved = async (windowId = '') => {
        const draft = { location: home, shippingMethod: scheduled(windowId) };
        const { cartUuid, fence } = await hold(server, buyer, one, draft);
        const body = orderBody(cartUuid, one, { fence, shippingAddress });
        return { cartUuid, order: () => place(server, buyer, body, { type: 'SHIPPING' }) };
      };
      const [soon, late] = [await reserved(all[0]?.id), await reserved(all.at(-1)?.id)];
      await start(at(), {
        reason: 'Enchente na rua',
        until: new Date(Date.parse(all[0]?.start ?? '') + 1_000).toISOString(),
      });
      expect((await lockCart(server, buyer, soon.cartUuid)).json).toMatchObject({
        code: 'LOCK',
        detail: 'WINDOW',
      });
      expect((await soon.order()).json).toMatchObject({
        code: 'WINDOW',
        detail: 'Enchente na rua',
      });
      expect((await late.order()).status).toBe(201);
      await end(at());
    });

    it('are of whoever works there', async () => {
      await moveTo(server, rui, [hubId()]);
      expect((await ask('GET')).json.targets).toEqual([{ kind: 'hub', id: hubId(), name: 'Banca' }]);
      expect((await start(at(), { reason: 'Chuva' })).status).toBe(200);
      await moveTo(server, rui, [uuid()]);
      expect((await ask('GET')).json).toMatchObject({ pauses: [], targets: [] });
      expect((await end(at())).json.code).toBe('NOT_FOUND');
      await moveTo(server, rui, null);
      expect((await end(at())).status).toBe(204);
    });
  });
});

describe.each(engines)('pauses of what is inside a kit on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openKitServer(engine);
  });
  afterAll(() => server.close());

  it('leave nothing of a kit in which it was chosen, and all of one in which it was not', async () => {
    const [rui, lead] = [await staffAs(server, 'OPERATOR'), await newLead(server)];
    const kits = [
      kitLine('cesta', 1, { tomate: 1, manga: 1, banana: 1 }),
      kitLine('soma', 1, { tomate: 1, banana: 1 }),
    ];
    const { json: cart } = await newCart(server, lead, kits, { shippingMethod: pickup() });
    const path = `/pauses/item/${goodsId('manga')}`;
    await opsCall(server, rui, 'PUT', path, { body: { reason: 'Chegou verde' } });
    const { json } = await see(server, lead, `/api/operation/carts/${cart.uuid}`);
    expect(
      json.products.map(({ available, paused }: { available: number; paused?: { reason: string } }) => [
        available > 0,
        paused?.reason,
      ]),
    ).toEqual([
      [false, 'Chegou verde'],
      [true, undefined],
    ]);
    expect((await lockCart(server, lead, cart.uuid)).json).toMatchObject({ detail: 'STOCK' });
  });
  it('are refused of an order that was reserved with it', async () => {
    const [rui, lead] = [await staffAs(server, 'OPERATOR'), await newLead(server)];
    const kits = [kitLine('soma', 1, { tomate: 1, banana: 1 })];
    const { cartUuid, fence } = await hold(server, lead, kits, { shippingMethod: pickup() });
    const path = `/pauses/item/${goodsId('banana')}`;
    await opsCall(server, rui, 'PUT', path, { body: { reason: 'Chegou verde' } });
    expect((await place(server, lead, orderBody(cartUuid, kits, { fence }))).json).toMatchObject({
      code: 'STOCK',
      detail: 'Chegou verde',
    });
  });
});
