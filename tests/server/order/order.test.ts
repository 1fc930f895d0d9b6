import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPixCode } from '#domain/money/pix.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import {
  type Lead,
  campaignId,
  hold,
  home,
  itemId,
  left,
  line,
  newClient,
  newLead,
  orderBody,
  place,
  see,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign, alterQuestions } from '#tests/support/tenants/changes.ts';
import { historyOf } from '#tests/support/orders/order-events.ts';
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

  it('make an order to be paid, with a code, a Pix and a history', async () => {
    const client = await newClient(server);
    const restore = await alterQuestions(server, 'cor');
    const window = await windowAt(server, client);
    const shippingMethod = scheduled(window.id);
    const lines = [line('tomate', 1), line('tomate', 1, { packageId: 'caixa' })];
    const draft = { location: home, shippingMethod, extra: { cor: 'azul' } };
    const { cartUuid: id, fence } = await hold(server, client, lines, draft);
    const recipient = { self: false, name: 'Ana', phone: '+5511988887777' };
    const { status, json, headers } = await place(
      server,
      client,
      orderBody(
        id,
        lines,
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
        window: { start: window.start, end: window.end },
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
    const children = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, json.id)),
    );
    const history = await historyOf(server, json.id);
    expect(
      history.map((event) => [event.sequence, event.type, event.fromState, event.toState, event.actor]),
    ).toEqual([
      [1, 'order.created', null, 'CREATED', 'client'],
      [2, 'payment.requested', 'CREATED', 'PENDING_PAYMENT', 'client'],
    ]);
    expect(children).toMatchObject([
      { state: 'PENDING_PAYMENT', subTotal: 5_940, shippingTotal: 990, total: 6_930 },
    ]);
  });

  it('split one order by campaign, delivery on the first', async () => {
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const lines = [line('banana', 1), line('manga', 1, { slug: 'depois' })];
    const { cartUuid: id, fence } = await held(lines);
    const { json } = await place(server, buyer, orderBody(id, lines, { fence }));
    const children = await server.core.db.read('client', (tx) =>
      tx.select().from(orderChild).where(eq(orderChild.orderId, json.id)),
    );
    expect(children.map((child) => child.total).toSorted((a, b) => a - b)).toEqual([550, 725]);
    expect(json.properties.totals.total).toBe(12.75);
    await restore();
  });

  it('take ways of paying that work only', async () => {
    const { cartUuid: id, fence } = await held();
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
    const { cartUuid: id, fence } = await held();
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
    const { cartUuid: id, fence } = await held();
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
          orderBody(other.cartUuid, one, { fence: other.fence, campaignId: campaignId('depois') }),
          { type: 'INTERNAL' },
        )
      ).json.code,
    ).toBe('ADDRESS');
    expect(
      (
        await place(
          server,
          buyer,
          orderBody(other.cartUuid, one, { fence: other.fence, campaignId: campaignId('depois') }),
        )
      ).json.properties.campaignId,
    ).toBe(campaignId());
    await elsewhere();
  });

  it('are refused malformed, field by field', async () => {
    const { cartUuid: id } = await held();
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
    const { cartUuid: id, fence } = await held();
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
    const { cartUuid: id, fence } = await held();
    tenant.settings.flags.guestOrders = false;
    expect((await place(server, buyer, orderBody(id, one, { fence }))).json.code).toBe('UNAUTHENTICATED');
    tenant.settings.flags.guestOrders = true;
    await setStock(server, 'banana', 50);
  });
});
