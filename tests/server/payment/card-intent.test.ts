import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardIntent } from '#server/db/schema/card.ts';
import { rateLimit } from '#server/db/schema/rate-limit.ts';
import {
  type Lead,
  line,
  newCart,
  newClient,
  newLead,
  see,
  setStock,
  signIn,
} from '#tests/support/buyers.ts';
import {
  atBank,
  begin,
  confirmBy,
  intend,
  orderByCard,
  payAgain,
  placeByCard,
} from '#tests/support/orders/cards.ts';
import { cardNumbersIn, textsKept } from '#tests/support/orders/card-numbers.ts';
import { refundsOf } from '#tests/support/orders/charges.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('card payments that are begun, on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
    buyer = await newLead(server);
    await setStock(server, 'tomate', 10_000);
  });
  afterAll(async () => {
    // Nor does what is begun leave the number of a card behind.
    const kept = await textsKept(server);
    await server.close();
    expect([...[...kept.values()].flat(), ...lines].flatMap(cardNumbersIn)).toEqual([]);
  });

  it('are charged the table of the final total: parcels, interest, minimum (D55)', async () => {
    const { uuid: cartUuid } = await newCart(server, buyer, [line('tomate', 12)]);
    const { json: methods } = await see(server, buyer, `/api/payments/methods?cartUuid=${cartUuid}`);
    const card = methods.find(({ type }: { type: string }) => type === 'CREDIT_CARD');
    expect(card).toMatchObject({ label: 'Cartão de crédito', installments: card.plans.length });
    expect(card.plans[0]).toEqual({ n: 1, first: 118.8, value: 118.8, total: 118.8, rate: 0 });
    expect(card.plans[2]).toEqual({ n: 3, first: 39.6, value: 39.6, total: 118.8, rate: 0 });
    expect(card.plans[3]).toMatchObject({ n: 4, rate: 2.49 });
    for (const { n, first, value, total } of card.plans) {
      expect(Math.round(first * 100) + (n - 1) * Math.round(value * 100)).toBe(Math.round(total * 100));
      expect(n === 1 || value >= 10).toBe(true);
    }
    const begun = await begin(server, buyer, { installments: 6 });
    expect(begun.intent.code).toBe('PAYMENT_METHOD');
    const { intent } = await begin(server, buyer, { lines: [line('tomate', 12)], installments: 10 });
    expect(intent.amount).toBe(card.plans[9].total);
  });

  it('SEC-17 refuse the client secret of a cheaper, older, foreign, used or invented intent', async () => {
    const cheap = await begin(server, buyer, { lines: [line('tomate', 1)] });
    const dear = await begin(server, buyer, { lines: [line('tomate', 12)], installments: 2 });
    const other = await begin(server, await newLead(server), {
      lines: [line('tomate', 12)],
      installments: 2,
    });
    const refusedAs = async (paymentMethod: object) =>
      (await placeByCard(server, buyer, dear, paymentMethod)).json;
    const secret = dear.intent.clientSecret;
    for (const clientSecret of [
      undefined,
      cheap.intent.clientSecret,
      other.intent.clientSecret,
      `${secret}x`,
      secret.toUpperCase(),
      'x'.repeat(40),
    ])
      expect(
        await refusedAs({ ...(clientSecret === undefined ? {} : { clientSecret }), installments: 2 }),
      ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'SECRET' });
    for (const installments of [1, 3, 12])
      expect(await refusedAs({ clientSecret: secret, installments })).toMatchObject({
        code: 'PAYMENT_METHOD',
        detail: 'AMOUNT',
      });
    for (const installments of [0, 13, 1.5])
      expect(await refusedAs({ clientSecret: secret, installments })).toMatchObject({ code: 'MALFORMED' });
    // A part for the wallet that is not taken at the order makes the intent too small.
    const rich = await newClient(server);
    await newWallet(server, rich.accountId, [[5_000]]);
    const less = await begin(server, rich, { lines: [line('tomate', 12)], walletAmount: 30 });
    expect(less.intent.amount).toBe(88.8);
    expect(
      (await placeByCard(server, rich, less, { clientSecret: less.intent.clientSecret })).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'AMOUNT' });
    expect((await refusedAs({ clientSecret: secret, installments: 2 })).state).toBe('PENDING_PAYMENT');
  });

  it('share a payment with a wallet, each part going back to where it came from', async () => {
    const rich = await newClient(server);
    const wallet = await newWallet(server, rich.accountId, [[3_000]]);
    const begun = await begin(server, rich, { walletAmount: 30 });
    expect(begun.intent.amount).toBe(9.6);
    const { json } = await placeByCard(server, rich, begun, {
      clientSecret: begun.intent.clientSecret,
      wallet: { uuid: wallet, amount: 30 },
    });
    await confirmBy(server, begun.intent.clientSecret, 'good');
    expect((await see(server, rich, `/api/operation/orders/code/${json.code}`)).json).toMatchObject({
      state: 'PAID',
      paymentMethod: { type: 'CREDIT_CARD', wallets: [{ amount: 30 }] },
    });
    await server.call('DELETE', `/api/operation/orders/cancel/${json.id}`, { bearer: rich.bearer });
    expect((await see(server, rich, `/api/operation/wallets/${wallet}/balance`)).json).toMatchObject([
      { amount: 30 },
    ]);
    expect(
      (await refundsOf(server, json.id)).map(({ amount, state }) => `${amount} ${state}`).toSorted(),
    ).toEqual(['3000 settled', '960 requested']);
    // Asked for before the hour begins that the provider takes.
    await server.drain();
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    const { bearer } = await signIn(server, rich.phone);
    expect((await see(server, { bearer }, `/api/operation/orders/code/${json.code}`)).json.state).toBe(
      'REFUNDED',
    );
  });

  it('are begun for what one holds oneself, and no more often than a person would', async () => {
    const { uuid: cartUuid } = await newCart(server, buyer, [line('tomate', 1)]);
    expect((await intend(server, buyer, { cartUuid })).json.code).toBe('LOCK_LOST');
    expect((await intend(server, buyer, {})).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'cartUuid' }],
    });
    const { id, code } = await orderByCard(server, buyer);
    expect((await intend(server, await newLead(server), { orderCode: code })).json.code).toBe('NOT_FOUND');
    expect((await intend(server, buyer, { orderCode: code })).json.code).toBe('ILLEGAL_EVENT');
    expect((await payAgain(server, buyer, id, { type: 'PIX' })).json.code).toBe('ILLEGAL_EVENT');
    const other = await newLead(server);
    expect((await begin(server, other)).intent.clientSecret).toMatch(/^sbx_/);
    await server.core.db.global
      .update(rateLimit)
      .set({ points: 3_000 })
      .where(like(rateLimit.key, `%card:client:lead:${other.leadId}%`));
    expect((await begin(server, other)).intent).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 });
  });

  it('that were confirmed for an order that nobody placed are let go of within the hour', async () => {
    const { intent } = await begin(server, buyer);
    await confirmBy(server, intent.clientSecret, 'good');
    const id = intent.clientSecret.split('_secret_')[0];
    await server.shift(3_590);
    await server.sweep();
    expect(await atBank(server, id)).toMatchObject({ state: 'authorised' });
    await server.shift(320);
    await server.sweep();
    expect(await atBank(server, id)).toMatchObject({ state: 'canceled' });
    await server.core.clock.shift(0);
  });

  it('that came to nothing are forgotten after a month', async () => {
    await begin(server, buyer);
    const intents = () =>
      server.core.db.read('client', (tx) =>
        tx
          .select()
          .from(cardIntent)
          .where(and(eq(cardIntent.tenantId, 'client'), eq(cardIntent.kind, 'payment'))),
      );
    await server.shift(29 * 86_400);
    await server.sweep();
    expect((await intents()).length).toBeGreaterThan(0);
    // Some were begun later, by the clock of other tests.
    await server.shift(20 * 86_400);
    await server.sweep();
    expect(await intents()).toEqual([]);
    await server.core.clock.shift(0);
  });
});
