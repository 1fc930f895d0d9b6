import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCard } from '#server/db/schema/card.ts';
import {
  type Who,
  campaignId,
  home,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  see,
  setStock,
} from '#tests/support/buyers.ts';
import { newCard } from '#tests/support/orders/cards.ts';
import { fixed, newPromotion } from '#tests/support/orders/coupons.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('ways to pay on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await setStock(server, 'tomate', 10_000);
  });
  afterAll(() => server.close());
  const settle = (payment: object) => settlePayment(server, payment);
  const offered = async (who: Who, cartUuid: string, query = '') =>
    (await see(server, who, `/api/payments/methods?cartUuid=${cartUuid}${query}`)).json as {
      type: string;
      max?: number;
      installments?: number;
      plans?: { n: number; total: number; rate: number }[];
    }[];
  const cartOf = async (who: Who, units = 4, draft?: object) =>
    (await newCart(server, who, [line('tomate', units)], draft)).uuid;

  it('are those that work for this buyer: a wallet only with money that may pay this cart', async () => {
    const visitor = await newLead(server);
    expect((await offered(visitor, await cartOf(visitor))).map(({ type }) => type)).toEqual([
      'PIX',
      'CREDIT_CARD',
    ]);
    const poor = await newClient(server);
    const rich = await newClient(server);
    expect((await offered(poor, await cartOf(poor))).map(({ type }) => type)).toEqual(['PIX', 'CREDIT_CARD']);
    await newWallet(server, poor.accountId, [[500, -1]]);
    await newWallet(server, poor.accountId, [[500]], { campaignIds: [campaignId('depois')] });
    await newWallet(server, poor.accountId, [[500]], { unit: 'PTS', kind: 'POINTS' });
    expect((await offered(poor, await cartOf(poor))).map(({ type }) => type)).toEqual(['PIX', 'CREDIT_CARD']);
    const full = await newWallet(server, rich.accountId, [[1_000], [500]]);
    expect((await offered(rich, await cartOf(rich))).find(({ type }) => type === 'WALLET')).toEqual({
      type: 'WALLET',
      label: 'Saldo da carteira',
      max: 15,
      wallets: [{ uuid: full, name: 'Crédito da loja', kind: 'CREDIT', max: 15 }],
      left: 39.6,
    });
    await newWallet(server, rich.accountId, [[90_000]]);
    expect((await offered(rich, await cartOf(rich))).find(({ type }) => type === 'WALLET')?.max).toBe(39.6);
  });

  it('offer of a wallet for one campaign what an order then takes of it: the goods after their part of a code, without delivery', async () => {
    const client = await newClient(server);
    const uuid = await newWallet(server, client.accountId, [[90_000]], { campaignIds: [campaignId()] });
    const { code } = await newPromotion(server, fixed(1_000, { campaignIds: [campaignId()] }));
    const { json: quote } = await see(
      server,
      client,
      `/api/operation/orders/quote/${await cartOf(client, 4, { location: home })}`,
    );
    const [window] = quote.options[0].windows;
    const cart = await cartOf(client, 4, {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: window.id },
      coupon: code,
    });
    expect((await offered(client, cart)).find(({ type }) => type === 'WALLET')?.max).toBe(29.6);
    const { json: lock } = await lockCart(server, client, cart);
    expect(lock.totals).toMatchObject({ coupon: 10, shipping: 9.9, total: 39.5 });
    const paid = (amount: number) =>
      place(
        server,
        client,
        orderBody(
          cart,
          [line('tomate', 4)],
          { fence: lock.fence },
          { paymentMethod: { type: 'PIX', wallet: { uuid, amount } } },
        ),
        { type: 'SHIPPING' },
      );
    expect((await paid(29.61)).json.code).toBe('BALANCE');
    expect((await paid(29.6)).json).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { wallets: [{ amount: 29.6 }] },
    });
  });

  it('are those that the tenant takes, and that its settings make work', async () => {
    const who = await newLead(server);
    const cart = await cartOf(who);
    for (const [payment, types] of [
      [{ methods: ['PIX'] }, ['PIX']],
      [{ methods: ['CREDIT_CARD'] }, ['CREDIT_CARD']],
      [{ methods: ['BOLETO', 'CASH_ON_DELIVERY', 'FREE'] }, []],
      [{ methods: ['PIX'], pix: { key: 'no key', name: 'LOJA', city: 'SAO PAULO', minutes: 30 } }, []],
    ] as const) {
      const back = await settle(payment);
      expect((await offered(who, cart)).map(({ type }) => type)).toEqual(types);
      await back();
    }
    const back = await settle({ methods: ['PIX'] });
    const { json: lock } = await lockCart(server, who, cart);
    expect(
      (
        await server.call('POST', '/api/payments/intents', {
          leadSecret: who.leadSecret,
          body: { cartUuid: cart },
        })
      ).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'CREDIT_CARD' });
    expect(
      (
        await place(
          server,
          who,
          orderBody(
            cart,
            [line('tomate', 4)],
            { fence: lock.fence },
            { paymentMethod: { type: 'CREDIT_CARD', clientSecret: 'x'.repeat(40) } },
          ),
        )
      ).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'CREDIT_CARD' });
    const client = await newClient(server);
    const wallet = await newWallet(server, client.accountId, [[5_000]]);
    const own = await cartOf(client);
    const held = await lockCart(server, client, own);
    expect(
      (
        await place(
          server,
          client,
          orderBody(
            own,
            [line('tomate', 4)],
            { fence: held.json.fence },
            { paymentMethod: { type: 'WALLET', wallet: { uuid: wallet } } },
          ),
        )
      ).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'WALLET' });
    await back();
  });

  it('are none where nothing is to be paid', async () => {
    const who = await newLead(server);
    const { code } = await newPromotion(server, { percent: 100 });
    const cart = await cartOf(who, 2, { shippingMethod: pickup(), coupon: code });
    expect(await offered(who, cart)).toEqual([{ type: 'FREE', label: 'Nada a pagar' }]);
    const { json: lock } = await lockCart(server, who, cart);
    expect(
      (
        await server.call('POST', '/api/payments/intents', {
          leadSecret: who.leadSecret,
          body: { cartUuid: cart },
        })
      ).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'AMOUNT' });
    expect(
      (
        await place(
          server,
          who,
          orderBody(cart, [line('tomate', 2)], { fence: lock.fence }, { paymentMethod: { type: 'FREE' } }),
        )
      ).json,
    ).toMatchObject({ state: 'PAID', paymentMethod: { type: 'FREE' } });
  });

  it('divide what is left after a wallet by the terms of the tenant', async () => {
    const who = await newLead(server);
    const cart = await cartOf(who, 12);
    const plans = async (query = '') =>
      (await offered(who, cart, query)).find(({ type }) => type === 'CREDIT_CARD')?.plans ?? [];
    expect([
      (await plans()).length,
      (await plans('&walletAmount=88.8')).length,
      (await plans('&walletAmount=109.8')).map(({ total }) => total),
    ]).toEqual([12, 3, [9]]);
    expect(await offered(who, cart, '&walletAmount=118.8')).toEqual([]);
    expect((await see(server, who, `/api/payments/methods?cartUuid=${cart}&walletAmount=-1`)).json.code).toBe(
      'MALFORMED',
    );
    const back = await settle({ installments: { rate: 1, max: 6, free: 2, minimum: 30 } });
    expect((await plans()).map(({ n, rate }) => [n, rate])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
    ]);
    await back();
  });

  it('PRV-02 forget the cards of a client who leaves', async () => {
    const client = await newClient(server);
    await newCard(server, client.bearer);
    const cards = () =>
      server.core.db.read('client', (tx) =>
        tx
          .select()
          .from(paymentCard)
          .where(and(eq(paymentCard.tenantId, 'client'), eq(paymentCard.accountId, client.accountId))),
      );
    expect(await cards()).toHaveLength(1);
    const { json, text } = await server.call('GET', '/api/accounts/client/export', { bearer: client.bearer });
    expect(json.data.paymentCard).toMatchObject([{ brand: 'visa', last4: '4242' }]);
    expect(text).not.toMatch(/token|customer/i);
    expect((await server.call('DELETE', '/api/accounts/client', { bearer: client.bearer })).status).toBe(204);
    expect(await cards()).toEqual([]);
  });
});
