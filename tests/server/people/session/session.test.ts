import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshToken, session } from '#server/db/schema/people/session.ts';
import { askCode, codeFor, enlist, login, newClient, newPhone, signIn } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('sessions on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const renew = (token?: string, headers: Record<string, string> = {}, origin?: string) =>
    server.call('POST', '/auth/renew', {
      body: token === undefined ? {} : { refreshToken: token },
      headers,
      ...(origin ? { origin } : {}),
    });
  const user = (bearer: string) => server.call('GET', '/api/users', { bearer });
  const cookieOf = (headers: Headers, name = '__Host-refresh') =>
    headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
  const pageLogin = async (host = 'feira.localhost') => {
    const phone = newPhone();
    if (host === 'clube.localhost') await enlist(server, { phone });
    await askCode(server, phone, { host });
    return login(server, phone, await codeFor(server, phone, host), { host, origin: 'own' });
  };

  it('give a program its tokens in the body and no cookie', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const { json, headers } = await login(server, phone, await codeFor(server, phone));
    expect(json).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 600,
      signup_grant: expect.any(String),
    });
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('SEC-06 give a page of their own a strict cookie and a handle without power', async () => {
    const { json, headers } = await pageLogin();
    const cookie = cookieOf(headers);
    expect(cookie).toMatch(/^__Host-refresh=client\.[\w-]{43};/);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part);
    expect(cookie).not.toMatch(/Domain/i);
    expect((await renew(json.refresh_token)).json.code).toBe('UNAUTHENTICATED');
    const token = /=client\.([^;]+)/.exec(cookie)?.[1] ?? '';
    expect(JSON.stringify(json)).not.toContain(token);
    // What came as a cookie stays one, whoever sends it.
    const sent = { cookie: cookie.split(';')[0] ?? '' };
    for (const origin of ['own', undefined]) {
      const renewed = await renew(undefined, sent, origin);
      expect([renewed.status, renewed.json.refresh_token]).toEqual([200, json.refresh_token]);
      expect(cookieOf(renewed.headers)).toContain('HttpOnly');
    }
    expect(
      (await server.call('POST', '/auth/renew', { body: {}, headers: sent, host: 'clube.localhost' })).json
        .code,
    ).toBe('UNAUTHENTICATED');
  });

  it('name the cookie plainly on other plain http, in the sandbox', async () => {
    const { headers } = await pageLogin('10.0.0.7:3000');
    expect(cookieOf(headers)).toBe('');
    expect(cookieOf(headers, 'refresh')).not.toContain('Secure');
  });

  it('end with the browser when they are not to be remembered', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const { headers } = await server.call('POST', '/auth/login', {
      body: { username: phone, password: await codeFor(server, phone), rememberme: false },
      origin: 'own',
    });
    expect(cookieOf(headers)).not.toMatch(/max-age|expires/i);
    const { refresh } = await signInFor(false);
    await server.shift(12 * 3_600);
    expect((await renew(refresh)).json.code).toBe('TOKEN_REVOKED');
  });
  const signInFor = async (rememberme: boolean) => {
    const phone = newPhone();
    await askCode(server, phone);
    const { json } = await server.call('POST', '/auth/login', {
      body: { username: phone, password: await codeFor(server, phone), rememberme },
    });
    return { refresh: json.refresh_token as string };
  };

  it("SEC-16 are renewed at a company's closed door too, which lets nobody else in", async () => {
    const { headers } = await pageLogin('clube.localhost');
    const sent = { cookie: cookieOf(headers).split(';')[0] ?? '' };
    const at = (path: string, cookie: Record<string, string>) =>
      server.call('POST', path, { body: {}, headers: cookie, host: 'clube.localhost', origin: 'own' });
    expect((await at('/auth/renew', sent)).status).toBe(200);
    expect((await at('/auth/renew', {})).json.code).toBe('UNAUTHENTICATED');
    expect(
      (
        await server.call('GET', '/api/operation/campaigns/public', {
          headers: sent,
          host: 'clube.localhost',
        })
      ).json.code,
    ).toBe('UNAUTHENTICATED');
  });

  it('refuse a foreign page whatever it brings', async () => {
    const { refresh } = await signIn(server);
    for (const [path, body] of [
      ['/auth/login', { username: newPhone(), password: '123456' }],
      ['/auth/renew', { refreshToken: refresh }],
      ['/auth/logout', {}],
    ] as const)
      expect((await server.call('POST', path, { body, origin: 'https://evil.example' })).json).toMatchObject({
        code: 'FOREIGN_ORIGIN',
        status: 403,
      });
    expect((await renew(refresh)).status).toBe(200);
  });

  it('renew without cookies, each token once', async () => {
    const first = await signIn(server);
    const second = (await renew(first.refresh)).json;
    expect(second.refresh_token).not.toBe(first.refresh);
    expect((await user(second.access_token)).status).toBe(200);
    await server.shift(11);
    expect((await renew(second.refresh_token)).status).toBe(200);
    expect((await renew()).json.code).toBe('UNAUTHENTICATED');
    expect((await renew('nothing-of-ours')).json.code).toBe('TOKEN_REVOKED');
    expect((await server.call('POST', '/auth/renew', { body: { refreshToken: 7 } })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'refreshToken', message: 'Escreva um texto.' }],
    });
  });

  it('SEC-07 give the same successor to a repeat within ten seconds', async () => {
    const { refresh } = await signIn(server);
    const first = (await renew(refresh)).json;
    await server.shift(4);
    expect((await renew(refresh)).json).toEqual(first);
    expect((await renew(first.refresh_token)).status).toBe(200);
  });

  it('SEC-07 end the whole family when a token is used again later, at once', async () => {
    const { refresh, bearer } = await newClient(server);
    expect((await user(bearer)).status).toBe(200);
    const successor = (await renew(refresh)).json;
    await server.shift(11);
    expect((await renew(refresh)).json.code).toBe('TOKEN_REVOKED');
    expect((await renew(successor.refresh_token)).json.code).toBe('TOKEN_REVOKED');
    expect((await user(bearer)).json.code).toBe('TOKEN_REVOKED');
    expect((await user(successor.access_token)).json.code).toBe('TOKEN_REVOKED');
  });

  it('SEC-07 make one successor of twenty renewals at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh } = await signIn(server);
      const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refresh)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
      expect((await renew(answers[0]?.json.refresh_token)).status).toBe(200);
    }
  });

  it('SEC-07 last thirty days, whatever is renewed meanwhile', async () => {
    let { refresh } = await signIn(server);
    for (let day = 0; day < 29; day++) {
      await server.shift(86_400);
      refresh = (await renew(refresh)).json.refresh_token;
    }
    await server.shift(86_400);
    expect((await renew(refresh)).json.code).toBe('TOKEN_REVOKED');
  });

  it('are kept as hashes', async () => {
    const { refresh, bearer } = await signIn(server);
    const rows = await server.core.db.read('client', async (tx) =>
      JSON.stringify([await tx.select().from(refreshToken), await tx.select().from(session)]),
    );
    expect(rows).not.toContain(refresh);
    expect(rows).not.toContain(bearer);
  });

  it('end on sign-out, at once and for every token of theirs', async () => {
    const client = await newClient(server);
    expect((await user(client.bearer)).status).toBe(200);
    const out = await server.call('POST', '/auth/logout', { body: { refreshToken: client.refresh } });
    expect([out.status, out.text]).toEqual([204, '']);
    expect((await user(client.bearer)).json).toMatchObject({ code: 'TOKEN_REVOKED', status: 401 });
    expect((await renew(client.refresh)).json.code).toBe('TOKEN_REVOKED');
    expect((await server.call('POST', '/auth/logout', {})).status).toBe(204);
    // A program says which session by its bearer alone; one that says nothing true ends nothing.
    const program = await newClient(server);
    for (const bearer of ['x.y.z', `${program.bearer}x`])
      expect((await server.call('POST', '/auth/logout', { bearer })).status).toBe(204);
    expect((await server.call('GET', '/api/users', { bearer: program.bearer })).status).toBe(200);
    expect((await server.call('POST', '/auth/logout', { bearer: program.bearer })).status).toBe(204);
    expect((await server.call('GET', '/api/users', { bearer: program.bearer })).json.code).toBe(
      'TOKEN_REVOKED',
    );
    expect(
      (await server.call('POST', '/auth/renew', { body: { refreshToken: program.refresh } })).json.code,
    ).toBe('TOKEN_REVOKED');
    const page = await pageLogin();
    const gone = await server.call('POST', '/auth/logout', {
      origin: 'own',
      headers: { cookie: cookieOf(page.headers).split(';')[0] ?? '' },
    });
    expect(cookieOf(gone.headers)).toMatch(/^__Host-refresh=;.*Max-Age=0/);
    expect((await user(page.json.access_token)).json.code).toBe('TOKEN_REVOKED');
  });

  it('outlive no other sign-in of the same person', async () => {
    const phone = newPhone();
    const first = await signIn(server, phone);
    await server.shift(60);
    const second = await signIn(server, phone);
    await server.call('POST', '/auth/logout', { body: { refreshToken: first.refresh } });
    expect((await user(first.bearer)).json.code).toBe('TOKEN_REVOKED');
    expect((await user(second.bearer)).status).toBe(200);
  });

  it('know who is signed in, and activate as often as asked', async () => {
    const signed = await signIn(server);
    const before = (await user(signed.bearer)).json;
    expect(before).toEqual({
      id: expect.any(String),
      activated: false,
      phone: signed.phone,
      signedUp: false,
      roles: ['CLIENT'],
    });
    for (let again = 0; again < 2; again++)
      expect((await server.call('PUT', '/api/users/activate', signed)).json).toEqual({
        id: before.id,
        activated: true,
      });
    expect((await user(signed.bearer)).json.activated).toBe(true);
    for (const path of ['/api/users', '/api/accounts/client'])
      expect((await server.call('GET', path)).json.code).toBe('UNAUTHENTICATED');
    expect((await server.call('PUT', '/api/users/activate')).json.code).toBe('UNAUTHENTICATED');
  });

  it('are one family per sign-in', async () => {
    const { refresh } = await signIn(server);
    const tokens = (await renew(refresh)).json;
    await renew(tokens.refresh_token);
    const rows = await server.core.db.read('client', async (tx) => {
      const [mine] = await tx
        .select()
        .from(refreshToken)
        .where(eq(refreshToken.tokenHash, server.core.secrets.hash('refresh-token', refresh)));
      return tx
        .select()
        .from(refreshToken)
        .where(and(eq(refreshToken.tenantId, 'client'), eq(refreshToken.sessionId, mine?.sessionId ?? '')));
    });
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row.usedAt === null)).toHaveLength(1);
  });
});
