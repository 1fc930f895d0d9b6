import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relationUse } from '#server/db/schema/people/relation.ts';
import { orderCode } from '#server/platform/ids.ts';
import { type KeyTerms, enterKey, makeKey, peopleCounted } from '#tests/support/access-keys.ts';
import {
  type Who,
  askCode,
  campaignId,
  codeFor,
  line,
  login,
  newCart,
  newClient,
  newLead,
  person,
  see,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';

describe.each(engines)('access keys on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const enter = (who: Who & { leadId?: string }, accessKey: unknown) => enterKey(server, who, accessKey);
  const newKey = (more?: KeyTerms, tenantId?: string) => makeKey(server, more, tenantId);

  it('open several campaigns at once, for a client and for a visitor, in any spelling', async () => {
    const code = await newKey({ max: 5 });
    const client = await newClient(server);
    expect(
      (await see(server, client, `/api/accounts/access/campaignAccess/${campaignId('depois')}`)).json.access,
    ).toBe(false);
    const dashed =
      ` ${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8, 12)}-${code.slice(12)} `.toLowerCase();
    const { status, json } = await enter(client, dashed);
    expect([status, json]).toEqual([
      200,
      {
        valid: true,
        campaigns: [
          { id: campaignId(), name: 'Campanha semana', status: 'OK' },
          { id: campaignId('depois'), name: 'Campanha depois', status: 'OK' },
        ],
        relation: {
          code,
          account: client.accountId,
          action: 'CAMPAIGN_ACCESS',
          limits: { max: 5 },
          used: 1,
          properties: { campaignIds: [campaignId(), campaignId('depois')] },
        },
      },
    ]);
    expect(
      (await see(server, client, `/api/accounts/access/campaignAccess/${campaignId('depois')}`)).json,
    ).toMatchObject({ access: true, relation: { code, used: 1 } });
    expect((await see(server, client, '/api/accounts/relations/client')).json).toMatchObject([
      { code, account: client.accountId, used: 1 },
    ]);
    const lead = await newLead(server);
    const visited = await enter(lead, code);
    expect([visited.status, visited.json.relation.used, visited.json.relation.account]).toEqual([
      200,
      2,
      undefined,
    ]);
    const there = await server.call(
      'GET',
      `/api/operation/campaigns/lead/${lead.leadId}/within?latitude=-23.55&longitude=-46.68`,
      { leadSecret: lead.leadSecret },
    );
    expect(there.json.find(({ id }: { id: string }) => id === campaignId('depois')).facts.accessed).toBe(
      true,
    );
  });

  it('count a person once, however often the key is given', async () => {
    const code = await newKey({ max: 2 });
    const client = await newClient(server);
    const all = await Promise.all(Array.from({ length: 8 }, () => enter(client, code)));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await peopleCounted(server, code)).toBe(1);
    expect((await enter(await newClient(server), code)).status).toBe(200);
    expect((await enter(await newClient(server), code)).json).toMatchObject({
      code: 'KEY_LIMIT',
      status: 409,
    });
    // Used up for others, not for whoever holds it.
    expect((await enter(client, code)).status).toBe(200);
    expect(await peopleCounted(server, code)).toBe(2);
  });

  it('may open every campaign of a store', async () => {
    const [store] = (await server.call('GET', '/api/operation/marketplaces/public')).json;
    const code = await newKey({ properties: { campaignIds: [], marketplaceId: store.id } });
    expect((await enter(await newClient(server), code)).json.campaigns).toHaveLength(3);
  });

  it('are refused when they are unknown, late, of another store or person, or no keys', async () => {
    const [one, other] = [await newClient(server), await newClient(server)];
    const late = await newKey({ expiresAt: new Date(server.core.clock.now() - 1) });
    expect((await enter(one, late)).json).toMatchObject({ code: 'EXPIRED_KEY', status: 410 });
    const refused = [
      await newKey({}, 'clube'),
      await newKey({ accountId: other.accountId }),
      await newKey({ leadId: uuid() }),
      await newKey({ action: 'COUPON' }),
      await newKey({ action: 'STAFF' }),
      orderCode(),
      "' or 1=1 --",
    ];
    for (const code of refused)
      expect((await enter(one, code)).json).toMatchObject({ code: 'INVALID_KEY', status: 404 });
    expect((await enter(other, refused[1])).status).toBe(200);
    for (const body of [undefined, '', 'x'.repeat(65), ['a'], 12])
      expect((await enter(one, body)).json.code).toBe('MALFORMED');
    const lead = await newLead(server);
    expect((await enter({ ...lead, leadId: uuid() }, late)).json.code).toBe('NOT_FOUND');
    expect((await enter({ leadSecret: 'x', leadId: lead.leadId }, late)).json.code).toBe('NOT_FOUND');
    expect((await enter({}, late)).json.code).toBe('UNAUTHENTICATED');
    expect((await enter({ bearer: one.bearer, host: 'clube.localhost' }, late)).json.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('SEC-15 allow ten wrong ones an hour to a person, and as many right ones as there are', async () => {
    const client = await newClient(server);
    for (let right = 0; right < 12; right++) expect((await enter(client, await newKey())).status).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => enter(client, orderCode())));
    expect(wrong.filter(({ json }) => json.code === 'INVALID_KEY').length).toBeLessThanOrEqual(10);
    const refused = await enter(client, await newKey());
    expect([refused.status, refused.json.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      true,
    ]);
    expect((await enter(await newClient(server), await newKey())).status).toBe(200);
    await server.shift(3_601);
    expect((await enter(await signIn(server, client.phone), await newKey())).status).toBe(200);
  });

  it('move with the visitor, and with whoever signed in before signing up', async () => {
    const [visited, signedKey, both] = [await newKey(), await newKey(), await newKey()];
    const lead = await newLead(server);
    const signed = await newcomer(server);
    for (const code of [visited, both]) expect((await enter(lead, code)).status).toBe(200);
    for (const code of [signedKey, both])
      expect((await enter({ bearer: signed.bearer }, code)).status).toBe(200);
    const made = await createAccount(server, signed, person, lead);
    expect(made.status).toBe(201);
    const uses = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(relationUse)
        .where(
          and(
            eq(relationUse.tenantId, 'client'),
            eq(relationUse.subject, `account:${made.json.id}`),
            eq(relationUse.campaignId, campaignId()),
          ),
        ),
    );
    expect(uses.map(({ code }) => code).sort()).toEqual([visited, signedKey, both].sort());
  });

  it('go on with an account that exists, once, when its owner signs in with the secret of the visitor', async () => {
    const [code, second] = [await newKey({ max: 1 }), await newKey()];
    const [client, other, visitor] = [
      await newClient(server),
      await newClient(server),
      await newLead(server),
    ];
    for (const key of [code, second]) expect((await enter(visitor, key)).status).toBe(200);
    const cart = await newCart(server, visitor, [line('tomate', 1)]);
    const again = async ({ phone }: { phone: string }, leadSecret?: string) => {
      await server.shift(601);
      expect((await askCode(server, phone)).status).toBe(201);
      const { status, json } = await login(
        server,
        phone,
        await codeFor(server, phone),
        leadSecret === undefined ? {} : { leadSecret },
      );
      expect(status).toBe(200);
      return { bearer: json.access_token as string };
    };
    const keysOf = async (who: { bearer: string }) =>
      (
        (await see(server, who, '/api/accounts/relations/client')).json as
          | { code: string; action: string }[]
          | undefined
      )
        ?.filter(({ action }) => action === 'CAMPAIGN_ACCESS')
        .map((one) => one.code)
        .toSorted() ?? [];
    for (const leadSecret of [undefined, 'nobody', (await newLead(server)).leadSecret])
      expect(await keysOf(await again(client, leadSecret))).toEqual([]);
    expect(await keysOf(await again(client, visitor.leadSecret))).toEqual([code, second].toSorted());
    expect(await keysOf(await again(other, visitor.leadSecret))).toEqual([]);
    expect(await peopleCounted(server, code)).toBe(1);
    // The visitor lives on with the cart, and is absorbed by whoever signs up.
    expect((await see(server, visitor, `/api/operation/carts/${cart.uuid}`)).status).toBe(200);
    const fresh = await newcomer(server);
    const made = await createAccount(server, fresh, person, visitor);
    expect([made.status, await keysOf(fresh)]).toEqual([201, []]);
    expect((await see(server, fresh, `/api/operation/carts/${cart.uuid}`)).status).toBe(200);
  });

  it('go to one of those who sign in at once, and to nobody twice', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => newClient(server)));
    const visitor = await newLead(server);
    const codes = [await newKey(), await newKey(), await newKey()];
    for (const code of codes) expect((await enter(visitor, code)).status).toBe(200);
    await Promise.all(
      owners.map(({ userId }) =>
        server.services.session.open('client', userId, true, { leadSecret: visitor.leadSecret }),
      ),
    );
    const uses = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(relationUse)
        .where(and(eq(relationUse.tenantId, 'client'), inArray(relationUse.code, codes))),
    );
    // Each key opens two campaigns.
    expect([uses.length, new Set(uses.map(({ subject }) => subject)).size]).toEqual([6, 1]);
    expect(owners.map(({ accountId }) => `account:${accountId}`)).toContain(uses[0]?.subject);
  });
});
