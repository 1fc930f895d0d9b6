import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consent } from '#server/db/schema/people/consent.ts';
import { codeFor, home, login, newClient, person, see, signIn, uuid } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';

describe.each(engines)('accounts on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  it('are created by whoever just proved a contact, without a bearer', async () => {
    const one = await newcomer(server);
    const { phone, bearer } = one;
    expect((await server.call('GET', '/api/accounts/client', { bearer })).json.code).toBe('NOT_FOUND');
    const { status, json } = await createAccount(server, one, { ...person, phone: '+5511900001111' });
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
    // Said once: what one is asked about first.
    const kept = (await server.call('GET', '/api/accounts/client', { bearer })).json;
    expect(json).toEqual({ ...kept, lacksLikings: expect.any(Boolean) });
    expect(kept).not.toHaveProperty('lacksLikings');
    expect((await server.call('GET', '/api/users', { bearer })).json.signedUp).toBe(true);
  });

  it('SEC-14 need the sign-up grant of that very user, once, within half an hour', async () => {
    const one = await newcomer(server);
    const other = await newcomer(server);
    expect((await createAccount(server, { userId: one.userId })).json).toMatchObject({
      code: 'SIGNUP_GRANT',
      status: 422,
    });
    expect((await createAccount(server, { ...one, grant: 'nothing' })).json.code).toBe('SIGNUP_GRANT');
    expect((await createAccount(server, { ...other, grant: one.grant })).json.code).toBe('NOT_FOUND');
    expect((await createAccount(server, one, person, { host: 'clube.localhost' })).json.code).toBe(
      'SIGNUP_GRANT',
    );
    expect((await createAccount(server, { ...one, grant: one.bearer })).json.code).toBe('SIGNUP_GRANT');
    const tries = await Promise.all(Array.from({ length: 8 }, () => createAccount(server, one)));
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { json } of tries.filter(({ status }) => status !== 201))
      expect(json.code).toBe('SIGNUP_GRANT');
    await server.shift(1_801);
    expect((await createAccount(server, other)).json.code).toBe('SIGNUP_GRANT');
  });

  it('SEC-14 are still to be made after a renewal, with a grant that comes again for half an hour and never to somebody who has one', async () => {
    const renewed = async (refreshToken: string | undefined) =>
      (await server.call('POST', '/auth/renew', { body: { refreshToken } })).json as {
        refresh_token: string;
        signup_grant?: string;
      };
    const one = await newcomer(server);
    await server.shift(1_200);
    const second = await renewed(one.refresh);
    expect(second.signup_grant).toEqual(expect.any(String));
    // The half hour counts from the sign-in, not from the renewal.
    const late = await newcomer(server);
    await server.shift(660);
    expect((await createAccount(server, { ...one, grant: second.signup_grant })).json.code).toBe(
      'SIGNUP_GRANT',
    );
    const third = await renewed(second.refresh_token);
    expect(third).not.toHaveProperty('signup_grant');
    const fresh = await renewed(late.refresh);
    expect((await createAccount(server, { ...late, grant: fresh.signup_grant })).status).toBe(201);
    expect(await renewed(fresh.refresh_token)).not.toHaveProperty('signup_grant');
  });

  it('keep which texts were accepted, at the shop’s own time', async () => {
    const one = await newcomer(server);
    const consents = [
      { id: 'terms', version: '2026-01', at: '2001-01-01T00:00:00.000Z' },
      { id: 'privacy', version: '2026-02' },
    ];
    expect((await createAccount(server, one, { ...person, consents })).status).toBe(201);
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
    // Their owner reads them beside what they allow.
    const { json: told } = await server.call('GET', '/api/users/consents', { bearer: one.bearer });
    expect(told.slice(3)).toEqual([
      { purpose: 'terms', granted: true, version: '2026-01', at: expect.stringMatching(/Z$/) },
      { purpose: 'privacy', granted: true, version: '2026-02', at: expect.stringMatching(/Z$/) },
    ]);
    const other = await newcomer(server);
    expect(
      (
        await createAccount(server, other, {
          ...person,
          consents: [{ id: 'measurement', version: '1' }],
        })
      ).json.code,
    ).toBe('MALFORMED');
  });

  it('exist once per user', async () => {
    const one = await newcomer(server);
    await server.shift(60);
    const again = await signIn(server, one.phone);
    expect((await createAccount(server, one)).status).toBe(201);
    expect((await createAccount(server, { ...one, grant: again.grant })).json).toMatchObject({
      code: 'TAKEN',
      status: 409,
    });
    await server.shift(60);
    expect((await signIn(server, one.phone)).grant).toBeUndefined();
  });

  it('follow the CPF rule of the specification', async () => {
    const one = await newcomer(server);
    for (const identification of ['529.982.247-24', '00000000000', '123'])
      expect((await createAccount(server, one, { ...person, identification })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'identification' }],
      });
    expect(
      (
        await createAccount(server, one, {
          ...person,
          identification: undefined,
          properties: { cpf: '52998224724' },
        })
      ).json.code,
    ).toBe('MALFORMED');
    const { json } = await createAccount(server, one, {
      ...person,
      identification: undefined,
      properties: { cpf: '111.111.111-11' },
    });
    expect(json).toMatchObject({ identification: '11111111111', properties: { cpf: '11111111111' } });
  });

  it('are refused malformed, field by field', async () => {
    const one = await newcomer(server);
    const fields = async (change: object) =>
      (await createAccount(server, one, { ...person, ...change })).json.fields;
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
    expect((await createAccount(server, { ...one, userId: 'nobody' })).json.fields).toEqual([
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
    const one = { grant: tokens.signup_grant, userId: user.id };
    const phoneOf = ({ phone, phoneCountryCode, phoneCountryIsoCode }: Record<string, unknown>) => [
      phone,
      phoneCountryCode,
      phoneCountryIsoCode,
    ];
    const abroad = { phone: '2025550123', phoneCountryCode: '1', phoneCountryIsoCode: 'US' };
    expect(
      (await createAccount(server, one, { ...person, ...abroad, phoneCountryIsoCode: 'BR' })).json,
    ).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'phoneCountryIsoCode' }] });
    expect(phoneOf((await createAccount(server, one, { ...person, ...abroad })).json)).toEqual([
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

  it('have no relations at first', async () => {
    const client = await newClient(server);
    const answer = await see(server, client, '/api/accounts/relations/client');
    expect([answer.status, answer.text]).toEqual([204, '']);
  });
});
