import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPixCode } from '#domain/money/pix.ts';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import {
  type Lead,
  alterCampaign,
  alterQuestions,
  campaignId,
  home,
  itemId,
  left,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  putCart,
  see,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

describe.each(engines)('placing orders on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
  });
  afterAll(() => server.close());
  const one = [line('banana', 2)];
  /** A cart that is held. */
  const held = async (lines = one, draft?: object, who: Parameters<typeof newCart>[1] = buyer) => {
    const { uuid: id } = await newCart(server, who, lines, draft);
    const { json, status } = await lockCart(server, who, id);
    expect(status).toBe(200);
    return { id, fence: json.fence as number };
  };
  const ordersOf = (cartUuid: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, 'client'), eq(order.cartUuid, cartUuid))),
    );

  it('make an order to be paid, with a code, a Pix and a history', async () => {
    const client = await newClient(server);
    const restore = await alterQuestions(server, 'cor');
    const { windows } = (
      await see(
        server,
        client,
        `/api/operation/orders/quote/${(await newCart(server, client, one, { location: home })).uuid}`,
      )
    ).json.options[0];
    const shippingMethod = { id: methodId('entrega'), type: 'SCHEDULED', windowId: windows[0].id };
    const { id, fence } = await held(
      [line('tomate', 1), line('tomate', 1, { packageId: 'caixa' })],
      { location: home, shippingMethod, extra: { cor: 'azul' } },
      client,
    );
    const recipient = { self: false, name: 'Ana', phone: '+5511988887777' };
    const { status, json, headers } = await place(
      server,
      client,
      orderBody(
        id,
        [line('tomate', 1), line('tomate', 1, { packageId: 'caixa' })],
        {
          fence,
          price: 69.3,
          subTotal: 59.4,
          shippingTotal: 9.9,
          discount: 0,
          shippingMethod,
          recipient,
          account: { cpf: '11144477735' },
        },
        { userName: 'Outra Pessoa', email: 'outra@exemplo.com' },
      ),
      { type: 'SHIPPING' },
    );
    await restore();
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toMatchObject({
      state: 'PENDING_PAYMENT',
      type: 'SHIPPING',
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/),
      version: 2,
      userId: client.userId,
      userName: 'Marina Prado',
      userPhone: client.phone,
      email: 'marina@exemplo.com',
      paymentMethod: { type: 'PIX' },
      items: [
        {
          item: { id: itemId('tomate'), name: 'tomate de teste', unit: '1 kg' },
          quantity: 1,
          unitPrice: 9.9,
          total: 9.9,
        },
        { item: { packageId: 'caixa', unit: 'Caixa' }, unitPrice: 49.5 },
      ],
      properties: {
        cartUuid: id,
        price: 69.3,
        totals: { shipping: 9.9, total: 69.3 },
        shippingName: 'Entrega agendada',
        window: { start: windows[0].start, end: windows[0].end },
        recipient,
        extra: { cor: 'azul' },
        account: { cpf: '52998224725' },
        shippingAddress: { cep: '05435-000', street_number: '12', country: 'BR' },
        campaignName: 'Campanha semana',
      },
      allowedEvents: [
        'payment.confirmed',
        'payment.reviewed',
        'payment.declined',
        'payment.expired',
        'order.canceled',
      ],
    });
    expect(json.id[14]).toBe('4');
    expect(JSON.stringify(json)).not.toMatch(/"paid"|"completed"|"reserved"/);
    const { json: pix } = await see(server, client, `/api/pix/qrcode?id=${json.code}`);
    expect(pix).toMatchObject({
      orderCode: json.code,
      amount: 69.3,
      status: 'pending',
      attempt: 1,
      attemptsLeft: 3,
      receiver: 'LOJA DE TESTE',
      qrCode: expect.stringContaining('<svg'),
    });
    expect(readPixCode(pix.brCode)).toMatchObject({
      kind: 'static',
      key: 'pix@exemplo.com',
      amount: 6_930,
      txid: `${json.code}01`,
    });
    expect(Date.parse(pix.expiresAt) - json.timestamp).toBe(30 * 60_000);
    const rows = await server.core.db.read('client', async (tx) => ({
      events: await tx
        .select()
        .from(orderEvent)
        .where(eq(orderEvent.orderId, json.id))
        .orderBy(orderEvent.sequence),
      children: await tx.select().from(orderChild).where(eq(orderChild.orderId, json.id)),
    }));
    expect(
      rows.events.map((event) => [event.sequence, event.type, event.fromState, event.toState, event.actor]),
    ).toEqual([
      [1, 'order.created', null, 'CREATED', 'client'],
      [2, 'payment.requested', 'CREATED', 'PENDING_PAYMENT', 'client'],
    ]);
    expect(rows.children).toMatchObject([
      { state: 'PENDING_PAYMENT', subTotal: 5_940, shippingTotal: 990, total: 6_930 },
    ]);
  });

  it('split one order by campaign, delivery on the first', async () => {
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const lines = [line('banana', 1), line('manga', 1, { slug: 'depois' })];
    const { id, fence } = await held(lines);
    const { json } = await place(server, buyer, orderBody(id, lines, { fence }));
    const children = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, json.id)),
    );
    expect(children.map((child) => child.total).toSorted((a, b) => a - b)).toEqual([550, 725]);
    expect(json.properties.totals.total).toBe(12.75);
    await restore();
  });

  it('REL-01 answer the same bytes to the same key, for three days', async () => {
    const { id, fence } = await held();
    const body = orderBody(id, one, { fence });
    const key = `${id}:${uuid()}`;
    const first = await place(server, buyer, body, { key });
    for (let again = 0; again < 20; again++) {
      const replay = await place(server, buyer, body, { key });
      expect([replay.status, replay.text]).toEqual([201, first.text]);
    }
    // Also when the order has moved on meanwhile.
    await server.call('DELETE', `/api/operation/orders/cancel/${first.json.id}`, {
      leadSecret: buyer.leadSecret,
    });
    await server.shift(71 * 3_600);
    expect((await place(server, buyer, body, { key })).text).toBe(first.text);
    await server.shift(3_601);
    await server.sweep();
    expect(
      await server.core.db.read('client', (tx) =>
        tx.select().from(idempotencyKey).where(eq(idempotencyKey.key, key)),
      ),
    ).toEqual([]);
    expect((await place(server, buyer, body, { key })).json).toMatchObject({ code: 'ORDERED' });
  });

  it('REL-01 refuse the same key with anything else', async () => {
    const { id, fence } = await held();
    const body = orderBody(id, one, { fence });
    const key = `${id}:${uuid()}`;
    expect((await place(server, buyer, body, { key })).status).toBe(201);
    const others = [
      { ...body, userName: 'Eva' },
      { ...body, items: [] as never[] },
      orderBody(id, [line('banana', 3)], { fence }),
      orderBody(id, one, { fence, price: 0.01 }),
      orderBody(id, one),
      { ...body, paymentMethod: { type: 'WALLET' } },
    ];
    for (const other of others.filter(({ items }) => items.length > 0))
      expect((await place(server, buyer, other, { key })).json).toMatchObject({
        code: 'KEY_REUSED',
        status: 422,
      });
    // A hundred more, each with something small that is not the same.
    const small = (at: number) =>
      [
        { ...body, userName: `Eva ${at}` },
        { ...body, email: `eva${at}@exemplo.com` },
        { ...body, userPhone: `+55119${88_880_000 + at}` },
        orderBody(id, one, { fence, price: 11 + at }),
        orderBody(id, one, { fence, extra: { at } }),
      ][at % 5] ?? body;
    for (let at = 0; at < 100; at++)
      expect((await place(server, buyer, small(at), { key })).json).toMatchObject({
        code: 'KEY_REUSED',
        status: 422,
      });
    expect((await place(server, buyer, body, { key, type: 'SHIPPING' })).json.code).toBe('KEY_REUSED');
    // Another buyer's equal key is another key.
    expect((await place(server, await newLead(server), body, { key })).json.code).toBe('NOT_FOUND');
  });

  it('REL-01 free the key when they refuse', async () => {
    const { id, fence } = await held();
    const key = `${id}:${uuid()}`;
    expect((await place(server, buyer, orderBody(id, one, { fence, price: 1 }), { key })).json).toMatchObject(
      { code: 'PRICE', status: 409, current: { total: 11 } },
    );
    expect((await place(server, buyer, orderBody(id, one, { fence: fence + 1 }), { key })).json.code).toBe(
      'LOCK_LOST',
    );
    expect((await place(server, buyer, orderBody(id, one, { fence }), { key })).status).toBe(201);
  });

  it('take the bare number of a cart as a key, or none, and no other', async () => {
    const first = await held();
    const bare = await place(server, buyer, orderBody(first.id, one), { key: first.id });
    expect(
      (await place(server, buyer, orderBody(first.id, one), { key: first.id.toUpperCase() })).json.code,
    ).toBe('ORDERED');
    expect((await place(server, buyer, orderBody(first.id, one), { key: first.id })).text).toBe(bare.text);
    const second = await held();
    const send = (headers: Record<string, string>) =>
      server.call('POST', '/api/operation/orders/v2/PICKUP', {
        leadSecret: buyer.leadSecret,
        body: orderBody(second.id, one),
        headers,
      });
    for (const key of [uuid(), `${second.id}x`, `${second.id}:`, `${second.id}:${'a'.repeat(219)}`, ' '])
      expect((await send({ 'Idempotency-Key': key })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'Idempotency-Key' }],
      });
    const none = await send({});
    expect([none.status, (await send({})).text]).toEqual([201, none.text]);
    const third = await held();
    expect(
      (await place(server, buyer, orderBody(third.id, one), { key: `${third.id}:${'a'.repeat(218)}` }))
        .status,
    ).toBe(201);
  });

  it('REL-03 make one order of a cart, whatever the keys, and name it', async () => {
    const { id, fence } = await held();
    const first = await place(server, buyer, orderBody(id, one, { fence }));
    for (let again = 0; again < 3; again++)
      expect((await place(server, buyer, orderBody(id, one, { fence }))).json).toMatchObject({
        code: 'ORDERED',
        status: 409,
        detail: first.json.code,
      });
    expect(await ordersOf(id)).toHaveLength(1);
  });

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
    const { id, fence } = await held();
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
    const { id, fence } = await held();
    const refusals = [
      orderBody(id, [line('banana', 1)], { fence }),
      orderBody(id, [line('tomate', 2)], { fence }),
      orderBody(id, [...one, line('manga', 1)], { fence }),
      orderBody(id, [line('banana', 1), line('banana', 1)], { fence }),
      orderBody(id, one, { fence: fence - 1 }),
      orderBody(id, one, { fence, shippingMethod: { ...pickup(), hubId: uuid() } }),
      orderBody(id, one, { fence, shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED' } }),
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
    const [{ windows }] = (
      await see(
        server,
        buyer,
        `/api/operation/orders/quote/${(await newCart(server, buyer, one, { location: home })).uuid}`,
      )
    ).json.options;
    const there = await held(one, {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: windows[0].id },
    });
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
        orderBody(there.id, one, { fence: there.fence, shippingAddress: { ...address, ...change } }),
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
    await putCart(server, buyer, changed.id, 1, one);
    expect((await place(server, buyer, orderBody(changed.id, one, { fence: changed.fence }))).json.code).toBe(
      'LOCK_LOST',
    );
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
    expect((await place(server, buyer, orderBody(early.id, one, { fence: early.fence }))).status).toBe(201);
    expect((await place(server, buyer, orderBody(never.uuid, one))).json).toMatchObject({
      code: 'CAMPAIGN_ENDED',
      status: 409,
    });
    await server.shift(840);
    expect((await place(server, buyer, orderBody(lost.id, one, { fence: lost.fence }))).json.code).toBe(
      'CAMPAIGN_ENDED',
    );
    await restore();
    const late = await held();
    await server.shift(901);
    expect((await place(server, buyer, orderBody(late.id, one, { fence: late.fence }))).json.code).toBe(
      'LOCK_LOST',
    );
  });

  it('keep the stock that was held, and take none besides', async () => {
    const before = await left(server, 'manga');
    const { id, fence } = await held([line('manga', 2)]);
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

  it('take ways of paying that work only', async () => {
    const { id, fence } = await held();
    expect((await see(server, buyer, `/api/payments/methods?cartUuid=${id}`)).json).toMatchObject([
      { type: 'PIX', label: 'Pix' },
      { type: 'CREDIT_CARD' },
    ]);
    for (const [type, detail = type] of [['CREDIT_CARD', 'SECRET'], ['WALLET'], ['FREE']] as const)
      expect(
        (await place(server, buyer, orderBody(id, one, { fence }, { paymentMethod: { type } }))).json,
      ).toMatchObject({ code: 'PAYMENT_METHOD', status: 422, detail });
    expect(
      (await place(server, buyer, orderBody(id, one, { fence }, { paymentMethod: { type: 'GOLD' } }))).json
        .fields,
    ).toEqual([{ field: 'paymentMethod.type', message: 'Escolha uma das opções.' }]);
    expect((await see(server, buyer, '/api/payments/methods?cartUuid=x')).json.fields).toEqual([
      { field: 'cartUuid', message: 'Identificador inválido.' },
    ]);
    expect((await see(server, buyer, `/api/payments/methods?cartUuid=${uuid()}`)).json.code).toBe(
      'NOT_FOUND',
    );
  });

  it('are paid at once when they cost nothing', async () => {
    const restore = await alterCampaign(server, {
      body: {
        cartControls: {
          discountRules: [
            { minimumQuantity: 1, discountType: 'allProducts', type: 'percentage', discount: 100 },
          ],
        },
      },
    });
    const { id, fence } = await held();
    const { json } = await place(
      server,
      buyer,
      orderBody(id, one, { fence }, { paymentMethod: { type: 'FREE' } }),
    );
    expect(json).toMatchObject({
      state: 'PAID',
      paymentMethod: { type: 'FREE' },
      properties: { totals: { total: 0 } },
    });
    expect((await see(server, buyer, `/api/pix/qrcode?id=${json.code}`)).json.code).toBe('NOT_FOUND');
    await restore();
  });

  it('go without an address where a campaign asks for none', async () => {
    const restore = await alterCampaign(server, { body: { ignoreShippingAddress: true } });
    const { id, fence } = await held();
    expect((await place(server, buyer, orderBody(id, one, { fence }))).json.code).toBe('ADDRESS');
    const { json } = await place(server, buyer, orderBody(id, one, { fence }), { type: 'INTERNAL' });
    expect([json.type, json.properties.shippingAddress]).toEqual(['INTERNAL', undefined]);
    await restore();
    // Naming such a campaign takes no address from a cart of another.
    const elsewhere = await alterCampaign(server, { body: { ignoreShippingAddress: true } }, 'depois');
    const other = await held();
    expect(
      (
        await place(
          server,
          buyer,
          orderBody(other.id, one, { fence: other.fence, campaignId: campaignId('depois') }),
          { type: 'INTERNAL' },
        )
      ).json.code,
    ).toBe('ADDRESS');
    expect(
      (
        await place(
          server,
          buyer,
          orderBody(other.id, one, { fence: other.fence, campaignId: campaignId('depois') }),
        )
      ).json.properties.campaignId,
    ).toBe(campaignId());
    await elsewhere();
  });

  it('are refused malformed, field by field', async () => {
    const { id } = await held();
    const fields = async (change: object, path = 'PICKUP') =>
      (
        await server.call('POST', `/api/operation/orders/v2/${path}`, {
          leadSecret: buyer.leadSecret,
          body: { ...orderBody(id, one), ...change },
        })
      ).json.fields;
    expect(await fields({ items: [] })).toMatchObject([{ field: 'items' }]);
    expect(await fields({ userName: ' ' })).toEqual([{ field: 'userName', message: 'Preencha este campo.' }]);
    for (const quantity of [0, -3, 0.5, 1_000])
      expect(
        await fields({ items: [{ item: { id: itemId('banana') }, quantity, campaignId: uuid() }] }),
      ).toMatchObject([{ field: 'items.0.quantity' }]);
    expect(await fields({ properties: {} })).toEqual([
      { field: 'properties.cartUuid', message: 'Preencha este campo.' },
    ]);
    expect(await fields({}, 'GIFT')).toEqual([{ field: 'type', message: 'Escolha uma das opções.' }]);
  });

  it('keep nothing of an order that failed halfway', async () => {
    const { id, fence } = await held();
    const before = [
      await left(server, 'banana'),
      (await server.core.db.read('client', (tx) => tx.select().from(order))).length,
    ];
    // The receiver's key is one that no Pix code can be made of.
    const tenant = server.core.tenants.byId('client');
    if (!tenant) throw new Error('no tenant');
    const { key } = tenant.settings.payment.pix;
    tenant.settings.payment.pix.key = '';
    expect((await place(server, buyer, orderBody(id, one, { fence }))).json).toMatchObject({
      code: 'PAYMENT_METHOD',
    });
    tenant.settings.payment.pix.key = key;
    expect([
      await left(server, 'banana'),
      (await server.core.db.read('client', (tx) => tx.select().from(order))).length,
    ]).toEqual(before);
    expect((await place(server, buyer, orderBody(id, one, { fence }))).status).toBe(201);
  });

  it('ask for an account where a store wants one', async () => {
    const tenant = server.core.tenants.byId('client');
    if (!tenant) throw new Error('no tenant');
    const { id, fence } = await held();
    tenant.settings.flags.guestOrders = false;
    expect((await place(server, buyer, orderBody(id, one, { fence }))).json.code).toBe('UNAUTHENTICATED');
    tenant.settings.flags.guestOrders = true;
    await setStock(server, 'banana', 50);
  });
});
