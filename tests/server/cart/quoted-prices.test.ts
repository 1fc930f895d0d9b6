import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { cart } from '#server/db/schema/cart.ts';
import { promotion } from '#server/db/schema/coupon.ts';
import { item } from '#server/db/schema/shop/item.ts';
import {
  type Lead,
  itemId,
  left,
  line,
  lockCart,
  newCart,
  newLead,
  orderBody,
  place,
  putCart,
  see,
  setStock,
} from '#tests/support/buyers.ts';
import { alter, alterCampaign } from '#tests/support/tenants/changes.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('prices that were told on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    lead = await newLead(server);
    await setStock(server, 'tomate', 10_000);
  });
  afterAll(() => server.close());
  const isTomato = and(eq(item.tenantId, 'client'), eq(item.id, itemId('tomate')));
  const priceIs = (price: number) =>
    alter(server, 'client', (tx) =>
      tx
        .update(item)
        .set({ price: cents(price) })
        .where(isTomato),
    );
  const two = [line('tomate', 2)];
  const cartAt = async (price: number, lines = two) => {
    await priceIs(price);
    return (await newCart(server, lead, lines)).uuid;
  };
  const read = async (id: string) => (await see(server, lead, `/api/operation/carts/${id}`)).json;
  const risen = {
    id: itemId('tomate'),
    kind: 'PRICE',
    reason: 'PRICE',
    before: 9.9,
    after: 12.5,
    name: 'tomate de teste',
  };

  it('refuse a hold once when one rose since, with the cart as it is and nothing held; the next one is at the price that was told', async () => {
    const id = await cartAt(990);
    const before = await left(server, 'tomate');
    await priceIs(1_250);
    const refused = await lockCart(server, lead, id);
    expect(refused.json).toMatchObject({
      status: 409,
      code: 'LOCK',
      detail: 'PRICE',
      current: { uuid: id, version: 1, changes: [risen], totals: { total: 25 } },
    });
    expect(await left(server, 'tomate')).toBe(before);
    const { status, json: lock } = await lockCart(server, lead, id);
    expect([status, lock.totals.total]).toEqual([200, 25]);
    expect((await place(server, lead, orderBody(id, two, { fence: lock.fence }))).json.properties.price).toBe(
      25,
    );
    // Told once, refused once, for every rise.
    const again = await cartAt(990);
    for (const price of [1_000, 1_100]) {
      await priceIs(price);
      expect([
        (await lockCart(server, lead, again)).json.detail,
        (await lockCart(server, lead, again)).status,
      ]).toEqual(['PRICE', 200]);
      await server.call('DELETE', `/api/operation/orders/lock/${again}`, lead);
    }
  });

  it('are told by every answer: a cart that was read or written since needs no refusal', async () => {
    const seen = await cartAt(990);
    const written = await cartAt(990);
    await priceIs(1_250);
    expect((await read(seen)).changes).toEqual([expect.objectContaining(risen)]);
    expect((await read(seen)).changes).toEqual([]);
    const { json } = await putCart(server, lead, written, 1, [line('tomate', 3), line('banana', 1)]);
    expect(json.changes).toEqual([expect.objectContaining(risen)]);
    for (const id of [seen, written]) expect((await lockCart(server, lead, id)).status).toBe(200);
    // A hold keeps its price, whatever the shelf says.
    await priceIs(5_000);
    expect((await lockCart(server, lead, seen)).json.totals.total).toBe(25);
  });

  it('let a hold pass when they fell, and count from there', async () => {
    const id = await cartAt(990);
    await priceIs(800);
    const { status, json } = await lockCart(server, lead, id);
    expect([status, json.totals.total]).toEqual([200, 16]);
    expect((await read(id)).changes).toEqual([]);
    await server.call('DELETE', `/api/operation/orders/lock/${id}`, lead);
    await priceIs(990);
    expect((await lockCart(server, lead, id)).json).toMatchObject({
      detail: 'PRICE',
      current: { changes: [{ before: 8, after: 9.9 }] },
    });
  });

  it('are with their discount: one that the same quantity no longer gets is a higher price, another quantity is none', async () => {
    const cartControls = (discount: number) => ({
      discountRules: [{ minimumQuantity: 2, discountType: 'allSameProducts', type: 'percentage', discount }],
    });
    const restore = await alterCampaign(server, { body: { cartControls: cartControls(10) } });
    const id = await cartAt(990);
    await alterCampaign(server, { body: { cartControls: cartControls(5) } });
    expect((await lockCart(server, lead, id)).json).toMatchObject({
      detail: 'PRICE',
      current: { changes: [{ kind: 'DISCOUNT', reason: 'PRICE', before: 10, after: 5 }] },
    });
    expect((await lockCart(server, lead, id)).json.totals.total).toBe(18.81);
    expect((await putCart(server, lead, id, 1, [line('tomate', 1)])).json).toMatchObject({
      changes: [],
      totals: { discount: 0 },
    });
    expect((await lockCart(server, lead, id)).status).toBe(200);
    await restore();
  });

  it('are counted line by line, boxes and all, and not at all for what nobody was told', async () => {
    const id = await cartAt(990, [...two, line('tomate', 1, { packageId: 'caixa' }), line('banana', 1)]);
    await priceIs(1_250);
    expect((await lockCart(server, lead, id)).json.current.changes).toEqual([expect.objectContaining(risen)]);
    const old = await cartAt(990);
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(cart)
        .set({ quoted: [] })
        .where(and(eq(cart.tenantId, 'client'), eq(cart.uuid, old))),
    );
    await priceIs(1_250);
    expect((await lockCart(server, lead, old)).status).toBe(200);
  });

  it('go with every refusal: a cart that was refused for its coupon is refused for that alone', async () => {
    await priceIs(990);
    const { code, id: promotionId } = await newPromotion(server);
    const { uuid: id } = await newCart(server, lead, two, {
      shippingMethod: { id: '', type: 'PICKUP' },
      coupon: code,
    });
    expect((await read(id)).totals.coupon).toBe(1.98);
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(promotion)
        .set({ active: false })
        .where(and(eq(promotion.tenantId, 'client'), eq(promotion.id, promotionId))),
    );
    await priceIs(1_250);
    expect((await lockCart(server, lead, id)).json).toMatchObject({
      detail: 'COUPON',
      current: { couponRefusal: 'UNKNOWN', changes: [risen], totals: { coupon: 0 } },
    });
    expect((await lockCart(server, lead, id)).json).toMatchObject({
      detail: 'COUPON',
      current: { changes: [] },
    });
  });
});
