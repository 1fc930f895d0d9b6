import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '#server/sandbox/test-cards.ts';
import { type Lead, newLead, see, setStock } from '#tests/support/buyers.ts';
import { cardNumbersIn, isLuhn, textsKept } from '#tests/support/orders/card-numbers.ts';
import {
  answer,
  atBank,
  begin,
  confirmBy,
  intend,
  judge,
  orderByCard,
  payAgain,
  placeByCard,
} from '#tests/support/orders/cards.ts';
import { chargesOf, refundsOf } from '#tests/support/orders/charges.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

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
  const ordered = (installments?: number) => orderByCard(server, buyer, installments);
  const again = (id: string, paymentMethod: object) => payAgain(server, buyer, id, paymentMethod);

  it("pay an order: begun, placed, confirmed in the provider's field, captured", async () => {
    const { id, code, secret, order } = await ordered();
    expect(order.paymentMethod).toEqual({
      type: 'CREDIT_CARD',
      installments: 1,
      plan: { n: 1, first: 39.6, value: 39.6, total: 39.6, rate: 0 },
    });
    expect((await confirmBy(server, secret, 'good')).json).toEqual({
      status: 'authorised',
    });
    expect((await read(code)).state).toBe('PAID');
    const [charge] = await chargesOf(server, id);
    expect(charge).toMatchObject({
      type: 'CREDIT_CARD',
      state: 'confirmed',
      provider: 'sandbox',
      amount: 3_960,
      installments: 1,
    });
    expect(await atBank(server, charge?.txid ?? '')).toMatchObject({ state: 'paid', amount: 3_960 });
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.code).toBe('NOT_FOUND');
  });

  it('may be confirmed before the order is placed; nothing is taken until then', async () => {
    const begun = await begin(server, buyer);
    const { clientSecret } = begun.intent;
    expect((await confirmBy(server, clientSecret, 'good')).json.status).toBe('authorised');
    expect(await atBank(server, clientSecret.split('_secret_')[0])).toMatchObject({ state: 'authorised' });
    const { json } = await placeByCard(server, buyer, begun, { clientSecret });
    await server.drain();
    expect((await read(json.code)).state).toBe('PAID');
  });

  it('ask who pays, and go on or stop with the answer', async () => {
    const yes = await ordered();
    expect((await confirmBy(server, yes.secret, 'challenge')).json).toEqual({
      status: 'challenge',
    });
    expect((await read(yes.code)).state).toBe('PENDING_PAYMENT');
    expect((await confirmBy(server, yes.secret, 'good')).json.code).toBe('ILLEGAL_EVENT');
    expect((await answer(server, yes.secret, true)).json).toEqual({ status: 'authorised' });
    expect((await read(yes.code)).state).toBe('PAID');
    const no = await ordered();
    await confirmBy(server, no.secret, 'challenge');
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
    expect((await confirmBy(server, secret, 'funds')).json).toEqual({
      status: 'declined',
      reason: 'FUNDS',
    });
    expect(await read(code)).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { type: 'CREDIT_CARD', declined: 'FUNDS' },
    });
    const [first] = await chargesOf(server, id);
    expect(first?.state).toBe('declined');
    // Ended at the provider too: the old secret pays nothing any more.
    expect(await atBank(server, first?.txid ?? '')).toMatchObject({ state: 'canceled' });
    expect((await confirmBy(server, secret, 'good')).json.code).toBe('ILLEGAL_EVENT');
    const second = (await intend(server, buyer, { orderCode: code, installments: 3 })).json;
    expect(second.amount).toBe(39.6);
    expect(
      (await again(id, { type: 'CREDIT_CARD', clientSecret: second.clientSecret, installments: 3 })).json,
    ).toMatchObject({ state: 'PENDING_PAYMENT', paymentMethod: { type: 'CREDIT_CARD', installments: 3 } });
    expect((await read(code)).paymentMethod.declined).toBeUndefined();
    // One at a time.
    expect((await intend(server, buyer, { orderCode: code })).json.code).toBe('ILLEGAL_EVENT');
    expect((await again(id, { type: 'PIX' })).json.code).toBe('ILLEGAL_EVENT');
    await confirmBy(server, second.clientSecret, 'declined');
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
    expect((await chargesOf(server, id)).map((one) => one.state)).toEqual([
      'declined',
      'declined',
      'confirmed',
    ]);
  });

  it('wait for another try no longer than a new charge would', async () => {
    const { id, code, secret } = await ordered();
    await server.shift(1_500);
    await confirmBy(server, secret, 'declined');
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
    await confirmBy(server, json.clientSecret, 'good');
    expect((await read(code)).state).toBe('PAID');
  });

  it('under review keep the order waiting for the verdict, however long it takes', async () => {
    const good = await ordered();
    expect((await confirmBy(server, good.secret, 'review')).json).toEqual({
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
    await confirmBy(server, bad.secret, 'review');
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
    await confirmBy(server, late.secret, 'good');
    expect((await read(late.code)).state).toBe('PAID');
    // Pix was chosen since: the order says what it was paid by.
    const changed = await ordered(2);
    await server.shift(1_801);
    await server.sweep();
    expect((await again(changed.id, { type: 'PIX' })).json).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { type: 'PIX' },
    });
    await confirmBy(server, changed.secret, 'good');
    expect(await read(changed.code)).toMatchObject({
      state: 'PAID',
      paymentMethod: { type: 'CREDIT_CARD', installments: 2, plan: changed.order.paymentMethod.plan },
    });
    const gone = await ordered();
    await server.call('DELETE', `/api/operation/orders/cancel/${gone.id}`, { leadSecret: buyer.leadSecret });
    await confirmBy(server, gone.secret, 'good');
    expect((await read(gone.code)).state).toBe('CANCELED');
    expect(await refundsOf(server, gone.id)).toEqual([]);
    expect(await atBank(server, (await chargesOf(server, gone.id))[0]?.txid ?? '')).toMatchObject({
      state: 'canceled',
    });
  });

  it('come too late when the goods are gone: nothing is taken that would go back at once', async () => {
    const late = await ordered();
    await server.shift(1_801);
    await server.sweep();
    await setStock(server, 'tomate', 0);
    await confirmBy(server, late.secret, 'good');
    expect([(await read(late.code)).state, await refundsOf(server, late.id)]).toEqual([
      'PAYMENT_EXPIRED',
      [],
    ]);
    expect(await atBank(server, (await chargesOf(server, late.id))[0]?.txid ?? '')).toMatchObject({
      state: 'canceled',
    });
    await setStock(server, 'tomate', 10_000);
  });

  it('get their money back when a paid order is canceled, with the interest', async () => {
    const { id, code, secret } = await ordered(4);
    await confirmBy(server, secret, 'good');
    const [charge] = await chargesOf(server, id);
    expect(charge?.amount).toBeGreaterThan(3_960);
    await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret });
    await server.drain();
    expect([(await read(code)).state, await refundsOf(server, id)]).toMatchObject([
      'CANCELED',
      [{ amount: charge?.amount, state: 'requested' }],
    ]);
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    expect([
      (await read(code)).state,
      (await chargesOf(server, id))[0]?.state,
      await refundsOf(server, id),
    ]).toMatchObject(['REFUNDED', 'refunded', [{ state: 'settled' }]]);
    expect(await atBank(server, charge?.txid ?? '')).toMatchObject({ state: 'refunded' });
  });

  it('SEC-22 leave no number of any card behind, in no table, job, log line and answer; only test numbers are taken', async () => {
    const tokenise = (number: string) =>
      server.call('POST', '/sandbox/acquirer/tokens', {
        body: { number, holder: 'A', expMonth: 1, expYear: 2030, cvv: '123' },
      });
    for (const number of ['4111111111111111', '1234567890123', '5105105105105100'])
      expect((await tokenise(number)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'number' }],
      });
    for (const number of Object.keys(testCards)) {
      expect(isLuhn(number)).toBe(true);
      const { status, text } = await tokenise(number);
      expect([status, text.includes(number)]).toEqual([201, false]);
    }
    // What is looked for is found: alone, in groups, in JSON.
    for (const number of Object.keys(testCards))
      expect(
        cardNumbersIn(`{"n":"${number}"} ${number.replace(/(.{4})(?=.)/g, '$1 ')} ${number}`),
      ).toHaveLength(3);
    const kept = await textsKept(server);
    expect(kept.size).toBeGreaterThan(40);
    for (const [table, texts] of kept) expect([table, texts.flatMap(cardNumbersIn)]).toEqual([table, []]);
    expect([...lines, ...answers].flatMap(cardNumbersIn)).toEqual([]);
    expect(Math.min(lines.length, answers.length, [...kept.values()].flat().length)).toBeGreaterThan(100);
    expect(kept.get('pgboss.job')?.length).toBeGreaterThan(0);
    expect(lines.filter((text) => text.includes('_secret_'))).toEqual([]);
  });
});
