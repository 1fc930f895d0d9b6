import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardIntent, sandboxCharge } from '#server/db/schema/card.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { rateLimit } from '#server/db/schema/rate-limit.ts';
import { testCards } from '#server/sandbox/test-cards.ts';
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
import { cardNumbersIn, isLuhn } from '#tests/support/card-numbers.ts';
import {
  answer,
  begin,
  confirm,
  intend,
  judge,
  numbers,
  placeByCard,
  tokenOf,
} from '#tests/support/cards.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

describe.each(engines)('cards on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  const lines: string[] = [];
  const answers: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
    const { call } = server;
    server.call = async (...asked) => {
      const answered = await call(...asked);
      answers.push(
        `${[...answered.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${answered.text}`,
      );
      return answered;
    };
    buyer = await newLead(server);
    await setStock(server, 'tomate', 10_000);
  });
  afterAll(() => server.close());
  const read = async (code: string) => (await see(server, buyer, `/api/operation/orders/code/${code}`)).json;
  const chargesOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(payment)
        .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, id)))
        .orderBy(payment.attempt),
    );
  const refundsOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(refund)
        .where(and(eq(refund.tenantId, 'client'), eq(refund.orderId, id))),
    );
  const atBank = async (id: string) =>
    (
      await server.core.db.read('client', (tx) =>
        tx
          .select()
          .from(sandboxCharge)
          .where(and(eq(sandboxCharge.tenantId, 'client'), eq(sandboxCharge.id, id))),
      )
    )[0];
  const ordered = async (installments = 1) => {
    const begun = await begin(server, buyer, { installments });
    const { status, json } = await placeByCard(server, buyer, begun, {
      clientSecret: begun.intent.clientSecret,
      installments,
    });
    expect([status, json.state]).toEqual([201, 'PENDING_PAYMENT']);
    return {
      id: json.id as string,
      code: json.code as string,
      secret: begun.intent.clientSecret as string,
      order: json,
    };
  };
  const again = (id: string, paymentMethod: object, type = 'payment.requested') =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, {
      leadSecret: buyer.leadSecret,
      body: { type, paymentMethod },
    });

  it("pay an order: begun, placed, confirmed in the provider's field, captured", async () => {
    const { id, code, secret, order } = await ordered();
    expect(order.paymentMethod).toEqual({
      type: 'CREDIT_CARD',
      installments: 1,
      plan: { n: 1, first: 39.6, value: 39.6, total: 39.6, rate: 0 },
    });
    expect((await confirm(server, secret, await tokenOf(server, numbers.good))).json).toEqual({
      status: 'authorised',
    });
    expect((await read(code)).state).toBe('PAID');
    const [charge] = await chargesOf(id);
    expect(charge).toMatchObject({
      type: 'CREDIT_CARD',
      state: 'confirmed',
      provider: 'sandbox',
      amount: 3_960,
      installments: 1,
    });
    expect(await atBank(charge?.txid ?? '')).toMatchObject({ state: 'paid', amount: 3_960 });
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.code).toBe('NOT_FOUND');
  });

  it('may be confirmed before the order is placed; nothing is taken until then', async () => {
    const begun = await begin(server, buyer);
    const { clientSecret } = begun.intent;
    expect((await confirm(server, clientSecret, await tokenOf(server, numbers.good))).json.status).toBe(
      'authorised',
    );
    expect(await atBank(clientSecret.split('_secret_')[0])).toMatchObject({ state: 'authorised' });
    const { json } = await placeByCard(server, buyer, begun, { clientSecret });
    await server.drain();
    expect((await read(json.code)).state).toBe('PAID');
  });

  it('ask who pays, and go on or stop with the answer', async () => {
    const yes = await ordered();
    expect((await confirm(server, yes.secret, await tokenOf(server, numbers.challenge))).json).toEqual({
      status: 'challenge',
    });
    expect((await read(yes.code)).state).toBe('PENDING_PAYMENT');
    expect((await confirm(server, yes.secret, await tokenOf(server, numbers.good))).json.code).toBe(
      'ILLEGAL_EVENT',
    );
    expect((await answer(server, yes.secret, true)).json).toEqual({ status: 'authorised' });
    expect((await read(yes.code)).state).toBe('PAID');
    const no = await ordered();
    await confirm(server, no.secret, await tokenOf(server, numbers.challenge));
    expect((await answer(server, no.secret, false)).json).toEqual({
      status: 'declined',
      reason: 'CHALLENGE',
    });
    expect(await read(no.code)).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { declined: 'CHALLENGE' },
    });
    expect((await answer(server, no.secret, true)).json.code).toBe('ILLEGAL_EVENT');
  });

  it('that are declined leave the order waiting for another way to pay: a card, or Pix', async () => {
    const { id, code, secret } = await ordered();
    expect((await confirm(server, secret, await tokenOf(server, numbers.funds))).json).toEqual({
      status: 'declined',
      reason: 'FUNDS',
    });
    expect(await read(code)).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { type: 'CREDIT_CARD', declined: 'FUNDS' },
    });
    const [first] = await chargesOf(id);
    expect(first?.state).toBe('declined');
    // Ended at the provider too: the old secret pays nothing any more.
    expect(await atBank(first?.txid ?? '')).toMatchObject({ state: 'canceled' });
    expect((await confirm(server, secret, await tokenOf(server, numbers.good))).json.code).toBe(
      'ILLEGAL_EVENT',
    );
    const second = (await intend(server, buyer, { orderCode: code, installments: 3 })).json;
    expect(second.amount).toBe(39.6);
    expect(
      (await again(id, { type: 'CREDIT_CARD', clientSecret: second.clientSecret, installments: 3 })).json,
    ).toMatchObject({ state: 'PENDING_PAYMENT', paymentMethod: { type: 'CREDIT_CARD', installments: 3 } });
    expect((await read(code)).paymentMethod.declined).toBeUndefined();
    // One at a time.
    expect((await intend(server, buyer, { orderCode: code })).json.code).toBe('ILLEGAL_EVENT');
    expect((await again(id, { type: 'PIX' })).json.code).toBe('ILLEGAL_EVENT');
    await confirm(server, second.clientSecret, await tokenOf(server, numbers.declined));
    expect((await again(id, { type: 'PIX' })).json).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { type: 'PIX' },
    });
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json).toMatchObject({
      status: 'pending',
      attempt: 3,
      attemptsLeft: 3,
      amount: 39.6,
    });
    await server.call('POST', `/sandbox/pix/${code}/pay`);
    expect((await read(code)).state).toBe('PAID');
    expect((await chargesOf(id)).map((one) => one.state)).toEqual(['declined', 'declined', 'confirmed']);
  });

  it('wait for another try no longer than a new charge would', async () => {
    const { id, code, secret } = await ordered();
    await server.shift(1_500);
    await confirm(server, secret, await tokenOf(server, numbers.declined));
    await server.shift(1_700);
    await server.sweep();
    expect((await read(code)).state).toBe('PENDING_PAYMENT');
    await server.shift(101);
    await server.sweep();
    expect((await read(code)).state).toBe('PAYMENT_EXPIRED');
    const { json } = await intend(server, buyer, { orderCode: code });
    expect((await again(id, { type: 'CREDIT_CARD', clientSecret: json.clientSecret })).json.state).toBe(
      'PENDING_PAYMENT',
    );
    await confirm(server, json.clientSecret, await tokenOf(server, numbers.good));
    expect((await read(code)).state).toBe('PAID');
  });

  it('under review keep the order waiting for the verdict, however long it takes', async () => {
    const good = await ordered();
    expect((await confirm(server, good.secret, await tokenOf(server, numbers.review))).json).toEqual({
      status: 'review',
    });
    expect((await read(good.code)).state).toBe('PAYMENT_REVIEW');
    await server.shift(86_400);
    await server.sweep();
    await server.drain();
    expect((await read(good.code)).state).toBe('PAYMENT_REVIEW');
    expect((await judge(server, good.code, true)).json).toEqual({ status: 'authorised' });
    expect((await read(good.code)).state).toBe('PAID');
    const bad = await ordered();
    await confirm(server, bad.secret, await tokenOf(server, numbers.review));
    expect((await judge(server, bad.code, false)).json).toEqual({ status: 'declined', reason: 'FRAUD' });
    expect(await read(bad.code)).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { declined: 'FRAUD' },
      allowedEvents: expect.arrayContaining(['payment.confirmed']),
    });
    expect((await judge(server, bad.code, true)).json.code).toBe('ILLEGAL_EVENT');
  });

  it('come too late: honoured with the goods, and never taken for an order that is canceled', async () => {
    const late = await ordered();
    await server.shift(1_801);
    await server.sweep();
    expect((await read(late.code)).state).toBe('PAYMENT_EXPIRED');
    await confirm(server, late.secret, await tokenOf(server, numbers.good));
    expect((await read(late.code)).state).toBe('PAID');
    // Pix was chosen since: the order says what it was paid by.
    const changed = await ordered(2);
    await server.shift(1_801);
    await server.sweep();
    expect((await again(changed.id, { type: 'PIX' })).json).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { type: 'PIX' },
    });
    await confirm(server, changed.secret, await tokenOf(server, numbers.good));
    expect(await read(changed.code)).toMatchObject({
      state: 'PAID',
      paymentMethod: { type: 'CREDIT_CARD', installments: 2, plan: changed.order.paymentMethod.plan },
    });
    const gone = await ordered();
    await server.call('DELETE', `/api/operation/orders/cancel/${gone.id}`, { leadSecret: buyer.leadSecret });
    await confirm(server, gone.secret, await tokenOf(server, numbers.good));
    expect((await read(gone.code)).state).toBe('CANCELED');
    expect(await refundsOf(gone.id)).toEqual([]);
    expect(await atBank((await chargesOf(gone.id))[0]?.txid ?? '')).toMatchObject({ state: 'canceled' });
  });

  it('come too late when the goods are gone: nothing is taken that would go back at once', async () => {
    const late = await ordered();
    await server.shift(1_801);
    await server.sweep();
    await setStock(server, 'tomate', 0);
    await confirm(server, late.secret, await tokenOf(server, numbers.good));
    expect([(await read(late.code)).state, await refundsOf(late.id)]).toEqual(['PAYMENT_EXPIRED', []]);
    expect(await atBank((await chargesOf(late.id))[0]?.txid ?? '')).toMatchObject({ state: 'canceled' });
    await setStock(server, 'tomate', 10_000);
  });

  it('get their money back when a paid order is canceled, with the interest', async () => {
    const { id, code, secret } = await ordered(4);
    await confirm(server, secret, await tokenOf(server, numbers.good));
    const [charge] = await chargesOf(id);
    expect(charge?.amount).toBeGreaterThan(3_960);
    await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret });
    await server.drain();
    expect([(await read(code)).state, await refundsOf(id)]).toMatchObject([
      'CANCELED',
      [{ amount: charge?.amount, state: 'requested' }],
    ]);
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    expect([(await read(code)).state, (await chargesOf(id))[0]?.state, await refundsOf(id)]).toMatchObject([
      'REFUNDED',
      'refunded',
      [{ state: 'settled' }],
    ]);
    expect(await atBank(charge?.txid ?? '')).toMatchObject({ state: 'refunded' });
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
    await confirm(server, begun.intent.clientSecret, await tokenOf(server, numbers.good));
    expect((await see(server, rich, `/api/operation/orders/code/${json.code}`)).json).toMatchObject({
      state: 'PAID',
      paymentMethod: { type: 'CREDIT_CARD', wallet: { amount: 30 } },
    });
    await server.call('DELETE', `/api/operation/orders/cancel/${json.id}`, { bearer: rich.bearer });
    expect((await see(server, rich, `/api/operation/wallets/${wallet}/balance`)).json).toMatchObject([
      { amount: 30 },
    ]);
    expect((await refundsOf(json.id)).map(({ amount, state }) => `${amount} ${state}`).toSorted()).toEqual([
      '3000 settled',
      '960 requested',
    ]);
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
    const { id, code } = await ordered();
    expect((await intend(server, await newLead(server), { orderCode: code })).json.code).toBe('NOT_FOUND');
    expect((await intend(server, buyer, { orderCode: code })).json.code).toBe('ILLEGAL_EVENT');
    expect((await again(id, { type: 'PIX' })).json.code).toBe('ILLEGAL_EVENT');
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
    await confirm(server, intent.clientSecret, await tokenOf(server, numbers.good));
    const id = intent.clientSecret.split('_secret_')[0];
    await server.shift(3_590);
    await server.sweep();
    expect(await atBank(id)).toMatchObject({ state: 'authorised' });
    await server.shift(320);
    await server.sweep();
    expect(await atBank(id)).toMatchObject({ state: 'canceled' });
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

  it('SEC-22 leave no number of any card behind, in no table, job, log line and answer; only test numbers are taken', async () => {
    for (const number of ['4111111111111111', '1234567890123', '5105105105105100'])
      expect(
        (
          await server.call('POST', '/sandbox/acquirer/tokens', {
            body: { number, holder: 'A', expMonth: 1, expYear: 2030, cvv: '123' },
          })
        ).json,
      ).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'number' }] });
    for (const number of Object.keys(testCards)) {
      expect(isLuhn(number)).toBe(true);
      const { status, text } = await server.call('POST', '/sandbox/acquirer/tokens', {
        body: { number, holder: 'A', expMonth: 1, expYear: 2030, cvv: '123' },
      });
      expect([status, text.includes(number)]).toEqual([201, false]);
    }
    // What is looked for is found: alone, in groups, in JSON.
    for (const number of Object.keys(testCards))
      expect(
        cardNumbersIn(`{"n":"${number}"} ${number.replace(/(.{4})(?=.)/g, '$1 ')} ${number}`),
      ).toHaveLength(3);
    const { rows } = (await server.core.db.executeSql(
      "select table_name from information_schema.columns where table_schema = 'public' group by table_name",
    )) as { rows: { table_name: string }[] };
    expect(rows.length).toBeGreaterThan(40);
    let kept = 0;
    for (const { table_name: table } of rows) {
      const { rows: found } = await server.core.db.read(
        'client',
        async (tx) =>
          (await tx.execute(`select t::text as text from "${table}" t`)) as unknown as {
            rows: { text: string }[];
          },
      );
      kept += found.length;
      for (const { text } of found) expect([table, cardNumbersIn(text)]).toEqual([table, []]);
    }
    const { rows: queued } = (await server.core.db.executeSql(
      'select j::text as text from pgboss.job j',
    )) as { rows: { text: string }[] };
    for (const { text } of [
      ...queued,
      ...lines.map((line) => ({ text: line })),
      ...answers.map((answer) => ({ text: answer })),
    ])
      expect(cardNumbersIn(text)).toEqual([]);
    expect([lines.length > 100, answers.length > 100, kept > 100, queued.length > 0]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(lines.filter((text) => text.includes('_secret_'))).toEqual([]);
  });
});
