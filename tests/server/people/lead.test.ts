import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relation, relationUse } from '#server/db/schema/people/relation.ts';
import { buy, campaignId, home, line, newCart, newLead, person, see, uuid } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';

describe.each(engines)('visitors on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  it('SEC-14 know a visitor by id and secret together', async () => {
    const created = await server.call('POST', '/api/users/leads', {
      body: {
        name: 'Ana',
        phone: '(11) 98888-7777',
        properties: { type: 'CLIENT', answer: 'x' },
        addresses: [home],
      },
    });
    expect(created.status).toBe(201);
    const { id, secret } = created.json;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const seen = await server.call('GET', `/api/users/leads/${id}`, { leadSecret: secret });
    expect(seen.json).toMatchObject({
      id,
      name: 'Ana',
      phone: '+5511988887777',
      properties: { type: 'CLIENT', answer: 'x' },
    });
    expect(seen.json.secret).toBeUndefined();
    const other = await newLead(server);
    const refused = [
      await server.call('GET', `/api/users/leads/${id}`),
      await server.call('GET', `/api/users/leads/${id}`, { leadSecret: 'wrong' }),
      await server.call('GET', `/api/users/leads/${id}`, { leadSecret: other.leadSecret }),
      await server.call('GET', `/api/users/leads/${uuid()}`, { leadSecret: secret }),
      await server.call('GET', `/api/users/leads/${id}`, { leadSecret: secret, host: 'clube.localhost' }),
      await server.call('PUT', '/api/users/leads', {
        body: { id, name: 'Eva' },
        leadSecret: other.leadSecret,
      }),
      await server.call('PUT', '/api/users/leads', { body: { id, name: 'Eva' } }),
    ];
    for (const { status, json } of refused)
      expect([status, { ...json, requestId: '' }]).toEqual([404, { ...refused[0]?.json, requestId: '' }]);
    expect(
      (
        await server.call('PUT', '/api/users/leads', {
          body: { id, name: 'Eva', properties: { type: 'STAFF' } },
          leadSecret: secret,
        })
      ).json,
    ).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'properties.type' }] });
    const changed = await server.call('PUT', '/api/users/leads', {
      body: { id, name: 'Eva' },
      leadSecret: secret,
    });
    expect([changed.status, changed.json.name, changed.json.properties]).toEqual([
      200,
      'Eva',
      { type: 'CLIENT' },
    ]);
    expect((await server.call('POST', '/api/users/leads', { body: { phone: '1' } })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'phone' }],
    });
  });

  it('take over a visitor with cart, addresses, orders and keys, exactly once', async () => {
    const lead = await newLead(server);
    await server.call('PUT', '/api/users/leads', {
      body: { addresses: [{ ...home, alias: 'Trabalho' }, home] },
      leadSecret: lead.leadSecret,
    });
    const { order } = await buy(server, lead, [line('banana', 2)]);
    const cart = await newCart(server, lead, [line('tomate', 1)]);
    const at = new Date();
    await server.core.db.tenant('client', async (tx) => {
      await tx.insert(relation).values({
        tenantId: 'client',
        code: `KEY${engine}`,
        leadId: lead.leadId,
        action: 'CAMPAIGN_ACCESS',
        properties: { campaignIds: [campaignId()] },
        createdAt: at,
      });
      await tx.insert(relationUse).values({
        tenantId: 'client',
        code: `KEY${engine}`,
        subject: `lead:${lead.leadId}`,
        campaignId: campaignId(),
        at,
      });
    });
    const one = await newcomer(server);
    const other = await newcomer(server);
    expect(
      (await createAccount(server, one, person, { leadId: lead.leadId, leadSecret: 'wrong' })).json.code,
    ).toBe('NOT_FOUND');
    expect((await createAccount(server, one, person, { leadId: lead.leadId })).json.code).toBe('NOT_FOUND');
    const made = await Promise.all([one, other].map((signed) => createAccount(server, signed, person, lead)));
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
    const winner = made[0]?.status === 201 ? one : other;
    const loser = winner === one ? other : one;
    const account = made.find(({ status }) => status === 201)?.json;
    // What both have said is there once.
    expect(account.addresses.map((address: { alias?: string }) => address.alias)).toEqual([
      undefined,
      'Trabalho',
    ]);
    expect(
      (await see(server, { bearer: winner.bearer }, `/api/operation/carts/${cart.uuid}`)).json.products,
    ).toHaveLength(1);
    expect((await see(server, { bearer: winner.bearer }, '/api/operation/orders')).json).toMatchObject([
      { id: order.id },
    ]);
    expect(
      (await see(server, { bearer: winner.bearer }, '/api/accounts/relations/client')).json,
    ).toMatchObject([{ code: `KEY${engine}`, action: 'CAMPAIGN_ACCESS', account: account.id }]);
    const uses = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(relationUse)
        .where(and(eq(relationUse.tenantId, 'client'), eq(relationUse.code, `KEY${engine}`))),
    );
    expect(uses.map((use) => use.subject)).toEqual([`account:${account.id}`]);
    // The visitor is no more.
    for (const path of [
      `/api/users/leads/${lead.leadId}`,
      `/api/operation/carts/${cart.uuid}`,
      '/api/operation/orders',
    ])
      expect((await see(server, lead, path)).json.code).toBe('NOT_FOUND');
    // The other's grant was not spent by the refusal.
    expect((await createAccount(server, loser)).status).toBe(201);
    expect((await see(server, { bearer: loser.bearer }, '/api/operation/orders')).json).toEqual([]);
  });
});

describe('visitors outside the sandbox', () => {
  it('are made three hundred an hour from one address', async () => {
    const server = await openTestServer('pglite', { env: { SANDBOX: '0' } });
    try {
      for (let made = 0; made < 300; made++)
        await server.core.limits.take('lead:ip:127.0.0.1', { points: 300, seconds: 3_600 });
      const { status, json } = await server.call('POST', '/api/users/leads', { body: {} });
      expect([status, json.code, json.retryAfter > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true]);
    } finally {
      await server.close();
    }
  });
});
