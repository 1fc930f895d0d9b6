import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/db/schema/audit.ts';
import { relation } from '#server/db/schema/people/relation.ts';
import { makeKeys } from '#server/tenants/keys.ts';
import { newClient } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('keys that an operator makes on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const use = (bearer: string, accessKey: string) =>
    server.call('POST', '/api/accounts/access/campaign/check/multiple/accesskey', {
      bearer,
      body: { accessKey },
    });

  it('SEC-15 have eighty random bits, open what they name and count their people', async () => {
    const keys = await makeKeys(server.core, {
      client: 'client',
      opens: ['semana', 'depois'],
      count: 600,
      max: 1,
      days: 2,
      label: 'Equipe',
    });
    expect(new Set(keys).size).toBe(600);
    // 16 characters of Crockford's alphabet, five bits each.
    for (const key of keys) expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const [one, other] = [await newClient(server), await newClient(server)];
    const [first = '', second = ''] = keys;
    const { status, json } = await use(one.bearer, first.toLowerCase());
    expect([
      status,
      json.campaigns.length,
      json.relation.properties.label,
      json.relation.limits.perAccount,
    ]).toEqual([200, 2, 'Equipe', 1]);
    expect((await use(other.bearer, first)).json.code).toBe('KEY_LIMIT');
    await server.shift(2 * 86_400 + 1);
    const late = await newClient(server);
    expect((await use(late.bearer, second)).json.code).toBe('EXPIRED_KEY');
  });

  it('open every campaign of a store', async () => {
    const [key = ''] = await makeKeys(server.core, { client: 'client', opens: ['loja'], count: 1 });
    const { bearer } = await newClient(server);
    expect((await use(bearer, key)).json.campaigns).toHaveLength(3);
  });

  it('are recorded without the keys themselves', async () => {
    const rows = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(audit)
        .where(and(eq(audit.tenantId, 'client'), eq(audit.action, 'keys.made'))),
    );
    expect(rows.map(({ target, data }) => [target, data['count']])).toEqual([
      ['semana,depois', 600],
      ['loja', 1],
    ]);
    const [kept] = await server.core.db.read('client', (tx) =>
      tx.select().from(relation).where(eq(relation.tenantId, 'client')).limit(1),
    );
    expect(JSON.stringify(rows)).not.toContain(kept?.code);
  });

  it.each([
    [{ client: 'ninguem', opens: ['semana'], count: 1 }, /Não há loja "ninguem"/],
    [{ client: 'client', opens: ['semana', 'nada'], count: 1 }, /"nada"/],
    [{ client: 'client', opens: [], count: 1 }, /Não há campanha/],
    [{ client: 'client', opens: ['semana'], count: 0 }, /quantidade/],
    [{ client: 'client', opens: ['semana'], count: 1, max: 1.5 }, /usos/],
    [{ client: 'client', opens: ['semana'], count: 1, days: Number.NaN }, /dias/],
  ])('are refused with a reason: %o', async (order, reason) => {
    await expect(makeKeys(server.core, order)).rejects.toThrow(reason);
  });
});
