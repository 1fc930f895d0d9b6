import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderChild } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import {
  type Who,
  campaignId,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pay,
  pickup,
  place,
  putCart,
  see,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { confirm, intend, numbers, tokenOf } from '#tests/support/orders/cards.ts';
import { fixed, newPromotion } from '#tests/support/orders/coupons.ts';
import { broken } from '#tests/support/invariants.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';

describe.each(engines)('the discount of the way of paying on %s', (engine) => {
  let server: TestServer;
  let client: Awaited<ReturnType<typeof newClient>>;
  const restore: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine);
    restore.push(await alterCampaign(server, { body: { depends: [] } }, 'depois'));
    client = await newClient(server);
    for (const name of ['tomate', 'banana'] as const) await setStock(server, name, 10_000);
    await settlePayment(server, { terms: { PIX: { discountPercent: 10 }, CREDIT_CARD: { min: 20 } } });
  });
  afterAll(() => server.close());
  const pix = { paymentMethod: { type: 'PIX' } };
  const card = { paymentMethod: { type: 'CREDIT_CARD' } };
  /** Four tomatoes are 39.60. */
  const four = [line('tomate', 4)];
  const held = async (way: object, who: Who = client, lines = four, more: object = {}) => {
    const { uuid, json: cart } = await newCart(server, who, lines, {
      shippingMethod: pickup(),
      ...way,
      ...more,
    });
    const { json: lock } = await lockCart(server, who, uuid);
    return { uuid, cart, lock };
  };
  const placed = (
    uuid: string,
    fence: number,
    type: string,
    properties: object = {},
    more: object = {},
    who: Who = client,
    lines = four,
  ) =>
    place(
      server,
      who,
      orderBody(uuid, lines, { fence, ...properties }, { paymentMethod: { type, ...more } }),
    );
  const methods = async (uuid: string, query = '') =>
    (await see(server, client, `/api/payments/methods?cartUuid=${uuid}${query}`)).json;
  const childrenOf = (orderId: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(orderChild)
        .where(and(eq(orderChild.tenantId, 'client'), eq(orderChild.orderId, orderId)))
        .orderBy(asc(orderChild.total)),
    );

  it('is told, taken off the goods once the way is chosen, and kept by hold, order and charge', async () => {
    const { uuid, cart } = await held({});
    expect(cart.totals).toMatchObject({ paymentDiscount: 0, total: 39.6 });
    expect(await methods(uuid)).toMatchObject([
      { type: 'PIX', discountPercent: 10 },
      {
        type: 'CREDIT_CARD',
        min: 20,
        plans: [{ n: 1, total: 39.6 }, { n: 2 }, { n: 3, total: 39.6 }, { n: 4 }],
      },
    ]);
    const { json } = await putCart(server, client, uuid, 1, four, { shippingMethod: pickup(), ...pix });
    expect(json.totals).toEqual({
      subTotal: 39.6,
      discount: 0,
      coupon: 0,
      paymentDiscount: 3.96,
      shipping: 0,
      total: 35.64,
    });
    // Parcels of a card are of what a card costs, whatever stands in the cart.
    expect((await methods(uuid))[1].plans[0]).toMatchObject({ total: 39.6 });
    const { json: lock } = await lockCart(server, client, uuid);
    expect(lock.totals).toEqual(json.totals);
    const { status, json: order } = await placed(uuid, lock.fence, 'PIX', { price: 35.64, discount: 3.96 });
    expect([status, order.properties.totals, order.properties.price, order.properties.discount]).toEqual([
      201,
      lock.totals,
      35.64,
      3.96,
    ]);
    expect((await see(server, client, `/api/pix/qrcode?id=${order.code}`)).json.amount).toBe(35.64);
    expect((await pay(server, order.code)).status).toBe(202);
    expect((await see(server, client, `/api/operation/orders/code/${order.code}`)).json.state).toBe('PAID');
  });

  it('comes after a code and is shared by all campaigns, unlike that code', async () => {
    const { code } = await newPromotion(server, fixed(960, { campaignIds: [campaignId()] }));
    const lines = [...four, line('banana', 2, { slug: 'depois' })];
    const { uuid, lock } = await held(pix, client, lines, { coupon: code });
    expect(lock.totals).toMatchObject({ subTotal: 50.6, coupon: 9.6, paymentDiscount: 4.1, total: 36.9 });
    const { json: order } = await placed(
      uuid,
      lock.fence,
      'PIX',
      { price: 36.9, discount: 13.7 },
      {},
      client,
      lines,
    );
    expect((await childrenOf(order.id)).map(({ discount, total }) => [discount, total])).toEqual([
      [110, 990],
      [1_260, 2_700],
    ]);
    const wallet = await newWallet(server, client.accountId, [[90_000]], {
      campaignIds: [campaignId('depois')],
    });
    const other = await held(pix, client, lines);
    const paid = (amount: number) =>
      placed(other.uuid, other.lock.fence, 'PIX', {}, { wallet: { uuid: wallet, amount } }, client, lines);
    expect((await paid(9.91)).json.code).toBe('BALANCE');
    expect((await paid(9.9)).status).toBe(201);
  });

  it('is not kept by an order that is paid in another way: its price must be said', async () => {
    const { uuid, lock } = await held(pix);
    const { json: intent } = await intend(server, client, { cartUuid: uuid });
    expect(intent.amount).toBe(39.6);
    const byCard = (properties: object) =>
      placed(uuid, lock.fence, 'CREDIT_CARD', properties, { clientSecret: intent.clientSecret });
    for (const properties of [{}, { price: 35.64 }])
      expect((await byCard(properties)).json).toMatchObject({
        status: 409,
        code: 'PRICE',
        current: { paymentDiscount: 0, total: 39.6 },
      });
    const { status, json: order } = await byCard({ price: 39.6 });
    expect([status, order.properties.totals, order.properties.price]).toEqual([
      201,
      expect.objectContaining({ paymentDiscount: 0, total: 39.6 }),
      39.6,
    ]);
    // The other way round it is cheaper, and said all the same where a price was named.
    const dear = await held(card);
    expect((await placed(dear.uuid, dear.lock.fence, 'PIX', { price: 39.6 })).json).toMatchObject({
      code: 'PRICE',
      current: { total: 35.64 },
    });
    expect((await placed(dear.uuid, dear.lock.fence, 'PIX')).json.properties.price).toBe(35.64);
  });

  it('is what the hold promised, though the shop changes its terms meanwhile', async () => {
    const { uuid, lock } = await held(pix);
    const back = await settlePayment(server, { terms: { PIX: { discountPercent: 5 } } });
    const { json: order } = await placed(uuid, lock.fence, 'PIX', { price: 35.64 });
    await back();
    expect(order.properties.price).toBe(35.64);
  });

  it('is not earned by a wallet that pays everything, nor used below the least of a way', async () => {
    const wallet = await newWallet(server, client.accountId, [[90_000]]);
    const { uuid, lock } = await held(pix);
    expect((await placed(uuid, lock.fence, 'PIX', {}, { wallet: { uuid: wallet } })).json).toMatchObject({
      status: 422,
      code: 'PAYMENT_METHOD',
      detail: 'WALLET',
    });
    expect(
      (await placed(uuid, lock.fence, 'WALLET', { price: 39.6 }, { wallet: { uuid: wallet } })).json,
    ).toMatchObject({ state: 'PAID', properties: { price: 39.6 } });
    const small = await held(card, client, [line('tomate', 2)]);
    expect((await methods(small.uuid)).map(({ type }: { type: string }) => type)).toEqual(['PIX', 'WALLET']);
    expect(
      (await methods((await held(card)).uuid, '&walletAmount=19.61')).map(
        ({ type }: { type: string }) => type,
      ),
    ).toEqual(['PIX', 'WALLET']);
    expect(
      (
        await placed(
          small.uuid,
          small.lock.fence,
          'CREDIT_CARD',
          {},
          { clientSecret: 'x'.repeat(30) },
          client,
          [line('tomate', 2)],
        )
      ).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'MIN' });
    expect((await intend(server, client, { cartUuid: small.uuid })).json).toMatchObject({
      code: 'PAYMENT_METHOD',
      detail: 'MIN',
    });
  });

  it('comes and goes with another try to pay; an old code that is paid after all counts at its own price', async () => {
    // A sign-in does not last as long as a code; a visitor's secret does.
    const lead = await newLead(server);
    const { uuid: cartUuid, lock } = await held(pix, lead);
    const { json: order } = await placed(cartUuid, lock.fence, 'PIX', {}, {}, lead);
    await server.shift(1_801);
    await server.sweep();
    const { json: intent } = await intend(server, lead, { orderCode: order.code });
    expect(intent.amount).toBe(39.6);
    const again = (paymentMethod: object) =>
      server.call('POST', `/api/operation/orders/order/${order.id}/events`, {
        leadSecret: lead.leadSecret,
        body: { type: 'payment.requested', paymentMethod },
      });
    const { json: byCard } = await again({ type: 'CREDIT_CARD', clientSecret: intent.clientSecret });
    expect([
      byCard.state,
      byCard.properties.price,
      byCard.properties.discount,
      byCard.properties.totals.total,
    ]).toEqual(['PENDING_PAYMENT', 39.6, 0, 39.6]);
    expect((await childrenOf(order.id)).map(({ discount, total }) => [discount, total])).toEqual([
      [0, 3_960],
    ]);
    await confirm(server, intent.clientSecret, await tokenOf(server, numbers.declined));
    await server.sweep();
    await server.drain();
    const { json: byPix } = await again({ type: 'PIX' });
    expect([byPix.properties.price, byPix.properties.totals]).toEqual([35.64, lock.totals]);
    expect((await see(server, lead, `/api/pix/qrcode?id=${order.code}`)).json.amount).toBe(35.64);
    expect((await childrenOf(order.id)).map(({ discount, total }) => [discount, total])).toEqual([
      [396, 3_564],
    ]);

    const late = await held(pix, lead);
    const { json: old } = await placed(late.uuid, late.lock.fence, 'PIX', {}, {}, lead);
    const [charge] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(payment)
        .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, old.id))),
    );
    await server.shift(1_801);
    await server.sweep();
    const { json: next } = await intend(server, lead, { orderCode: old.code });
    expect(
      (
        await server.call('POST', `/api/operation/orders/order/${old.id}/events`, {
          leadSecret: lead.leadSecret,
          body: {
            type: 'payment.requested',
            paymentMethod: { type: 'CREDIT_CARD', clientSecret: next.clientSecret },
          },
        })
      ).json.properties.price,
    ).toBe(39.6);
    const shop = server.core.tenants.byId('client');
    if (!shop || !charge) throw new Error('no shop, or no charge');
    expect(
      await server.services.pixNotice.take(shop, {
        id: uuid(),
        type: 'pix.paid',
        txid: charge.txid,
        endToEndId: `E${uuid().replaceAll('-', '').slice(0, 31)}`,
        amount: 35.64,
        receiver: 'pix@exemplo.com',
        at: server.core.clock.date().toISOString(),
      }),
    ).toBe('paid');
    expect((await see(server, lead, `/api/operation/orders/code/${old.code}`)).json).toMatchObject({
      state: 'PAID',
      paymentMethod: { type: 'PIX' },
      properties: { price: 35.64, discount: 3.96 },
    });
    expect((await childrenOf(old.id)).map(({ total }) => total)).toEqual([3_564]);
    // Stock was set by hand here.
    expect((await broken(server.core)).filter((one) => !one.startsWith('I1'))).toEqual([]);
  });
});
