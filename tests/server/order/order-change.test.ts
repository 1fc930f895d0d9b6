import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Client,
  type Lead,
  type Who,
  buy,
  credentials,
  home,
  line,
  methodId,
  newClient,
  newLead,
  newPhone,
  pay,
  see,
  send,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { placesTaken, scheduled, windowAt, windowsOf } from '#tests/support/tenants/windows.ts';

describe.each(engines)('changes of orders on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    lead = await newLead(server);
    client = await newClient(server);
    other = await newClient(server);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const put = (who: Who, id: string, body: unknown) =>
    server.call('PUT', `/api/operation/orders/order/${id}`, { ...credentials(who), body });
  const setUser = (who: Who, code: string, body: unknown) =>
    server.call('PUT', `/api/operation/orders/code/${code}/user`, { ...credentials(who), body });
  const follow = async (who: Who, id: string) =>
    (await see(server, who, `/api/operation/orders/follow/${id}`)).json.events.map(
      ({ state }: { state: string }) => state,
    );
  /** An order that is brought in the first free window but one. */
  async function delivered(who: Who) {
    const location = { ...home, complement: 'Casa 1' };
    const { id: window } = await windowAt(server, who, 1, location);
    const draft = { location, shippingMethod: scheduled(window) };
    const { order } = await buy(server, who, [line('tomate', 1)], draft, { type: 'SHIPPING' });
    return { order, window };
  }

  it('take who receives and the hints for the door, and nothing of money, state or lines', async () => {
    const { order } = await delivered(client);
    const sent = {
      ...order,
      version: order.version,
      state: 'COMPLETED',
      total: 1,
      items: [],
      userName: 'Ana Lima',
      userPhone: '(11) 98888-7777',
      accountId: uuid(),
    };
    const { status, json } = await put(client, order.id, {
      ...sent,
      properties: {
        ...order.properties,
        price: 0.01,
        totals: {},
        shippingAddress: { ...order.properties.shippingAddress, complement: 'Fundos' },
        recipient: { self: false, name: 'Bia', phone: '11977776666' },
      },
    });
    expect([status, json.userName, json.userPhone, json.state, json.version]).toEqual([
      200,
      'Ana Lima',
      '+5511988887777',
      'PENDING_PAYMENT',
      3,
    ]);
    expect(json.properties).toMatchObject({
      price: order.properties.price,
      totals: order.properties.totals,
      shippingAddress: { complement: 'Fundos', street_number: '12' },
      recipient: { self: false, name: 'Bia', phone: '+5511977776666' },
    });
    expect(json.items).toEqual(order.items);
    expect((await see(server, client, `/api/operation/orders/order/${order.id}`)).json).toEqual(json);
    expect(await follow(client, order.id)).toEqual(['CREATED', 'PENDING_PAYMENT']);
    expect((await put(client, order.id, { version: 2 })).json).toMatchObject({
      status: 409,
      code: 'VERSION',
      current: { version: 3 },
    });
  });

  it('are refused for another place, in the wrong state, to others, and malformed', async () => {
    const { order } = await delivered(client);
    const address = order.properties.shippingAddress;
    for (const change of [{ cep: '01310-100' }, { street_number: '13' }, { latitude: -3 }])
      expect(
        (await put(client, order.id, { properties: { shippingAddress: { ...address, ...change } } })).json,
      ).toMatchObject({ status: 422, code: 'ADDRESS' });
    expect((await put(client, order.id, { userName: '' })).json.fields).toMatchObject([
      { field: 'userName' },
    ]);
    expect((await put(client, order.id, { properties: { recipient: { self: true } } })).json.code).toBe(
      'MALFORMED',
    );
    expect((await put(client, 'x', {})).json.code).toBe('MALFORMED');
    for (const [who, code] of [
      [other, 'NOT_FOUND'],
      [lead, 'NOT_FOUND'],
      [{}, 'UNAUTHENTICATED'],
      [{ ...client, host: 'clube.localhost' }, 'UNAUTHENTICATED'],
    ] as const)
      expect((await put(who, order.id, { userName: 'X' })).json.code).toBe(code);
    expect((await put(client, uuid(), {})).json.code).toBe('NOT_FOUND');
    await pay(server, order.code);
    for (const type of ['preparation.started', 'order.shipped']) await send(server, order.code, type);
    expect((await put(client, order.id, { userName: 'X' })).json).toMatchObject({
      status: 409,
      code: 'ILLEGAL_EVENT',
      allowedEvents: expect.arrayContaining(['order.delivered']),
    });
  });

  it('move the window twice, with a place taken there and given back here', async () => {
    const { order, window } = await delivered(client);
    const options = await windowsOf(server, client, order.id);
    expect(options.map(({ id }) => id)).not.toContain(window);
    const before = await placesTaken(server, window);
    const [second, third] = options.map(({ id }) => id);
    const to = (windowId: string | undefined) =>
      put(client, order.id, {
        properties: { shippingMethod: { ...order.properties.shippingMethod, windowId } },
      });
    const moved = await to(second);
    expect([
      moved.status,
      moved.json.properties.shippingMethod.windowId,
      moved.json.properties.reschedules,
      moved.json.properties.window.start,
    ]).toEqual([200, second, 1, options[0]?.start]);
    expect([await placesTaken(server, window), await placesTaken(server, second ?? '')]).toEqual([
      before - 1,
      1,
    ]);
    expect((await to(second)).json.properties.reschedules).toBe(1);
    expect((await to('entrega:nada:2030-01-01')).json).toMatchObject({ status: 409, code: 'WINDOW' });
    expect(
      (
        await put(client, order.id, {
          properties: { shippingMethod: { id: methodId('retirada'), type: 'PICKUP' } },
        })
      ).json.code,
    ).toBe('WINDOW');
    await server.core.db.tenant('client', (tx) =>
      tx
        .insert(deliveryWindow)
        .values({
          tenantId: 'client',
          id: third ?? '',
          shippingMethodId: methodId('entrega'),
          startsAt: new Date(options[1]?.start ?? 0),
          endsAt: new Date(Date.parse(options[1]?.start ?? '') + 4 * 3_600_000),
          capacity: 50,
          taken: 50,
        })
        .onConflictDoUpdate({ target: [deliveryWindow.tenantId, deliveryWindow.id], set: { taken: 50 } }),
    );
    expect((await to(third)).json.code).toBe('WINDOW');
    expect((await to(window)).json.properties.reschedules).toBe(2);
    expect((await to(second)).json).toMatchObject({ status: 422, code: 'RESCHEDULE_LIMIT' });
    expect(await windowsOf(server, client, order.id)).toEqual([]);
    expect([await placesTaken(server, second ?? ''), await placesTaken(server, window)]).toEqual([0, before]);
    expect((await see(server, other, `/api/operation/orders/quote/${order.id}`)).json.code).toBe('NOT_FOUND');
  });

  it('send a failed delivery out again in another window', async () => {
    const { order } = await delivered(lead);
    await pay(server, order.code);
    for (const type of ['preparation.started', 'order.shipped']) await send(server, order.code, type);
    const windowId = async () => (await windowsOf(server, lead, order.id))[0]?.id;
    expect(await windowId()).toBeUndefined();
    for (const type of ['delivery.started', 'delivery.failed']) await send(server, order.code, type);
    const { status, json } = await put(lead, order.id, {
      properties: { shippingMethod: { ...order.properties.shippingMethod, windowId: await windowId() } },
    });
    expect([status, json.state, json.properties.reschedules]).toEqual([200, 'SHIPPED', 1]);
    expect((await follow(lead, order.id)).at(-1)).toBe('SHIPPED');
  });

  it('SEC-13 give a guest order to the client who proved its contact, and to nobody else', async () => {
    const phone = newPhone();
    const { order } = await buy(server, lead, [line('tomate', 1)], undefined, { more: { userPhone: phone } });
    const claim = { claim: true, name: 'Nova Dona', admin: true };
    expect((await setUser(other, order.code, claim)).json.code).toBe('NOT_FOUND');
    expect((await setUser(lead, order.code, claim)).json.code).toBe('UNAUTHENTICATED');
    expect((await setUser({}, order.code, claim)).json.code).toBe('UNAUTHENTICATED');
    expect((await setUser(await signIn(server), order.code, claim)).json.code).toBe('UNAUTHENTICATED');
    const elsewhere = await newClient(server, { phone, host: 'clube.localhost' });
    expect((await setUser(elsewhere, order.code, claim)).json.code).toBe('NOT_FOUND');
    const owner = await newClient(server, { phone });
    const { status, json } = await setUser(owner, order.code, claim);
    expect([status, json.userId, json.userName, json.version]).toEqual([201, owner.userId, 'Nova Dona', 3]);
    expect(
      (await see(server, owner, '/api/operation/orders')).json.map(({ id }: { id: string }) => id),
    ).toEqual([order.id]);
    expect((await see(server, lead, `/api/operation/orders/order/${order.id}`)).json.code).toBe('NOT_FOUND');
    expect((await setUser(owner, order.code, { claim: true })).status).toBe(201);
    // Nor does a list change anything.
    for (const [path, method] of [
      [`/api/operation/orders/code/${order.code}/user`, 'PUT'],
      [`/api/operation/orders/order/${order.id}`, 'PUT'],
    ] as const)
      expect((await server.call(method, path, { bearer: owner.bearer, body: [] })).json.code).toBe(
        'MALFORMED',
      );
    // The contact alone opens nothing once the order has an owner.
    expect((await setUser(other, order.code, { phone })).json.code).toBe('NOT_FOUND');
  });

  it('set the contact of one’s own order while it is not on its way', async () => {
    const { order } = await buy(server, lead);
    const { status, json } = await setUser(lead, order.code.toLowerCase(), {
      name: 'Ana',
      phone: '11 91234-5678',
      email: 'ANA@exemplo.com',
      cpf: '529.982.247-25',
      unknown: { a: 1 },
    });
    expect([status, json.userName, json.userPhone, json.email, json.properties.account.cpf]).toEqual([
      201,
      'Ana',
      '+5511912345678',
      'ana@exemplo.com',
      '52998224725',
    ]);
    expect((await setUser(lead, order.code, { cpf: '52998224724' })).json.fields).toMatchObject([
      { field: 'cpf' },
    ]);
    expect((await setUser(lead, order.code, { email: 'x' })).json.fields).toMatchObject([{ field: 'email' }]);
    await send(server, order.code, 'order.canceled');
    expect((await setUser(lead, order.code, { name: 'Eva' })).json.code).toBe('ILLEGAL_EVENT');
  });
});
