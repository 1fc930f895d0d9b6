import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, see } from '#tests/support/buyers.ts';
import { openOidcPeer } from '#tests/support/peers/oidc-peer.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { CALLBACK, COMPANY_CALLBACK, type Sso, failed, openSso } from '#tests/support/sso.ts';

describe.each(engines)('single sign-on on %s', (engine) => {
  let server: TestServer;
  let sso: Sso;
  beforeAll(async () => {
    server = await openTestServer(engine);
    sso = await openSso(server);
    await sso.enable('client', true, ['acme', 'outra']);
    await sso.enable('clube', true);
  });
  afterAll(async () => {
    await sso.peer.close();
    await server.close();
  });

  it('offers the providers of the store, each with an address for one try', async () => {
    const [first] = await sso.providers();
    expect(first).toEqual({
      id: 'acme',
      label: 'Entrar com acme',
      icon: '/media/client/acme.svg',
      clientId: 'vitrine',
      scopes: ['openid', 'profile'],
      authorizeUrl: expect.any(String),
    });
    const url = new URL(first?.authorizeUrl ?? '');
    expect([url.origin, url.pathname]).toEqual([sso.peer.issuer, '/authorize']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'vitrine',
      scope: 'openid profile',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const again = new URL((await sso.providers())[0]?.authorizeUrl ?? '');
    for (const name of ['state', 'nonce'])
      expect(again.searchParams.get(name)).not.toBe(url.searchParams.get(name));
    // Nobody has to be signed in for it at a company store.
    expect(await sso.providers('clube.localhost')).toMatchObject([{ icon: '/media/clube/acme.svg' }]);
  });

  it('signs in whoever the provider names, the same person each time', async () => {
    sso.peer.become('person-same');
    const { status, json } = await sso.finish(await sso.begin());
    expect([status, json]).toEqual([
      200,
      {
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 600,
        signup_grant: expect.any(String),
        signedUp: false,
      },
    ]);
    const { json: me } = await see(server, { bearer: json.access_token }, '/api/users');
    expect(me).toEqual({ id: expect.any(String), activated: false, signedUp: false, roles: ['CLIENT'] });
    expect(
      (
        await server.call('POST', `/api/accounts/client/user/${me.id}`, {
          grant: json.signup_grant,
          body: person,
        })
      ).status,
    ).toBe(201);
    const again = await sso.finish(await sso.begin());
    expect(again.json).toMatchObject({ signedUp: true });
    expect(again.json.signup_grant).toBeUndefined();
    expect((await see(server, { bearer: again.json.access_token }, '/api/users')).json).toMatchObject({
      id: me.id,
      signedUp: true,
    });
    sso.peer.become('person-other');
    expect(
      (await see(server, { bearer: (await sso.finish(await sso.begin())).json.access_token }, '/api/users'))
        .json.id,
    ).not.toBe(me.id);
    // Nor is it the same person at another store.
    sso.peer.become('person-same');
    const there = await sso.finish(
      await sso.begin({ redirectUri: COMPANY_CALLBACK, host: 'clube.localhost' }),
      { host: 'clube.localhost' },
    );
    expect(there.json.signedUp).toBe(false);
    expect(
      (
        await server.call('GET', '/api/operation/campaigns/public', {
          host: 'clube.localhost',
          bearer: there.json.access_token,
        })
      ).status,
    ).toBe(200);
  });

  it('keeps the refresh token from a page, as every sign-in does', async () => {
    const { json, headers } = await sso.finish(await sso.begin(), { origin: 'own' });
    expect(json.refresh_token).toBe('cookie');
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-refresh=client\.[\w-]{43}; .*HttpOnly; Secure; SameSite=Strict/,
    );
    expect((await sso.finish(await sso.begin(), { origin: 'https://mal.exemplo.com' })).json.code).toBe(
      'FOREIGN_ORIGIN',
    );
  });

  it('is refused malformed: §9 asks for a verifier of 64 characters', async () => {
    const given = await sso.begin();
    for (const codeVerifier of ['', 'v'.repeat(63), 'v'.repeat(65), `${'v'.repeat(63)}+`])
      expect((await sso.finish({ ...given, codeVerifier })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'codeVerifier', message: 'O verificador tem 64 sinais.' }],
      });
    for (const body of [{}, [], { ...given, code: 5 }, { ...given, state: 'x'.repeat(301) }])
      expect((await sso.finish(body)).json.code).toBe('MALFORMED');
    expect((await sso.finish(given)).status).toBe(200);
  });

  it('is there only where the store enables it, and while the provider answers', async () => {
    const given = await sso.begin();
    await sso.enable('client', false);
    expect(await sso.providers()).toEqual([]);
    expect((await sso.finish(given)).json).toMatchObject(failed);
    await sso.enable('client', true);
    const [acme] = server.core.tenants.byId('client')?.settings.sso ?? [];
    if (acme) acme.issuer = 'http://127.0.0.1:1';
    expect(await sso.providers()).toEqual([]);
    if (acme) acme.issuer = 'http://mal.exemplo.com';
    expect(await sso.providers()).toEqual([]);
    await server.core.tenants.reload();
    expect(await sso.providers()).toHaveLength(1);
  });

  it('REL-22 waits no more for a provider that failed five times, for half a minute', async () => {
    const silent = await openOidcPeer({ clientId: 'vitrine', redirectUris: [CALLBACK] });
    silent.pretend('https://mal.exemplo.com');
    const [acme] = server.core.tenants.byId('client')?.settings.sso ?? [];
    if (acme) acme.issuer = silent.issuer;
    for (let asked = 0; asked < 8; asked++) expect(await sso.providers()).toEqual([]);
    expect(silent.asked).toHaveLength(5);
    silent.pretend(silent.issuer);
    expect(await sso.providers()).toEqual([]);
    await server.shift(31);
    expect(await sso.providers()).toHaveLength(1);
    await silent.close();
    await server.core.tenants.reload();
  });

  it('asks a provider once for everybody who comes at the same time', async () => {
    const cold = await openOidcPeer({ clientId: 'vitrine', redirectUris: [CALLBACK] });
    const [acme] = server.core.tenants.byId('client')?.settings.sso ?? [];
    if (acme) acme.issuer = cold.issuer;
    const found = await Promise.all(Array.from({ length: 12 }, () => sso.providers()));
    expect(found.map((one) => one.length)).toEqual(Array(12).fill(1));
    expect(cold.asked).toHaveLength(1);
    await cold.close();
    await server.core.tenants.reload();
  });
});
