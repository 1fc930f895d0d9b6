import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Client,
  type Lead,
  type Who,
  alterCampaign,
  buy,
  home,
  itemId,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  newPhone,
  orderBody,
  pay,
  place,
  see,
  send,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

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
  const credentials = ({ bearer, leadSecret, host }: Who) => ({
    ...(bearer ? { bearer } : {}),
    ...(leadSecret ? { leadSecret } : {}),
    ...(host ? { host } : {}),
  });
  const put = (who: Who, id: string, body: unknown) =>
    server.call('PUT', `/api/operation/orders/order/${id}`, { ...credentials(who), body });
  const setUser = (who: Who, code: string, body: unknown) =>
    server.call('PUT', `/api/operation/orders/code/${code}/user`, { ...credentials(who), body });
  const ask = (who: Who, id: string, body: unknown) =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, { ...credentials(who), body });
  const follow = async (who: Who, id: string) =>
    (await see(server, who, `/api/operation/orders/follow/${id}`)).json.events.map(
      ({ state }: { state: string }) => state,
    );
  const windowsOf = async (who: Who, id: string): Promise<{ id: string; left: number; start: string }[]> =>
    (await see(server, who, `/api/operation/orders/quote/${id}`)).json.options[0]?.windows ?? [];
  /** An order that is brought in the first free window but one. */
  async function delivered(who: Who, address: object = { ...home, complement: 'Casa 1' }) {
    const probe = await newCart(server, who, [line('tomate', 1)], { location: address });
    const window = (await windowsOf(who, probe.uuid))[1];
    const { order } = await buyShipped(who, {
      location: address,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: window?.id },
    });
    return { order, window: window?.id ?? '' };
  }
  async function buyShipped(who: Who, draft: object) {
    const { uuid: cartUuid } = await newCart(server, who, [line('tomate', 1)], draft);
    const { json: lock } = await lockCart(server, who, cartUuid);
    const { status, json } = await place(
      server,
      who,
      orderBody(cartUuid, [line('tomate', 1)], { fence: lock.fence }),
      { type: 'SHIPPING' },
    );
    expect(status).toBe(201);
    return { order: json };
  }
  const taken = async (id: string) =>
    (
      await server.core.db.read('client', (tx) =>
        tx
          .select()
          .from(deliveryWindow)
          .where(and(eq(deliveryWindow.tenantId, 'client'), eq(deliveryWindow.id, id))),
      )
    )[0]?.taken ?? 0;

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
    const options = await windowsOf(client, order.id);
    expect(options.map(({ id }) => id)).not.toContain(window);
    const before = await taken(window);
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
    expect([await taken(window), await taken(second ?? '')]).toEqual([before - 1, 1]);
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
    expect(await windowsOf(client, order.id)).toEqual([]);
    expect([await taken(second ?? ''), await taken(window)]).toEqual([0, before]);
    expect((await see(server, other, `/api/operation/orders/quote/${order.id}`)).json.code).toBe('NOT_FOUND');
  });

  it('send a failed delivery out again in another window', async () => {
    const { order } = await delivered(lead);
    await pay(server, order.code);
    for (const type of ['preparation.started', 'order.shipped']) await send(server, order.code, type);
    const windowId = async () => (await windowsOf(lead, order.id))[0]?.id;
    expect(await windowId()).toBeUndefined();
    for (const type of ['delivery.started', 'delivery.failed']) await send(server, order.code, type);
    const { status, json } = await put(lead, order.id, {
      properties: { shippingMethod: { ...order.properties.shippingMethod, windowId: await windowId() } },
    });
    expect([status, json.state, json.properties.reschedules]).toEqual([200, 'SHIPPED', 1]);
    expect((await follow(lead, order.id)).at(-1)).toBe('SHIPPED');
  });

  it('show the parts of an order, whose sums are the whole', async () => {
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const lines = [line('tomate', 2), line('tomate', 3, { slug: 'depois' })];
    const { order } = await buy(server, client, lines);
    await restore();
    const { status, json } = await see(server, client, `/api/operation/orders/code/${order.code}/child`);
    expect([
      status,
      json.length,
      json.map(({ parentId, state }: Record<string, string>) => [parentId, state]),
    ]).toEqual([
      200,
      2,
      [
        [order.id, 'PENDING_PAYMENT'],
        [order.id, 'PENDING_PAYMENT'],
      ],
    ]);
    expect(
      json
        .flatMap(({ items }: { items: { quantity: number }[] }) => items.map(({ quantity }) => quantity))
        .toSorted(),
    ).toEqual([2, 3]);
    expect(
      json
        .map(({ properties }: { properties: { campaignName: string } }) => properties.campaignName)
        .toSorted(),
    ).toEqual(['Campanha depois', 'Campanha semana']);
    expect(
      Math.round(
        json.reduce(
          (all: number, { properties }: { properties: { totals: { total: number } } }) =>
            all + properties.totals.total,
          0,
        ) * 100,
      ),
    ).toBe(Math.round(order.properties.totals.total * 100));
    expect(json[0].items[0].item.id).not.toBe(json[1].items[0].item.id);
    expect([itemId('tomate'), itemId('tomate', 'depois')]).toContain(json[0].items[0].item.id);
    for (const [who, code] of [
      [other, 'NOT_FOUND'],
      [{}, 'UNAUTHENTICATED'],
      [{ ...client, host: 'clube.localhost' }, 'UNAUTHENTICATED'],
    ] as const)
      expect((await see(server, who, `/api/operation/orders/code/${order.code}/child`)).json.code).toBe(code);
    expect((await see(server, client, '/api/operation/orders/code/0000000000000000/child')).json.code).toBe(
      'NOT_FOUND',
    );
    expect((await see(server, client, '/api/operation/orders/code/x/child')).json.code).toBe('MALFORMED');
  });

  it('SEC-13 give a guest order to the client who proved its contact, and to nobody else', async () => {
    const phone = newPhone();
    const { uuid: cartUuid } = await newCart(server, lead, [line('tomate', 1)]);
    const { json: lock } = await lockCart(server, lead, cartUuid);
    const { json: order } = await place(
      server,
      lead,
      orderBody(cartUuid, [line('tomate', 1)], { fence: lock.fence }, { userPhone: phone }),
    );
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

  it('ask for a return within seven days of the delivery, and within thirty for a fault', async () => {
    const { order } = await buy(server, client);
    expect((await ask(client, order.id, { type: 'return.requested' })).json.code).toBe('ILLEGAL_EVENT');
    await pay(server, order.code);
    for (const type of ['preparation.started', 'pickup.readied', 'order.delivered'])
      await send(server, order.code, type);
    await server.shift(7 * 86_400);
    const who = { bearer: (await signIn(server, client.phone)).bearer };
    expect((await ask(who, order.id, { type: 'return.requested' })).json).toMatchObject({
      status: 422,
      code: 'RETURN_LATE',
    });
    expect((await ask(who, order.id, { type: 'return.requested', kind: 'GIFT' })).json.code).toBe(
      'MALFORMED',
    );
    const { status, json } = await ask(who, order.id, {
      type: 'return.requested',
      kind: 'DEFECT',
      reason: 'Amassado',
    });
    expect([status, json.state, json.properties.returnRequest]).toEqual([
      200,
      'RETURN_REQUESTED',
      {
        kind: 'DEFECT',
        reason: 'Amassado',
        wish: 'REFUND',
        items: [{ line: 0, quantity: 1 }],
        amount: order.properties.totals.total,
        at: expect.any(String),
      },
    ]);
    expect((await ask(who, order.id, { type: 'return.requested' })).json.code).toBe('ILLEGAL_EVENT');
    await send(server, order.code, 'return.refused');
    await server.shift(24 * 86_400);
    const late = { bearer: (await signIn(server, client.phone)).bearer };
    expect((await ask(late, order.id, { type: 'return.requested', kind: 'DEFECT' })).json.code).toBe(
      'RETURN_LATE',
    );
  });
});
