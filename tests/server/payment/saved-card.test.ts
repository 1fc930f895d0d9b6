import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Lead, newClient, newLead, see, signIn } from '#tests/support/buyers.ts';
import { begin, confirm, numbers, placeByCard, tokenOf } from '#tests/support/orders/cards.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('saved cards on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    client = await newClient(server);
  });
  afterAll(() => server.close());

  it('are kept by token: saved, listed, used with their code, deleted (SEC-09)', async () => {
    const begun = await server.call('POST', '/api/payments/cards/intents', { bearer: client.bearer });
    expect([begun.status, begun.json.provider]).toEqual([201, { name: 'sandbox' }]);
    const save = (bearer: string, clientSecret: string, more: object = {}) =>
      server.call('POST', '/api/payments/cards', { bearer, body: { clientSecret, ...more } });
    const secret = begun.json.clientSecret;
    expect((await save(client.bearer, secret)).json).toMatchObject({
      code: 'PAYMENT_METHOD',
      detail: 'CARD',
    });
    expect((await confirm(server, secret, await tokenOf(server, numbers.good))).json).toEqual({
      status: 'saved',
    });
    const other = await newClient(server);
    expect((await save(other.bearer, secret)).json.code).toBe('NOT_FOUND');
    const saved = await save(client.bearer, secret);
    expect([saved.status, saved.json]).toEqual([
      201,
      {
        id: begun.json.id,
        brand: 'visa',
        last4: '4242',
        holder: 'MARINA PRADO',
        expMonth: 12,
        expYear: 2030,
        default: true,
      },
    ]);
    expect((await save(client.bearer, secret)).json).toEqual(saved.json);
    const cards = (bearer: string) => server.call('GET', '/api/payments/cards', { bearer });
    expect((await cards(client.bearer)).json).toEqual([saved.json]);
    expect((await cards(other.bearer)).json).toEqual([]);
    const second = await server.call('POST', '/api/payments/cards/intents', { bearer: client.bearer });
    await confirm(server, second.json.clientSecret, await tokenOf(server, '5555555555554444'));
    await save(client.bearer, second.json.clientSecret, { default: true });
    expect((await cards(client.bearer)).json).toMatchObject([
      { brand: 'mastercard', default: true },
      { brand: 'visa', default: false },
    ]);
    // Used: the provider has the card already and asks for its code only.
    const paying = await begin(server, client, { cardId: saved.json.id });
    const { json: order } = await placeByCard(server, client, paying, {
      clientSecret: paying.intent.clientSecret,
    });
    expect(
      (
        await server.call('POST', '/sandbox/acquirer/confirm', {
          body: { clientSecret: paying.intent.clientSecret },
        })
      ).json,
    ).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'cvv' }] });
    expect((await confirm(server, paying.intent.clientSecret, undefined)).json.status).toBe('authorised');
    expect((await see(server, client, `/api/operation/orders/code/${order.code}`)).json.state).toBe('PAID');
    expect((await begin(server, other, { cardId: saved.json.id })).intent.code).toBe('NOT_FOUND');
    expect((await begin(server, buyer, { cardId: saved.json.id })).intent.code).toBe('NOT_FOUND');
    const remove = (id: string, bearer: string) =>
      server.call('DELETE', `/api/payments/cards/${id}`, { bearer });
    expect((await remove(second.json.id, other.bearer)).json.code).toBe('NOT_FOUND');
    expect((await remove(second.json.id, client.bearer)).status).toBe(204);
    expect((await cards(client.bearer)).json).toMatchObject([{ brand: 'visa', default: true }]);
    // Half an hour after the last code: neither adding nor using one.
    await server.shift(1_801);
    const { refresh } = client;
    const bearer = (await server.call('POST', '/auth/renew', { body: { refreshToken: refresh } })).json
      .access_token;
    expect((await server.call('POST', '/api/payments/cards/intents', { bearer })).json.code).toBe(
      'FRESH_PROOF',
    );
    expect((await begin(server, { bearer }, { cardId: saved.json.id })).intent.code).toBe('FRESH_PROOF');
    expect((await cards(bearer)).status).toBe(200);
    // What has expired is not shown.
    await server.shift(6 * 365 * 86_400);
    const later = await signIn(server, client.phone);
    expect((await cards(later.bearer)).json).toEqual([]);
    await server.core.clock.shift(0);
  });
});
