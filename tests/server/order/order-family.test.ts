import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  buy,
  campaignId,
  hold,
  home,
  itemId,
  line,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  see,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { both, family } from '#tests/support/orders/families.ts';
import { ask, cancel, readOrder, tell } from '#tests/support/orders/order-events.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { scheduled, windowsOf } from '#tests/support/tenants/windows.ts';

type Json = Answer['json'];

describe.each(engines)('parts of an order on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await alterCampaign(server, { body: { depends: [] } }, 'depois');
    client = await newClient(server);
    other = await newClient(server);
  });
  afterAll(() => server.close());

  it('are read by code and by id, with their own lines, totals and whole', async () => {
    const { order, week } = await family(server, client);
    const byCode = (await readOrder(server, client, week.code)).json;
    expect(byCode).toMatchObject({
      id: week.id,
      code: week.code,
      parentId: order.id,
      state: 'PAID',
      items: [{ item: { id: itemId('tomate') }, quantity: 2 }],
      properties: {
        campaignId: campaignId('semana'),
        campaignName: 'Campanha semana',
        price: 19.8,
        totals: { subTotal: 19.8, total: 19.8 },
      },
    });
    expect([
      byCode.items.length,
      (await see(server, client, `/api/operation/orders/order/${week.id}`)).json,
      (await readOrder(server, client, order.code)).json.parentId,
    ]).toEqual([1, byCode, undefined]);
    const follow = (await see(server, client, `/api/operation/orders/follow/${week.id}`)).json;
    expect([follow.orderCode, follow.state, follow.events.map((one: Json) => one.state)]).toEqual([
      week.code,
      'PAID',
      ['CREATED', 'PENDING_PAYMENT', 'PAID'],
    ]);
    expect(follow.allowedEvents).toEqual(byCode.allowedEvents);
    expect((await see(server, client, `/api/operation/orders/code/${week.code}/child`)).json).toEqual([]);
    // The payment is the whole's.
    expect((await see(server, client, `/api/pix/qrcode?id=${week.code}`)).json.code).toBe('NOT_FOUND');
    expect((await ask(server, client, week.id, { type: 'payment.requested' })).json.code).toBe(
      'ILLEGAL_EVENT',
    );
  });

  it('show the parts of an order, whose sums are the whole', async () => {
    const lines = [line('tomate', 2), line('tomate', 3, { slug: 'depois' })];
    const { order } = await buy(server, client, lines);
    const { status, json } = await see(server, client, `/api/operation/orders/code/${order.code}/child`);
    expect([status, json.length, json.map(({ parentId, state }: Json) => [parentId, state])]).toEqual([
      200,
      2,
      [
        [order.id, 'PENDING_PAYMENT'],
        [order.id, 'PENDING_PAYMENT'],
      ],
    ]);
    expect(json.flatMap(({ items }: Json) => items.map(({ quantity }: Json) => quantity)).toSorted()).toEqual(
      [2, 3],
    );
    expect(json.map(({ properties }: Json) => properties.campaignName).toSorted()).toEqual([
      'Campanha depois',
      'Campanha semana',
    ]);
    expect(
      Math.round(json.reduce((all: number, { properties }: Json) => all + properties.totals.total, 0) * 100),
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

  it('SEC-12 SEC-13 show as little of themselves to others as the whole does', async () => {
    const { week } = await family(server, client);
    const { json } = await see(server, {}, `/api/operation/orders/code/${week.code}/public`);
    expect(json).toMatchObject({ code: week.code, state: 'PAID', items: [{ quantity: 2 }] });
    expect([json.items.length, JSON.stringify(json).includes('Prado'), Object.keys(json).toSorted()]).toEqual(
      [1, false, ['code', 'creationDate', 'events', 'items', 'name', 'state', 'type']],
    );
    for (const who of [
      { bearer: other.bearer },
      { leadSecret: (await newLead(server)).leadSecret },
      { bearer: client.bearer, host: 'clube.localhost' },
    ])
      for (const path of [
        `code/${week.code}`,
        `code/${week.code}/child`,
        `order/${week.id}`,
        `follow/${week.id}`,
      ])
        expect(['NOT_FOUND', 'UNAUTHENTICATED']).toContain(
          (await see(server, who, `/api/operation/orders/${path}`)).json.code,
        );
    expect((await see(server, {}, `/api/operation/orders/code/${week.code}`)).json.code).toBe(
      'UNAUTHENTICATED',
    );
    expect((await cancel(server, other, week.id)).json.code).toBe('NOT_FOUND');
    expect((await ask(server, other, week.id, { type: 'cancellation.requested' })).json.code).toBe(
      'NOT_FOUND',
    );
    expect(
      (await see(server, { host: 'clube.localhost' }, `/api/operation/orders/code/${week.code}/public`))
        .status,
    ).not.toBe(200);
  });

  it('are listed with their orders when these are not asked for alone', async () => {
    const who = await newClient(server);
    const { order, week, later } = await family(server, who);
    const { order: single } = await buy(server, who, [line('tomate', 1)]);
    const page = async (query: string) =>
      (await see(server, who, `/api/operation/orders/pageable${query}`)).json;
    const ids = async (query: string) => (await page(query)).content.map(({ id }: Json) => id as string);
    const wholes = [single.id, order.id];
    expect([await ids(''), await ids('?onlyParent=true')]).toEqual([wholes, wholes]);
    const all = await page('?onlyParent=false');
    expect([all.totalElements, all.last, all.content.map(({ parentId }: Json) => parentId)]).toEqual([
      5,
      true,
      [undefined, single.id, undefined, order.id, order.id],
    ]);
    expect(new Set(all.content.slice(3).map(({ id }: Json) => id))).toEqual(new Set([week.id, later.id]));
    const halves = [
      ...(await ids('?onlyParent=false&size=2')),
      ...(await ids('?onlyParent=false&size=2&page=1')),
      ...(await ids('?onlyParent=false&size=2&page=2')),
    ];
    expect(halves).toEqual(all.content.map(({ id }: Json) => id));
    await tell(server, week.code, 'preparation.started');
    expect(await ids('?onlyParent=false&status=PREPARING')).toEqual([week.id]);
    expect(await ids(`?onlyParent=false&campaignIds=${campaignId('depois')}`)).toEqual([order.id, later.id]);
    expect(await ids('?onlyParent=false&searchText=banana')).toEqual([order.id, later.id]);
    expect(await ids(`?onlyParent=false&searchText=${week.code.slice(0, 8)}`)).toEqual([week.id]);
    expect(await ids('?onlyParent=false&created_before=2000-01-01')).toEqual([]);
    expect(
      (await see(server, other, '/api/operation/orders/pageable?onlyParent=false')).json.totalElements,
    ).toBe(0);
  });

  it('say where they go as the server knows it, whatever was sent', async () => {
    const who = await newClient(server);
    const placed = async (type: string, draft: object, sent: object) => {
      const { cartUuid, fence } = await hold(server, who, both, draft);
      const { status, json } = await place(server, who, orderBody(cartUuid, both, { fence, ...sent }), {
        type,
      });
      expect([status, json.code?.length]).toEqual([201, 16]);
      const {
        locationDescription,
        properties: { shippingAddressVerified, ignoreShippingAddress },
      } = (await readOrder(server, who, json.code)).json;
      return [locationDescription, shippingAddressVerified, ignoreShippingAddress];
    };
    const { uuid: probe } = await newCart(server, who, both, { location: home });
    const [window] = await windowsOf(server, who, probe);
    const brought = { location: home, shippingMethod: scheduled(window?.id) };
    expect(
      await placed('SHIPPING', brought, { shippingAddressVerified: false, ignoreShippingAddress: true }),
    ).toEqual(['Rua Aspicuelta, 12, Vila Madalena, São Paulo - SP', true, undefined]);
    expect(
      await placed(
        'PICKUP',
        { shippingMethod: pickup() },
        { shippingAddressVerified: true, ignoreShippingAddress: true },
      ),
    ).toEqual(['Banca', undefined, undefined]);
    const restore = await alterCampaign(server, { body: { ignoreShippingAddress: true } });
    expect(await placed('INTERNAL', { shippingMethod: pickup() }, {})).toEqual(['Banca', undefined, true]);
    await restore();
  });

  it('tell along where they are, under which number, and where the invoice is', async () => {
    const who = await newClient(server);
    const { order, week } = await family(server, who);
    const events = (body: object) => server.call('POST', `/sandbox/orders/${week.code}/events`, { body });
    await tell(server, order.code, 'preparation.started');
    expect((await events({ type: 'order.shipped', invoiceUrl: 'javascript:alert(1)' })).json.code).toBe(
      'MALFORMED',
    );
    expect(
      (
        await events({
          type: 'order.shipped',
          trackingCode: 'BR123',
          place: 'São Paulo',
          invoiceUrl: 'https://nfe.exemplo.com/1',
        })
      ).status,
    ).toBe(200);
    expect((await events({ type: 'delivery.started', place: 'Pinheiros' })).status).toBe(200);
    const { json } = await see(server, who, `/api/operation/orders/follow/${week.id}`);
    expect([json.invoiceUrl, json.events.slice(-2).map(({ state, place: at }: Json) => [state, at])]).toEqual(
      [
        'https://nfe.exemplo.com/1',
        [
          ['SHIPPED', 'São Paulo'],
          ['OUT_FOR_DELIVERY', 'Pinheiros'],
        ],
      ],
    );
    expect((await see(server, {}, `/api/operation/orders/code/${week.code}/public`)).text).not.toContain(
      'Pinheiros',
    );
    // Each part has its own: the whole says none of them.
    expect(
      (await see(server, who, `/api/operation/orders/follow/${order.id}`)).json.invoiceUrl,
    ).toBeUndefined();
  });
});
