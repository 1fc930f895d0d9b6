import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consent } from '#server/db/schema/people/consent.ts';
import { relation, relationUse } from '#server/db/schema/people/relation.ts';
import {
  buy,
  campaignId,
  codeFor,
  home,
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
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

describe.each(engines)('accounts and visitors on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const create = (
    grant: string | undefined,
    userId: string,
    body: unknown = person,
    more: { leadId?: string; leadSecret?: string; host?: string } = {},
  ) =>
    server.call(
      'POST',
      `/api/accounts/client/user/${userId}${more.leadId ? `?lead_id=${more.leadId}` : ''}`,
      {
        body,
        ...(grant ? { grant } : {}),
        ...(more.leadSecret ? { leadSecret: more.leadSecret } : {}),
        ...(more.host ? { host: more.host } : {}),
      },
    );
  const newcomer = async () => {
    const signed = await signIn(server);
    return { ...signed, userId: (await server.call('GET', '/api/users', signed)).json.id as string };
  };

  it('are created by whoever just proved a contact, without a bearer', async () => {
    const { grant, userId, phone, bearer } = await newcomer();
    expect((await server.call('GET', '/api/accounts/client', { bearer })).json.code).toBe('NOT_FOUND');
    const { status, json } = await create(grant, userId, { ...person, phone: '+5511900001111' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: 'Marina Prado',
      phone,
      email: 'marina@exemplo.com',
      identification: '52998224725',
      properties: { cpf: '52998224725' },
      version: 1,
      addresses: [{ ...home, id: expect.any(String) }],
    });
    expect((await server.call('GET', '/api/accounts/client', { bearer })).json).toEqual(json);
    expect((await server.call('GET', '/api/users', { bearer })).json.signedUp).toBe(true);
  });

  it('SEC-14 need the sign-up grant of that very user, once, within half an hour', async () => {
    const one = await newcomer();
    const other = await newcomer();
    expect((await create(undefined, one.userId)).json).toMatchObject({ code: 'SIGNUP_GRANT', status: 422 });
    expect((await create('nothing', one.userId)).json.code).toBe('SIGNUP_GRANT');
    expect((await create(one.grant, other.userId)).json.code).toBe('NOT_FOUND');
    expect((await create(one.grant, one.userId, person, { host: 'clube.localhost' })).json.code).toBe(
      'SIGNUP_GRANT',
    );
    expect((await create(one.bearer, one.userId)).json.code).toBe('SIGNUP_GRANT');
    const tries = await Promise.all(Array.from({ length: 8 }, () => create(one.grant, one.userId)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { json } of tries.filter(({ status }) => status !== 201))
      expect(json.code).toBe('SIGNUP_GRANT');
    await server.shift(1_801);
    expect((await create(other.grant, other.userId)).json.code).toBe('SIGNUP_GRANT');
  });

  it('SEC-14 are still to be made after a renewal, with a grant that comes again for half an hour and never to somebody who has one', async () => {
    const renewed = async (refreshToken: string | undefined) =>
      (await server.call('POST', '/auth/renew', { body: { refreshToken } })).json as {
        refresh_token: string;
        signup_grant?: string;
      };
    const one = await newcomer();
    await server.shift(1_200);
    const second = await renewed(one.refresh);
    expect(second.signup_grant).toEqual(expect.any(String));
    // The half hour counts from the sign-in, not from the renewal.
    const late = await newcomer();
    await server.shift(660);
    expect((await create(second.signup_grant, one.userId)).json.code).toBe('SIGNUP_GRANT');
    const third = await renewed(second.refresh_token);
    expect(third).not.toHaveProperty('signup_grant');
    const fresh = await renewed(late.refresh);
    expect((await create(fresh.signup_grant, late.userId)).status).toBe(201);
    expect(await renewed(fresh.refresh_token)).not.toHaveProperty('signup_grant');
  });

  it('keep which texts were accepted, at the shop’s own time', async () => {
    const one = await newcomer();
    const consents = [
      { id: 'terms', version: '2026-01', at: '2001-01-01T00:00:00.000Z' },
      { id: 'privacy', version: '2026-02' },
    ];
    expect((await create(one.grant, one.userId, { ...person, consents })).status).toBe(201);
    const rows = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(consent)
        .where(and(eq(consent.tenantId, 'client'), eq(consent.subject, `user:${one.userId}`))),
    );
    const kept = rows.map(({ purpose, granted, version, at }) => [
      purpose,
      granted,
      version,
      at.getTime() <= server.core.clock.now() && at.getFullYear() > 2001,
    ]);
    expect(kept.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['privacy', true, '2026-02', true],
      ['terms', true, '2026-01', true],
    ]);
    const other = await newcomer();
    expect(
      (
        await create(other.grant, other.userId, {
          ...person,
          consents: [{ id: 'measurement', version: '1' }],
        })
      ).json.code,
    ).toBe('MALFORMED');
  });

  it('exist once per user', async () => {
    const one = await newcomer();
    await server.shift(60);
    const again = await signIn(server, one.phone);
    expect((await create(one.grant, one.userId)).status).toBe(201);
    expect((await create(again.grant, one.userId)).json).toMatchObject({ code: 'TAKEN', status: 409 });
    await server.shift(60);
    expect((await signIn(server, one.phone)).grant).toBeUndefined();
  });

  it('follow the CPF rule of the specification', async () => {
    const one = await newcomer();
    for (const identification of ['529.982.247-24', '00000000000', '123'])
      expect((await create(one.grant, one.userId, { ...person, identification })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'identification' }],
      });
    expect(
      (
        await create(one.grant, one.userId, {
          ...person,
          identification: undefined,
          properties: { cpf: '52998224724' },
        })
      ).json.code,
    ).toBe('MALFORMED');
    const { json } = await create(one.grant, one.userId, {
      ...person,
      identification: undefined,
      properties: { cpf: '111.111.111-11' },
    });
    expect(json).toMatchObject({ identification: '11111111111', properties: { cpf: '11111111111' } });
  });

  it('are refused malformed, field by field', async () => {
    const one = await newcomer();
    const fields = async (change: object) =>
      (await create(one.grant, one.userId, { ...person, ...change })).json.fields;
    expect(await fields({ name: '  ' })).toEqual([{ field: 'name', message: 'Diga seu nome.' }]);
    expect(await fields({ email: 'x' })).toEqual([{ field: 'email', message: 'Confira o e-mail.' }]);
    expect(await fields({ addresses: [{ ...home, postalCode: '1' }] })).toEqual([
      { field: 'addresses.0.postalCode', message: 'O CEP tem 8 números.' },
    ]);
    expect(await fields({ addresses: [{ ...home, latitude: 91 }] })).toEqual([
      { field: 'addresses.0.latitude', message: 'A latitude vai de -90 a 90.' },
    ]);
    expect(await fields({ addresses: Array.from({ length: 31 }, () => home) })).toMatchObject([
      { field: 'addresses' },
    ]);
    expect((await create(one.grant, 'nobody')).json.fields).toEqual([
      { field: 'userId', message: 'Identificador inválido.' },
    ]);
  });

  it('change by version, keep proven contacts and drop what nobody knows', async () => {
    const client = await newClient(server);
    const put = (body: object) => server.call('PUT', '/api/accounts/client', { bearer: client.bearer, body });
    const changed = await put({
      ...person,
      name: 'MARINA DE SOUZA',
      phone: '+5511955554444',
      version: 1,
      id: uuid(),
      userId: uuid(),
      roles: ['OWNER'],
      __proto__x: 1,
      properties: { appVersion: '5.1.31', isAdmin: true },
    });
    expect(changed.json).toMatchObject({
      id: client.accountId,
      name: 'Marina de Souza',
      phone: client.phone,
      version: 2,
      properties: { cpf: '52998224725', appVersion: '5.1.31' },
    });
    expect(changed.text).not.toContain('isAdmin');
    expect((await put({ ...person, version: 1 })).json).toMatchObject({
      code: 'VERSION',
      status: 409,
      current: { version: 2, name: 'Marina de Souza' },
    });
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        put({ ...person, name: `Nome ${'abcdefghij'[index]}`, version: 2 }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ json }) => json.code === 'VERSION')).toHaveLength(9);
    expect((await put({ ...person, identification: '52998224724' })).json.code).toBe('MALFORMED');
    const bare = await signIn(server);
    expect(
      (await server.call('PUT', '/api/accounts/client', { bearer: bare.bearer, body: person })).json.code,
    ).toBe('NOT_FOUND');
  });

  it('keep a phone with its country where none is proven', async () => {
    const email = `pais.${uuid()}@exemplo.com`;
    await server.call('POST', '/api/users/authenticate/email', { body: { email } });
    const { json: tokens } = await login(server, email, await codeFor(server, email));
    const bearer = tokens.access_token;
    const { json: user } = await server.call('GET', '/api/users', { bearer });
    const phoneOf = ({ phone, phoneCountryCode, phoneCountryIsoCode }: Record<string, unknown>) => [
      phone,
      phoneCountryCode,
      phoneCountryIsoCode,
    ];
    const abroad = { phone: '2025550123', phoneCountryCode: '1', phoneCountryIsoCode: 'US' };
    expect(
      (await create(tokens.signup_grant, user.id, { ...person, ...abroad, phoneCountryIsoCode: 'BR' })).json,
    ).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'phoneCountryIsoCode' }] });
    expect(phoneOf((await create(tokens.signup_grant, user.id, { ...person, ...abroad })).json)).toEqual([
      '+12025550123',
      '1',
      'US',
    ]);
    const put = async (body: object) =>
      (await server.call('PUT', '/api/accounts/client', { bearer, body: { ...person, ...body } })).json;
    expect(phoneOf(await put({ phone: '11987650000' }))).toEqual(['+5511987650000', '55', 'BR']);
    expect(
      phoneOf(await put({ phone: '+351 912 345 678', phoneCountryCode: '+351', phoneCountryIsoCode: 'pt' })),
    ).toEqual(['+351912345678', '351', 'PT']);
    expect(phoneOf(await put({}))).toEqual(['+351912345678', '351', 'PT']);
    expect(await put({ ...abroad, phone: '+5511987650000' })).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'phoneCountryCode' }],
    });
    const client = await newClient(server);
    expect(
      phoneOf(
        (
          await server.call('PUT', '/api/accounts/client', {
            bearer: client.bearer,
            body: { ...person, ...abroad },
          })
        ).json,
      ),
    ).toEqual([client.phone, '55', 'BR']);
  });

  it('are another at another store', async () => {
    const here = await newClient(server);
    const there = await newClient(server, { phone: here.phone, host: 'clube.localhost' });
    expect(there.accountId).not.toBe(here.accountId);
    expect(
      (await server.call('GET', '/api/accounts/client', { bearer: here.bearer, host: 'clube.localhost' }))
        .json.code,
    ).toBe('UNAUTHENTICATED');
  });

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
    const one = await newcomer();
    const other = await newcomer();
    expect(
      (await create(one.grant, one.userId, person, { leadId: lead.leadId, leadSecret: 'wrong' })).json.code,
    ).toBe('NOT_FOUND');
    expect((await create(one.grant, one.userId, person, { leadId: lead.leadId })).json.code).toBe(
      'NOT_FOUND',
    );
    const made = await Promise.all(
      [one, other].map(({ grant, userId }) => create(grant, userId, person, lead)),
    );
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
    expect((await create(loser.grant, loser.userId)).status).toBe(201);
    expect((await see(server, { bearer: loser.bearer }, '/api/operation/orders')).json).toEqual([]);
  });

  it('have no relations at first', async () => {
    const client = await newClient(server);
    const answer = await see(server, client, '/api/accounts/relations/client');
    expect([answer.status, answer.text]).toEqual([204, '']);
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
