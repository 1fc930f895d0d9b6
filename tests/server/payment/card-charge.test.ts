import type { CardCharge } from '#contract/payment/card.ts';
import type { SavedCard } from '#contract/payment/payment.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Lead,
  type Who,
  buy,
  line,
  newCart,
  newClient,
  newLead,
  see,
  setStock,
  signIn,
} from '#tests/support/buyers.ts';
import {
  answer,
  confirm,
  confirmBy,
  newCard,
  intend,
  numbers,
  orderByCard,
  payAgain,
  tokenOf,
} from '#tests/support/orders/cards.ts';
import { broken } from '#tests/support/invariants.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

type Way = NonNullable<CardCharge['again']>[number];

describe.each(engines)('the card payment of an order, on %s,', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await setStock(server, 'tomate', 10_000);
  });
  afterAll(() => server.close());
  const read = async (code: string, who = buyer) =>
    (await see(server, who, `/api/payments/card?id=${code}`)).json;

  it('is told to its buyer with what the field needs, and to nobody else', async () => {
    const { code, secret } = await orderByCard(server, buyer, 3);
    expect(await read(code)).toMatchObject({
      orderCode: code,
      amount: 39.6,
      plan: { n: 3, first: 13.2, value: 13.2, total: 39.6, rate: 0 },
      status: 'pending',
      clientSecret: secret,
      provider: { name: 'sandbox', field: 'http://127.0.0.1/sandbox/acquirer/field?client=client' },
      triesLeft: 9,
    });
    expect((await read(code, await newLead(server))).code).toBe('NOT_FOUND');
    expect((await see(server, {}, `/api/payments/card?id=${code}`)).json.code).toBe('UNAUTHENTICATED');
  });

  it('is what its provider has now, also when every notice was lost', async () => {
    const paid = await orderByCard(server, buyer);
    const lost = { notice: 'withheld' };
    await confirm(server, paid.secret, await tokenOf(server, numbers.challenge), lost);
    expect(await read(paid.code)).toMatchObject({ status: 'pending', clientSecret: paid.secret });
    await answer(server, paid.secret, true, lost);
    const told = await read(paid.code);
    expect([told.status, told.clientSecret]).toEqual(['confirmed', undefined]);
    const looked = await orderByCard(server, buyer);
    await confirm(server, looked.secret, await tokenOf(server, numbers.review), lost);
    expect(await read(looked.code)).toMatchObject({ status: 'reviewed' });
  });

  it('says why a card was refused, and is paid by Pix then', async () => {
    const { id, code, secret } = await orderByCard(server, buyer);
    await confirmBy(server, secret, 'funds');
    const told = await read(code);
    expect([told.status, told.declined, told.clientSecret]).toEqual(['declined', 'FUNDS', undefined]);
    const ways = told.again.map(({ type, amount, plans }: Way) => [type, amount, plans?.map(({ n }) => n)]);
    expect(ways).toEqual([
      ['PIX', 39.6, undefined],
      ['CREDIT_CARD', 39.6, [1, 2, 3, 4]],
    ]);
    await payAgain(server, buyer, id, { type: 'PIX' });
    expect((await read(code)).code).toBe('NOT_FOUND');
    const late = await orderByCard(server, buyer);
    await server.shift(1_801);
    expect((await read(late.code)).status).toBe('expired');
    await server.call('DELETE', `/api/operation/orders/cancel/${late.id}`, { leadSecret: buyer.leadSecret });
    const over = await orderByCard(server, buyer);
    await server.call('DELETE', `/api/operation/orders/cancel/${over.id}`, { leadSecret: buyer.leadSecret });
    const ended = await read(over.code);
    expect([ended.status, ended.again]).toEqual(['over', undefined]);
  });

  it('may pay what no Pix paid in time, by a card that the buyer keeps and proves to be theirs', async () => {
    const client = await newClient(server);
    const kept = await newCard(server, client.bearer);
    const {
      order: { id, code },
    } = await buy(server, client, [line('tomate', 4)]);
    const pixOf = async (who: Who) => (await see(server, who, `/api/pix/qrcode?id=${code}`)).json;
    expect((await pixOf(client)).hasOtherWays).toBeUndefined();
    expect((await see(server, client, `/api/payments/card?id=${code}`)).json.code).toBe('NOT_FOUND');
    await server.shift(1_801);
    const renewal = await server.call('POST', '/auth/renew', { body: { refreshToken: client.refresh } });
    const stale = { bearer: renewal.json.access_token };
    expect(await pixOf(stale)).toMatchObject({ status: 'expired', hasOtherWays: true });
    const told = (await see(server, stale, `/api/payments/card?id=${code}`)).json;
    expect(told).toMatchObject({ status: 'expired', lapsed: 'PIX', amount: 39.6, triesLeft: 10 });
    const card = told.again.find(({ type }: Way) => type === 'CREDIT_CARD');
    expect(card.cards).toMatchObject([{ id: kept.id, last4: '4242' }]);
    const asked = { orderCode: code, cardId: kept.id, installments: 2 };
    expect((await intend(server, stale, asked)).json.code).toBe('FRESH_PROOF');
    const proved = await signIn(server, client.phone);
    const foreign = { ...asked, cardId: (await newCard(server, (await newClient(server)).bearer)).id };
    expect((await intend(server, proved, foreign)).json.code).toBe('NOT_FOUND');
    const { json: intent } = await intend(server, proved, asked);
    const way = { type: 'CREDIT_CARD', clientSecret: intent.clientSecret, installments: 2 };
    // Two taps, or a tap in each of two tabs: one charge.
    const both = await Promise.all([1, 2].map(() => payAgain(server, proved, id, way)));
    expect(new Set(both.map(({ json }) => json.code))).toEqual(new Set([code, 'ILLEGAL_EVENT']));
    expect((await confirm(server, intent.clientSecret, undefined)).json.status).toBe('authorised');
    const paid = (await see(server, proved, `/api/operation/orders/code/${code}`)).json;
    expect(paid).toMatchObject({ state: 'PAID', paymentMethod: { type: 'CREDIT_CARD', installments: 2 } });
    expect((await see(server, proved, `/api/payments/card?id=${code}`)).json.status).toBe('confirmed');
    // I1 counts from the stock that a shop was loaded with, I8 from a clock that nobody moves.
    expect((await broken(server.core)).filter((rule) => !/^I[18] /.test(rule))).toEqual([]);
    await server.core.clock.shift(0);
  });

  it('may be by a saved card, which the ways to pay a cart name to its own buyer', async () => {
    const client = await newClient(server);
    const { id } = await newCard(server, client.bearer);
    const cardsOf = async (who: Who) => {
      const { uuid } = await newCart(server, who, [line('tomate', 4)]);
      const { json } = await see(server, who, `/api/payments/methods?cartUuid=${uuid}`);
      return json.find(({ type }: { type: string }) => type === 'CREDIT_CARD').cards;
    };
    expect(await cardsOf(client)).toMatchObject([{ id, brand: 'visa', last4: '4242', default: true }]);
    const second = await newCard(server, client.bearer);
    const prefer = (bearer: string) =>
      server.call('PUT', `/api/payments/cards/${second.id}`, { bearer, body: { default: true } });
    expect((await prefer((await newClient(server)).bearer)).json.code).toBe('NOT_FOUND');
    expect((await prefer(client.bearer)).json).toMatchObject({ id: second.id, default: true });
    // Back and forth, in whatever order the rows lie.
    const first = await server.call('PUT', `/api/payments/cards/${id}`, {
      bearer: client.bearer,
      body: { default: true },
    });
    expect(first.json).toMatchObject({ id, default: true });
    expect((await prefer(client.bearer)).status).toBe(200);
    const offered = (await cardsOf(client)).map((card: SavedCard) => [card.id, card.default]);
    expect(offered).toEqual([
      [second.id, true],
      [id, false],
    ]);
    expect(await cardsOf(await newClient(server))).toBeUndefined();
    expect(await cardsOf(buyer)).toBeUndefined();
  });

  it('has its field under the other name of this machine, which only the shop may show', async () => {
    const { code, secret } = await orderByCard(server, buyer);
    const at = async (host: string) =>
      (
        await server.call('GET', `/api/payments/card?id=${code}`, {
          host,
          leadSecret: buyer.leadSecret,
          headers: { 'X-App': 'client' },
        })
      ).json.provider.field;
    expect(await at('127.0.0.1:3000')).toBe('http://localhost:3000/sandbox/acquirer/field?client=client');
    expect(await at('feira.localhost:3000')).toContain('http://127.0.0.1:3000/');
    // A name of its own has no other: no card is offered there.
    expect(await at('loja.example')).toBeUndefined();
    const policy = async (host: string) =>
      (await server.call('GET', '/sandbox/acquirer/field', { host })).headers.get('Content-Security-Policy');
    expect(await policy('127.0.0.1:3000')).toContain(
      'frame-ancestors http://localhost:3000 http://*.localhost:3000',
    );
    expect(await policy('localhost:3000')).toMatch(/frame-ancestors http:\/\/127\.0\.0\.1:3000$/);
    const charge = (clientSecret: string) =>
      server.call('POST', '/sandbox/acquirer/charges', { body: { clientSecret } });
    expect((await charge(secret)).json).toEqual({ state: 'open', amount: 39.6 });
    expect((await charge(`${secret}x`)).json.code).toBe('NOT_FOUND');
  });
});
