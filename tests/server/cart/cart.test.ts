import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import {
  type Client,
  buy,
  campaignId,
  itemId,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  putCart,
  see,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('carts on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());
  const path = (id: string) => `/api/operation/carts/${id}`;
  const put = (id: string, version: number, products: CartLine[], draft?: object) =>
    putCart(server, client, id, version, products, draft);
  const quantities = ({ products }: Answer['json']) =>
    products.map(({ quantity }: { quantity: number }) => quantity);
  const box = { packageId: 'caixa' };

  it('are written whole and read with prices of the server', async () => {
    const { uuid: id, json } = await newCart(
      server,
      client,
      [line('tomate', 2), line('tomate', 1, box), line('banana', 3)],
      { extra: { note: 'sem carrinho' }, lastProductId: itemId('banana') },
    );
    expect(json).toMatchObject({
      uuid: id,
      version: 1,
      extra: { note: 'sem carrinho' },
      lastProductId: itemId('banana'),
      changes: [],
      totals: { subTotal: 85.8, discount: 0, coupon: 0, paymentDiscount: 0, shipping: 0, total: 85.8 },
      products: [
        {
          name: 'tomate de teste',
          unitPrice: 9.9,
          total: 19.8,
          available: 100,
          max: 20,
          unit: '1 kg',
          campaignName: 'Campanha semana',
        },
        { packageId: 'caixa', unitPrice: 49.5, total: 49.5, unit: 'Caixa', available: 16 },
        { total: 16.5 },
      ],
    });
    expect((await see(server, client, path(id))).json).toEqual(json);
  });

  it('count equal lines as one, in whatever spelling', async () => {
    const { json } = await newCart(server, client, [
      line('tomate', 1),
      line('tomate', 5, { selection: [] }),
      line('tomate', 1, box),
      line('tomate', 2, box),
    ]);
    expect(quantities(json)).toEqual([6, 3]);
    expect(json.totals.total).toBe(207.9);
  });

  it('REL-06 are written by version: a stale writer gets the cart as it is, and no update is lost', async () => {
    const { uuid: id } = await newCart(server, client, [line('tomate', 1)]);
    expect((await put(id, 1, [line('tomate', 2)])).json.version).toBe(2);
    expect((await put(id, 1, [line('tomate', 9)])).json).toMatchObject({
      code: 'VERSION',
      status: 409,
      current: { version: 2, products: [{ quantity: 2 }] },
    });
    expect((await put(id, 0, [])).json.code).toBe('VERSION');
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => put(id, 2, [line('tomate', (index % 20) + 1)])),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ json }) => json.code === 'VERSION')).toHaveLength(49);
    expect((await put(uuid(), 3, [])).json.code).toBe('NOT_FOUND');
  });

  it('are made once when two tabs begin the same one', async () => {
    const id = uuid();
    const all = await Promise.all(Array.from({ length: 10 }, () => put(id, 0, [line('banana', 1)])));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('cut quantities to stock and limits, and say so', async () => {
    const { json } = await newCart(server, client, [
      line('manga', 10),
      line('tomate', 15),
      line('tomate', 2, box),
      line('banana', 21),
    ]);
    expect(quantities(json)).toEqual([3, 15, 2, 20]);
    const cut = (name: 'manga' | 'banana', reason: string, before: number, after: number) => ({
      id: itemId(name),
      campaignId: campaignId(),
      kind: 'QUANTITY',
      reason,
      before,
      after,
      name: `${name} de teste`,
    });
    expect(json.changes).toEqual([cut('manga', 'STOCK', 10, 3), cut('banana', 'LIMIT', 21, 20)]);
    // Limit and stock are the item's, however many lines it has.
    const shared = await newCart(server, client, [line('tomate', 19), line('tomate', 5, box)]);
    expect(quantities(shared.json)).toEqual([19, 1]);
  });

  it('keep a line that sold out, marked, and drop what is sold no more', async () => {
    const { uuid: id } = await newCart(server, client, [line('manga', 2), line('banana', 1)]);
    await setStock(server, 'manga', 0);
    const { json } = await see(server, client, path(id));
    expect(json.products).toMatchObject([
      { id: itemId('manga'), quantity: 2, available: 0, total: 0 },
      { id: itemId('banana') },
    ]);
    expect([json.changes[0].reason, json.totals.total]).toEqual(['STOCK', 5.5]);
    await setStock(server, 'manga', 3);
    const gone = await put(id, 1, [
      line('banana', 1),
      { id: uuid(), campaignId: campaignId(), quantity: 1 },
      line('banana', 1, { slug: 'depois' }),
      { id: itemId('banana'), campaignId: campaignId('depois'), quantity: 1 },
      line('tomate', 1, { packageId: 'nada' }),
      line('banana', 1, { tenant: 'clube' }),
    ]);
    expect(gone.json.products).toHaveLength(2);
    expect(
      gone.json.changes.map((change: { kind: string; reason: string }) => `${change.kind} ${change.reason}`),
    ).toEqual(Array.from({ length: 4 }, () => 'REMOVED GONE'));
    const restore = await alterCampaign(server, { row: { active: false } }, 'depois');
    expect((await see(server, client, path(id))).json.changes).toMatchObject([
      { kind: 'REMOVED', reason: 'CAMPAIGN' },
    ]);
    await restore();
  });

  it('give the better discount per line, of both kinds, never both', async () => {
    const restore = await alterCampaign(server, {
      body: {
        cartControls: {
          discountRules: [
            {
              minimumQuantity: 3,
              discountType: 'allSameProducts',
              type: 'percentage',
              discount: 10,
              productId: itemId('tomate'),
            },
            { minimumQuantity: 5, discountType: 'allProducts', type: 'percentage', discount: 5 },
          ],
        },
      },
    });
    const totals = async (...lines: Parameters<typeof newCart>[2]) => {
      const { json } = await newCart(server, client, lines);
      expect(json.discountRules).toHaveLength(2);
      return [
        json.products.map((one: { discount: number }) => one.discount),
        json.totals.discount,
        json.totals.total,
      ];
    };
    expect(await totals(line('tomate', 2), line('banana', 2))).toEqual([[0, 0], 0, 30.8]);
    expect(await totals(line('tomate', 3))).toEqual([[2.97], 2.97, 26.73]);
    expect(await totals(line('tomate', 2), line('banana', 3))).toEqual([[0.99, 0.83], 1.82, 34.48]);
    expect(await totals(line('tomate', 3), line('banana', 2))).toEqual([[2.97, 0.55], 3.52, 37.18]);
    expect(await totals(line('tomate', 2), line('tomate', 1, box))).toEqual([[1.98, 4.95], 6.93, 62.37]);
    await restore();
  });

  it('are refused malformed, field by field', async () => {
    const fields = async (body: object, id = uuid()) =>
      (await server.call('PUT', path(id), { bearer: client.bearer, body })).json;
    for (const quantity of [0, -1, 1.5, 1_000, '2', null])
      expect(await fields({ version: 0, products: [line('tomate', quantity as number)] })).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'products.0.quantity' }],
      });
    expect(
      (await fields({ version: 0, products: Array.from({ length: 201 }, () => line('tomate', 1)) })).fields,
    ).toEqual([{ field: 'products', message: 'O carrinho leva até 200 itens diferentes.' }]);
    expect((await fields({ products: [] })).fields).toEqual([
      { field: 'version', message: 'Preencha este campo.' },
    ]);
    expect(
      (await fields({ version: 0, products: [], recipient: { self: true, name: '', phone: '1' } })).fields,
    ).toEqual([
      { field: 'recipient.name', message: 'Diga quem recebe.' },
      { field: 'recipient.phone', message: 'Confira o número do celular com DDD.' },
    ]);
    expect((await fields({ version: 0, products: [] }, 'x')).fields).toEqual([
      { field: 'uuid', message: 'Identificador inválido.' },
    ]);
    // What nobody knows is dropped, money of the sender too.
    const { json } = await put(
      uuid(),
      0,
      [Object.assign(line('tomate', 1), { unitPrice: 0.01, total: 0.01, discount: 9 })],
      {
        totals: { total: 0 },
        discountRules: [{ discount: 100 }],
        state: 'ordered',
        accountId: uuid(),
        extra: JSON.parse('{"a":{"__proto__":{"x":1}}}'),
      },
    );
    expect([json.totals.total, ({} as { x?: number }).x]).toEqual([9.9, undefined]);
  });

  it('belong to a visitor too, and follow the visitor who signs in', async () => {
    const lead = await newLead(server);
    const other = await newLead(server);
    const { uuid: id } = await newCart(server, lead, [line('banana', 1)]);
    expect((await see(server, other, path(id))).json.code).toBe('NOT_FOUND');
    expect((await putCart(server, other, id, 1, [])).json.code).toBe('NOT_FOUND');
    expect((await see(server, client, path(id))).json.code).toBe('NOT_FOUND');
    // A program that has proved its phone, but has no account yet, is still that visitor.
    const { bearer } = await signIn(server);
    const both = { bearer, leadSecret: lead.leadSecret };
    expect((await putCart(server, both, id, 1, [line('banana', 2)])).status).toBe(200);
    expect((await putCart(server, { bearer }, uuid(), 0, [])).json.code).toBe('UNAUTHENTICATED');
    const taken = await putCart(server, { bearer: client.bearer, leadSecret: lead.leadSecret }, id, 2, [
      line('banana', 3),
    ]);
    expect(taken.json.version).toBe(3);
    expect((await see(server, lead, path(id))).json.code).toBe('NOT_FOUND');
    expect((await see(server, client, path(id))).status).toBe(200);
    // A secret that opens nothing is like none.
    expect((await see(server, { bearer: client.bearer, leadSecret: 'nothing' }, path(id))).status).toBe(200);
  });

  it('are found again at sign-in, the newest open one', async () => {
    const fresh = await newClient(server);
    expect((await see(server, fresh, '/api/operation/carts')).status).toBe(204);
    await newCart(server, fresh, [line('banana', 1)]);
    await server.shift(1);
    const { uuid: newest } = await newCart(server, fresh, [line('banana', 2)]);
    await server.shift(1);
    await buy(server, fresh, [line('banana', 1)]);
    expect((await see(server, fresh, '/api/operation/carts')).json).toMatchObject({
      uuid: newest,
      products: [{ quantity: 2 }],
    });
    expect((await see(server, await newLead(server), '/api/operation/carts')).json.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('take no writing once they are an order, and name it', async () => {
    const { cartUuid, order } = await buy(server, client);
    expect((await put(cartUuid, 1, [])).json).toMatchObject({
      code: 'ORDERED',
      status: 409,
      detail: order.code,
    });
    expect((await lockCart(server, client, cartUuid)).json).toMatchObject({
      code: 'ORDERED',
      detail: order.code,
    });
    expect((await see(server, client, path(cartUuid))).json.orderCode).toBe(order.code);
  });

  it('give their hold back when they change', async () => {
    const before = await left(server, 'banana');
    const { uuid: id } = await newCart(server, client, [line('banana', 4)]);
    const lock = await lockCart(server, client, id);
    expect(await left(server, 'banana')).toBe(before - 4);
    // Its own hold does not make it sold out, and shows until when.
    expect((await see(server, client, path(id))).json).toMatchObject({
      lockedUntil: lock.json.lockedUntil,
      products: [{ available: before }],
    });
    expect((await put(id, 1, [line('banana', 5)])).json.lockedUntil).toBeUndefined();
    expect(await left(server, 'banana')).toBe(before);
  });
});
