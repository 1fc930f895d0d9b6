import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, lockCart, newCart, newClient, see } from '#tests/support/buyers.ts';
import { begin, intend, placeByCard } from '#tests/support/orders/cards.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { engines } from '#tests/support/store/server.ts';
import { type StripeShop, authorised, openStripeShop } from '#tests/support/peers/stripe-shop.ts';

describe.each(engines)('cards through Stripe on %s', (engine) => {
  let shop: StripeShop;
  let server: StripeShop['server'];
  let stripe: StripeShop['stripe'];
  let buyer: StripeShop['buyer'];
  beforeAll(async () => {
    shop = await openStripeShop(engine);
    ({ server, stripe, buyer } = shop);
  });
  afterAll(() => shop.close());

  it('begin an intent for the final total, once, and capture it when the buyer has confirmed', async () => {
    const { id, code, secret } = await shop.ordered();
    const { fields, key } = stripe.asked.find(
      ({ path, method }) => method === 'POST' && path === '/v1/payment_intents',
    ) ?? { fields: {}, key: '' };
    expect(fields).toMatchObject({
      amount: '3960',
      currency: 'brl',
      capture_method: 'manual',
      'allowed_payment_method_types[0]': 'card',
      'metadata[tenant]': 'client',
      'metadata[reference]': key,
    });
    // A placement has the payment asked about as well, in its own time.
    await server.drain();
    const intent = stripe.move(secret, authorised);
    expect((await shop.tell({ id: intent, object: 'payment_intent' })).status).toBe(202);
    expect([(await shop.read(code)).state, stripe.stateOf(secret)]).toEqual(['PAID', 'succeeded']);
    expect(await shop.chargesOf(id)).toMatchObject([
      { provider: 'stripe', txid: intent, state: 'confirmed', amount: 3_960 },
    ]);
    // Again, and again under other ids: nothing more.
    for (let copy = 0; copy < 3; copy++)
      expect((await shop.tell({ id: intent, object: 'payment_intent' })).status).toBe(202);
    expect(stripe.asked.filter(({ path }) => path === `/v1/payment_intents/${intent}/capture`)).toHaveLength(
      1,
    );
  });

  it('REL-09 pay once when twenty notices and two checks come at the same time', async () => {
    const { id, code, secret } = await shop.ordered();
    const intent = stripe.move(secret, authorised);
    const [charge] = await shop.chargesOf(id);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => shop.tell({ id: intent })),
      ...[1, 2].map(() => server.services.settlement.check('client', charge?.id ?? '')),
    ]);
    expect(answers.filter((one) => typeof one === 'object' && one.status !== 202)).toEqual([]);
    expect([await shop.read(code), await shop.refundsOf(id)]).toMatchObject([
      { state: 'PAID', version: 3 },
      [],
    ]);
    expect(stripe.stateOf(secret)).toBe('succeeded');
  });

  it('offer no parcels, and say whose field the card goes into', async () => {
    const { uuid: cartUuid } = await newCart(server, buyer, [line('tomate', 12)]);
    const { json } = await see(server, buyer, `/api/payments/methods?cartUuid=${cartUuid}`);
    expect(json).toMatchObject([
      { type: 'PIX' },
      {
        type: 'CREDIT_CARD',
        installments: 1,
        plans: [{ n: 1, total: 118.8 }],
        field: 'https://js.stripe.com/endive/stripe.js',
      },
    ]);
    const { code } = await shop.ordered();
    const { json: charge } = await see(server, buyer, `/api/payments/card?id=${code}`);
    expect(charge).toMatchObject({
      status: 'pending',
      clientSecret: expect.stringMatching(/^pi_/),
      provider: { name: 'stripe', publishableKey: 'pk_test_1', field: json[1].field },
    });
    expect(JSON.stringify([json, charge])).not.toMatch(/sk_|whsec_/);
    expect(
      (await begin(server, buyer, { lines: [line('tomate', 12)], installments: 2 })).intent,
    ).toMatchObject({ code: 'PAYMENT_METHOD', detail: 'INSTALLMENTS' });
  });

  it('wait while a bank asks who pays, end with a decline, and wait for a review', async () => {
    const { code, secret } = await shop.ordered();
    // A placement has the payment asked about as well: what is told here comes after that.
    await server.drain();
    const id = stripe.move(secret, { status: 'requires_action' });
    await shop.tell({ id });
    expect((await shop.read(code)).state).toBe('PENDING_PAYMENT');
    stripe.move(secret, {
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    await shop.tell({ id }, { type: 'payment_intent.payment_failed' });
    expect(await shop.read(code)).toMatchObject({
      state: 'PENDING_PAYMENT',
      paymentMethod: { declined: 'FUNDS' },
    });
    expect(stripe.stateOf(secret)).toBe('canceled');
    const other = await shop.ordered();
    await server.drain();
    const reviewed = stripe.move(other.secret, {
      ...authorised,
      latest_charge: { id: 'ch_1', refunded: false, review: { id: 'prv_1', open: true } },
    });
    await shop.tell({ id: reviewed });
    expect([(await shop.read(other.code)).state, stripe.stateOf(other.secret)]).toEqual([
      'PAYMENT_REVIEW',
      'requires_capture',
    ]);
    stripe.move(other.secret, {
      latest_charge: { id: 'ch_1', refunded: false, review: { id: 'prv_1', open: false } },
    });
    await shop.tell({ id: 'prv_1', object: 'review', payment_intent: reviewed }, { type: 'review.closed' });
    expect([(await shop.read(other.code)).state, stripe.stateOf(other.secret)]).toEqual([
      'PAID',
      'succeeded',
    ]);
  });

  it('SEC-21 capture nothing that is of another sum, currency, store or payment', async () => {
    for (const lie of [
      { amount: 1 },
      { amount: 3_959 },
      { currency: 'usd' },
      { metadata: { tenant: 'clube', reference: 'x' } },
      { metadata: { tenant: 'client', reference: 'x' } },
      { metadata: {} },
    ]) {
      const { code, secret } = await shop.ordered();
      await shop.tell({ id: stripe.move(secret, { ...authorised, ...lie }) });
      expect([(await shop.read(code)).state, stripe.stateOf(secret)]).toEqual([
        'PENDING_PAYMENT',
        'requires_capture',
      ]);
    }
  });

  it('SEC-20 take no notice that is unsigned, altered, old, early or signed by another', async () => {
    const { code, secret } = await shop.ordered();
    const object = { id: stripe.move(secret, authorised) };
    const good = stripe.notice(object, shop.now());
    const early = stripe.notice(object, shop.now() + 400);
    const bad = [
      { ...good, signature: '' },
      {
        ...good,
        signature: good.signature.replace(/v1=./, (part) => `v1=${part.at(-1) === '0' ? '1' : '0'}`),
      },
      { ...good, body: good.body.replace('succeeded', 'succeedeD') },
      { ...good, body: JSON.stringify(JSON.parse(good.body)) },
      { ...good, body: `${good.body} ` },
      stripe.notice(object, shop.now() - 302),
      early,
      stripe.notice(object, shop.now(), { key: 'whsec_other' }),
      { ...good, signature: good.signature.replace('v1=', 'v0=') },
      { ...good, signature: good.signature.replace(/t=\d+/, `t=${shop.now() - 1}`) },
    ];
    for (const one of bad)
      expect((await shop.post(one)).json).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    expect((await shop.post(good, 'clube.localhost')).json.code).toBe('UNAUTHENTICATED');
    expect((await shop.read(code)).state).toBe('PENDING_PAYMENT');
    expect((await shop.post(good)).status).toBe(202);
    expect((await shop.read(code)).state).toBe('PAID');
  });

  it('REL-09 make up for a lost notice and a provider that was gone, within six minutes', async () => {
    const { code, secret } = await shop.ordered();
    await server.drain();
    stripe.move(secret, authorised);
    await server.shift(301);
    await server.sweep();
    await server.drain();
    expect((await shop.read(code)).state).toBe('PAID');
    const other = await shop.ordered();
    await server.drain();
    const id = stripe.move(other.secret, authorised);
    stripe.fail(2);
    expect((await shop.tell({ id }, { id: 'evt_again' })).json).toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
    });
    expect((await shop.read(other.code)).state).toBe('PENDING_PAYMENT');
    expect((await shop.tell({ id }, { id: 'evt_again' })).status).toBe(202);
    expect((await shop.read(other.code)).state).toBe('PAID');
    stripe.fail(2);
    expect((await begin(server, buyer)).intent).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  });

  it('REL-22 are left alone after five failures, for half a minute; a refusal is no failure', async () => {
    const { uuid: cartUuid } = await newCart(server, buyer, [line('tomate', 1)]);
    await lockCart(server, buyer, cartUuid);
    const tries = async (times: number) => {
      const codes = [];
      for (let n = 0; n < times; n++) codes.push((await intend(server, buyer, { cartUuid })).json.code);
      return codes;
    };
    // Failures of before are forgotten with the first answer.
    expect(await tries(1)).toEqual([undefined]);
    const before = stripe.asked.length;
    stripe.fail(10);
    expect(await tries(5)).toEqual(Array<string>(5).fill('UNAVAILABLE'));
    expect(stripe.asked.length - before).toBe(10);
    expect(await tries(2)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    expect(stripe.asked.length - before).toBe(10);
    await server.shift(31);
    expect(await tries(1)).toEqual([undefined]);
    expect(stripe.asked.length - before).toBe(11);
  });

  it('keep a card for a client under a customer of no name, and forget it', async () => {
    const client = await newClient(server);
    const { json } = await server.call('POST', '/api/payments/cards/intents', { bearer: client.bearer });
    stripe.move(json.clientSecret, {
      status: 'succeeded',
      payment_method: {
        id: 'pm_1',
        object: 'payment_method',
        card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 },
        billing_details: { name: 'Marina' },
      },
    });
    const saved = await server.call('POST', '/api/payments/cards', {
      bearer: client.bearer,
      body: { clientSecret: json.clientSecret },
    });
    expect(saved.json).toMatchObject({ brand: 'visa', last4: '4242', holder: 'Marina', default: true });
    const customer = stripe.asked.find(({ path }) => path === '/v1/customers');
    expect(Object.keys(customer?.fields ?? {})).toEqual(['metadata[tenant]', 'metadata[owner]']);
    const begun = await begin(server, client, { cardId: saved.json.id });
    const used = stripe.asked.findLast(
      ({ method, path }) => method === 'POST' && path === '/v1/payment_intents',
    );
    expect(used?.fields).toMatchObject({ payment_method: 'pm_1', customer: expect.stringMatching(/^cus_/) });
    expect(begun.intent.clientSecret).toMatch(/^pi_/);
    // With another provider it is not offered.
    const path = `/api/payments/methods?cartUuid=${(await newCart(server, client, [line('tomate', 1)])).uuid}`;
    const offered = async () => (await see(server, client, path)).json[1].cards;
    expect(await offered()).toMatchObject([{ last4: '4242' }]);
    await settlePayment(server, { card: undefined });
    expect(await offered()).toBeUndefined();
    await shop.settle();
    expect(
      (await server.call('DELETE', `/api/payments/cards/${saved.json.id}`, { bearer: client.bearer })).status,
    ).toBe(204);
    expect(stripe.asked.at(-1)?.path).toBe('/v1/payment_methods/pm_1/detach');
  });

  it('make dynamic Pix codes where the tenant wishes so', async () => {
    await shop.settle({}, 'acquirer');
    const { uuid: cartUuid, json: cart } = await newCart(server, buyer, [line('tomate', 1)]);
    const lock = await server.call('POST', `/api/operation/orders/lock/${cartUuid}`, {
      leadSecret: buyer.leadSecret,
    });
    const { json } = await placeByCard(
      server,
      buyer,
      {
        cartUuid,
        fence: lock.json.fence,
        lines: [line('tomate', 1)],
        total: cart.totals.total,
        intent: null,
      },
      { type: 'PIX' },
    );
    const { json: code } = await see(server, buyer, `/api/pix/qrcode?id=${json.code}`);
    expect(code).toMatchObject({
      status: 'pending',
      amount: 9.9,
      brCode: expect.stringMatching(/^00020101021226pi_/),
    });
    const [charge] = await shop.chargesOf(json.id);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${json.code}`)).json.brCode).toBe(code.brCode);
    await shop.tell({ id: stripe.move(charge?.txid ?? '', { status: 'succeeded' }) });
    expect((await shop.read(json.code)).state).toBe('PAID');
    await shop.settle();
  });

  it('are not offered with keys that were sealed elsewhere, nor over plain http outside of the sandbox', async () => {
    await shop.settle({ secretKey: 'elsewhere.AAAA' });
    const { uuid: cartUuid } = await newCart(server, buyer, [line('tomate', 1)]);
    expect((await see(server, buyer, `/api/payments/methods?cartUuid=${cartUuid}`)).json).toEqual([
      { type: 'PIX', label: 'Pix' },
    ]);
    expect((await intend(server, buyer, { cartUuid })).json).toMatchObject({
      code: 'PAYMENT_METHOD',
      detail: 'CREDIT_CARD',
    });
    await shop.settle({ api: 'http://example.com' });
    expect((await begin(server, buyer)).intent.code).toBe('UNAVAILABLE');
    await shop.settle();
  });
});
