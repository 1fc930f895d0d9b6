import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Lead,
  line,
  newCart,
  newClient,
  newLead,
  orderBody,
  person,
  pickup,
  putCart,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { newCard } from '#tests/support/orders/cards.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';

describe.each(engines)('things of another store on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  let wallet: string;
  let card: string;
  beforeAll(async () => {
    server = await openTestServer(engine);
    lead = await newLead(server);
    const owner = await newClient(server);
    wallet = await newWallet(server, owner.accountId, [[100]]);
    card = (await newCard(server, owner.bearer)).id;
  });
  afterAll(() => server.close());

  it('SEC-23 come into no cart, order or account, whoever names them', async () => {
    const host = 'clube.localhost';
    const who = await newClient(server, { host });
    const { code } = await newPromotion(server);
    const { json: mixed } = await putCart(server, who, uuid(), 0, [line('banana', 1)], {
      shippingMethod: pickup(),
      coupon: code,
    });
    expect([
      mixed.products,
      mixed.totals.total,
      mixed.couponRefusal,
      (await server.call('GET', `/api/operation/orders/quote/${mixed.uuid}`, { bearer: who.bearer, host }))
        .json.options,
    ]).toEqual([[], 0, 'UNKNOWN', []]);
    const there = [line('banana', 1, { tenant: 'clube' })];
    const { uuid: id } = await newCart(server, who, there, { shippingMethod: pickup('clube') });
    const { json: lock } = await server.call('POST', `/api/operation/orders/lock/${id}`, {
      bearer: who.bearer,
      host,
    });
    const place = (more: object) =>
      server.call('POST', '/api/operation/orders/v2/PICKUP', {
        bearer: who.bearer,
        host,
        body: orderBody(id, there, { fence: lock.fence }, more),
      });
    expect((await place({ paymentMethod: { type: 'PIX', wallet: { uuid: wallet } } })).json.code).toBe(
      'NOT_FOUND',
    );
    expect(
      (
        await server.call('POST', '/api/payments/intents', {
          bearer: who.bearer,
          host,
          body: { cartUuid: id, cardId: card },
        })
      ).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await place({})).status).toBe(201);
    // A visitor of one store is none of another, nor does an account take one over.
    const visitor = await newLead(server, host);
    for (const path of [
      `/api/users/leads/${visitor.leadId}`,
      `/api/operation/campaigns/lead/${visitor.leadId}/within?latitude=-23.55&longitude=-46.68`,
    ])
      expect((await server.call('GET', path, { leadSecret: lead.leadSecret })).json.code).toBe('NOT_FOUND');
    expect(
      (await server.call('GET', `/api/users/leads/${visitor.leadId}`, { leadSecret: visitor.leadSecret }))
        .json.code,
    ).toBe('NOT_FOUND');
    const signed = await signIn(server);
    const me = (await server.call('GET', '/api/users', signed)).json.id;
    const create = (userId: string, more = '') =>
      server.call('POST', `/api/accounts/client/user/${userId}${more}`, {
        grant: signed.grant,
        body: person,
        leadSecret: visitor.leadSecret,
      });
    expect([
      (await create(who.userId)).json.code,
      (await create(me, `?lead_id=${visitor.leadId}`)).json.code,
    ]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });
});
