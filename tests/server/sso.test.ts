import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import { user } from '#server/db/schema/people/user.ts';
import { person, see } from '#tests/support/buyers.ts';
import { type OidcPeer, openOidcPeer } from '#tests/support/oidc-peer.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

const CALLBACK = 'http://feira.localhost/sso/callback';

describe.each(engines)('single sign-on on %s', (engine) => {
  let server: TestServer;
  let peer: OidcPeer;
  /** Lets a store use the peer, as its folder would. */
  async function enable(id: string, ssoEnabled: boolean, providers: string[] = ['acme']): Promise<void> {
    const { settings } = server.core.tenants.byId(id) ?? {};
    if (!settings) throw new Error(id);
    const changed = {
      ...settings,
      marketplaces: settings.marketplaces.map((one) => ({ ...one, authentication: { ssoEnabled } })),
      sso: providers.map((name) => ({
        id: name,
        label: `Entrar com ${name}`,
        icon: `${name}.svg`,
        issuer: peer.issuer,
        clientId: peer.clientId,
        scopes: ['openid', 'profile'],
      })),
    };
    await server.core.db.global.update(tenant).set({ settings: changed }).where(eq(tenant.id, id));
    await server.core.tenants.reload();
  }
  beforeAll(async () => {
    server = await openTestServer(engine);
    peer = await openOidcPeer({
      clientId: 'vitrine',
      redirectUris: [CALLBACK, 'http://clube.localhost/sso/callback'],
    });
    await enable('client', true, ['acme', 'outra']);
    await enable('clube', true);
  });
  afterAll(async () => {
    await peer.close();
    await server.close();
  });

  const providers = async (host?: string) =>
    (await server.call('GET', '/api/sso/marketplace/providers', { host })).json as {
      id: string;
      authorizeUrl: string;
    }[];
  interface Try {
    redirectUri: string;
    code: string;
    codeVerifier: string;
    state: string;
  }
  /** What a page and its pop-up do until the provider sends them back. */
  async function begin({
    provider = 'acme',
    redirectUri = CALLBACK,
    host,
    start,
  }: {
    provider?: string;
    redirectUri?: string;
    host?: string;
    start?: string | undefined;
  } = {}): Promise<Try> {
    const url = new URL(
      start ?? (await providers(host)).find(({ id }) => id === provider)?.authorizeUrl ?? '',
    );
    const codeVerifier = randomBytes(48).toString('base64url');
    expect(codeVerifier).toHaveLength(64);
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'));
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
    return {
      redirectUri,
      codeVerifier,
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
    };
  }
  const finish = (
    given: object,
    { provider = 'acme', host, origin }: { provider?: string; host?: string; origin?: string } = {},
  ) => server.call('POST', `/auth/sso/${provider}`, { body: given, host, origin });
  const failed = { code: 'SSO_FAILED', status: 422, detail: 'Authentication failed' };

  it('offers the providers of the store, each with an address for one try', async () => {
    const [first] = await providers();
    expect(first).toEqual({
      id: 'acme',
      label: 'Entrar com acme',
      icon: '/media/client/acme.svg',
      clientId: 'vitrine',
      scopes: ['openid', 'profile'],
      authorizeUrl: expect.any(String),
    });
    const url = new URL(first?.authorizeUrl ?? '');
    expect([url.origin, url.pathname]).toEqual([peer.issuer, '/authorize']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'vitrine',
      scope: 'openid profile',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const again = new URL((await providers())[0]?.authorizeUrl ?? '');
    for (const name of ['state', 'nonce'])
      expect(again.searchParams.get(name)).not.toBe(url.searchParams.get(name));
    // Nobody has to be signed in for it at a company store.
    expect(await providers('clube.localhost')).toMatchObject([{ icon: '/media/clube/acme.svg' }]);
  });

  it('signs in whoever the provider names, the same person each time', async () => {
    peer.become('person-same');
    const { status, json } = await finish(await begin());
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
    const again = await finish(await begin());
    expect(again.json).toMatchObject({ signedUp: true });
    expect(again.json.signup_grant).toBeUndefined();
    expect((await see(server, { bearer: again.json.access_token }, '/api/users')).json).toMatchObject({
      id: me.id,
      signedUp: true,
    });
    peer.become('person-other');
    expect(
      (await see(server, { bearer: (await finish(await begin())).json.access_token }, '/api/users')).json.id,
    ).not.toBe(me.id);
    // Nor is it the same person at another store.
    peer.become('person-same');
    const there = await finish(
      await begin({ redirectUri: 'http://clube.localhost/sso/callback', host: 'clube.localhost' }),
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
    const { json, headers } = await finish(await begin(), { origin: 'own' });
    expect(json.refresh_token).toBe('cookie');
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-refresh=client\.[\w-]{43}; .*HttpOnly; Secure; SameSite=Strict/,
    );
    expect((await finish(await begin(), { origin: 'https://mal.exemplo.com' })).json.code).toBe(
      'FOREIGN_ORIGIN',
    );
  });

  it('SEC-11 links nobody by an e-mail that the provider names', async () => {
    const at = server.core.clock.date();
    await server.core.db.tenant('client', (tx) =>
      tx.insert(user).values({
        tenantId: 'client',
        id: '00000000-0000-4000-8000-00000000000a',
        email: 'vitima@exemplo.com',
        createdAt: at,
      }),
    );
    peer.become('attacker');
    const { json } = await finish(await begin());
    const { json: me } = await see(server, { bearer: json.access_token }, '/api/users');
    expect(me.id).not.toBe('00000000-0000-4000-8000-00000000000a');
    expect(me.email).toBeUndefined();
  });

  it('SEC-09 takes no sign-in of long ago over there for a fresh proof over here', async () => {
    const verify = (bearer: string) =>
      server.call('POST', '/api/users/verification/login', {
        bearer,
        body: { key: 'EMAIL', value: `sso${engine}@exemplo.com` },
      });
    const given = await begin();
    peer.misbehave({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } });
    expect((await verify((await finish(given)).json.access_token)).json.code).toBe('FRESH_PROOF');
    expect((await verify((await finish(await begin())).json.access_token)).status).toBe(200);
  });

  it('SEC-10 sends nobody back to an address that is not this very one, however it is spelled', async () => {
    const ways = [
      'https://feira.localhost/sso/callback',
      'http://feira.localhost:80/sso/callback',
      'http://feira.localhost:8080/sso/callback',
      'http://FEIRA.localhost/sso/callback',
      'http://feira.localhost./sso/callback',
      'http://feira.localhost/sso/callback/',
      'http://feira.localhost/sso/Callback',
      'http://feira.localhost/sso/callback?x=1',
      'http://feira.localhost/sso/callback#x',
      'http://feira.localhost/sso/callback?',
      'http://feira.localhost/sso/callback#',
      'http://feira.localhost/sso//callback',
      'http://feira.localhost/sso/./callback',
      'http://feira.localhost/x/../sso/callback',
      'http://feira.localhost/sso%2fcallback',
      'http://feira.localhost/%73so/callback',
      'http://feira.localhost/sso/callback%00',
      'http://feira.localhost/sso/callback%20',
      'http://feira.localhost/sso/callback/..',
      'http://feira.localhost/sso/callback/../callback',
      'http://feira.localhost/sso',
      'http://feira.localhost/',
      'http://feira.localhost',
      'http://user@feira.localhost/sso/callback',
      'http://feira.localhost@mal.exemplo.com/sso/callback',
      'http://user:pass@feira.localhost/sso/callback',
      'http://mal.exemplo.com/sso/callback',
      'http://feira.localhost.mal.exemplo.com/sso/callback',
      'http://mal.feira.localhost/sso/callback',
      'http://xfeira.localhost/sso/callback',
      'http://clube.localhost/sso/callback',
      'http://127.0.0.1/sso/callback',
      'http://[::1]/sso/callback',
      'http://localhost/sso/callback',
      '//feira.localhost/sso/callback',
      '/sso/callback',
      'sso/callback',
      'http:/feira.localhost/sso/callback',
      'http:feira.localhost/sso/callback',
      'http:\\\\feira.localhost\\sso\\callback',
      'http://feira.localhost\\sso\\callback',
      'http://feira.localhost/sso\\callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'web+vitrine://sso/callback',
      'HTTP://feira.localhost/sso/callback',
      'http://feira。localhost/sso/callback',
      'http://ｆeira.localhost/sso/callback',
      'http://feira.localhost/sso/callback;x',
      'http://feira.localhost/sso/callback,http://mal.exemplo.com',
      'http://feira.localhost/sso/callback\u0009',
      'http://feira.localhost/sso/call\u200bback',
      'http://feira.localhost/sso/callback&x=1',
      'http://feira.localhost/sso/callback%3Fx',
      'http://feira.localhost%2fsso/callback',
      'http://feira.localhost%00.mal.exemplo.com/sso/callback',
      'http://feira.localhost#@mal.exemplo.com/sso/callback',
      'http://feira.localhost?@mal.exemplo.com/sso/callback',
      'ftp://feira.localhost/sso/callback',
      'http://feira.localhost/sso/callback.html',
      'http://feira.localhost/SSO/callback',
    ];
    expect(ways.length).toBeGreaterThanOrEqual(60);
    const given = await begin();
    for (const redirectUri of ways) {
      // Spaces around it are trimmed by the contract and mean nothing.
      if (redirectUri.trim() === CALLBACK) continue;
      expect([redirectUri, (await finish({ ...given, redirectUri })).json]).toEqual([
        redirectUri,
        expect.objectContaining(failed),
      ]);
    }
    expect(peer.asked.filter((path) => path === '/token').length).toBeGreaterThan(0);
    // The try was not spent by them.
    expect((await finish(given)).status).toBe(200);
  });

  it('SEC-10 refuses whatever was tampered with on the way', async () => {
    const refuse = async (
      change: (given: Try) => object,
      where: { provider?: string; host?: string } = {},
    ) => {
      const given = await begin();
      const { status, json } = await finish({ ...given, ...change(given) }, where);
      expect([change.toString(), status, json]).toEqual([
        change.toString(),
        422,
        expect.objectContaining(failed),
      ]);
    };
    await refuse(() => ({ code: 'stolen' }));
    await refuse(() => ({ codeVerifier: randomBytes(48).toString('base64url') }));
    await refuse(() => ({ state: 'made-up' }));
    await refuse(() => ({
      state: `${randomBytes(16).toString('base64url')}.9999999999.${randomBytes(32).toString('base64url')}`,
    }));
    await refuse(({ state }) => ({ state: `${state}.x` }));
    await refuse(({ state }) => ({ state: state.replace(/\.\d+\./, '.9999999999.') }));
    await refuse(() => ({}), { provider: 'outra' });
    await refuse(() => ({}), { provider: 'nobody' });
    await refuse(() => ({ redirectUri: 'http://clube.localhost/sso/callback' }), { host: 'clube.localhost' });
    // A code of one try with the state of another: the nonce does not fit.
    const [one, other] = [await begin(), await begin()];
    expect((await finish({ ...one, state: other.state })).json).toMatchObject(failed);
    // Once only, at the same time or later.
    const given = await begin();
    const both = await Promise.all([finish(given), finish(given), finish(given)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect((await finish(given)).json).toMatchObject(failed);
    // Nor with another code that the provider gave for the same state.
    const start = (await providers())[0]?.authorizeUrl;
    const [first, second] = [await begin({ start }), await begin({ start })];
    expect((await finish(first)).status).toBe(200);
    expect((await finish(second)).json).toMatchObject(failed);
  });

  it('SEC-10 believes no identity that is not signed by this provider, for this shop, now and for this try', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const lies: Parameters<OidcPeer['misbehave']>[0][] = [
      { foreignKey: true },
      { unsigned: true },
      { claims: { iss: 'https://mal.exemplo.com' } },
      { claims: { aud: 'other' } },
      { claims: { aud: ['vitrine', 'other'] } },
      { claims: { azp: 'other' } },
      { claims: { nonce: 'other' } },
      { claims: { nonce: undefined } },
      { claims: { sub: undefined } },
      { claims: { sub: '' } },
      { claims: { exp: now - 120 } },
      { claims: { exp: undefined } },
      { claims: { iat: now - 900 } },
      { claims: { iat: undefined } },
      { claims: { nbf: now + 600 } },
      { status: 500 },
      { status: 400 },
      { redirect: true },
      { body: '<html>' },
      { body: '{}' },
      { body: '{"id_token":5}' },
      { body: '{"id_token":"a.b.c"}' },
    ];
    for (const lie of lies) {
      const given = await begin();
      peer.misbehave(lie);
      expect([lie, (await finish(given)).json]).toEqual([lie, expect.objectContaining(failed)]);
    }
    expect((await finish(await begin())).status).toBe(200);
  });

  it('is refused malformed: §9 asks for a verifier of 64 characters', async () => {
    const given = await begin();
    for (const codeVerifier of ['', 'v'.repeat(63), 'v'.repeat(65), `${'v'.repeat(63)}+`])
      expect((await finish({ ...given, codeVerifier })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'codeVerifier', message: 'O verificador tem 64 sinais.' }],
      });
    for (const body of [{}, [], { ...given, code: 5 }, { ...given, state: 'x'.repeat(301) }])
      expect((await finish(body)).json.code).toBe('MALFORMED');
    expect((await finish(given)).status).toBe(200);
  });

  it('is there only where the store enables it, and while the provider answers', async () => {
    const given = await begin();
    await enable('client', false);
    expect(await providers()).toEqual([]);
    expect((await finish(given)).json).toMatchObject(failed);
    await enable('client', true);
    const [acme] = server.core.tenants.byId('client')?.settings.sso ?? [];
    if (acme) acme.issuer = 'http://127.0.0.1:1';
    expect(await providers()).toEqual([]);
    if (acme) acme.issuer = 'http://mal.exemplo.com';
    expect(await providers()).toEqual([]);
    await server.core.tenants.reload();
    expect(await providers()).toHaveLength(1);
  });

  it('REL-22 waits no more for a provider that failed five times, for half a minute', async () => {
    const silent = await openOidcPeer({ clientId: 'vitrine', redirectUris: [CALLBACK] });
    silent.pretend('https://mal.exemplo.com');
    const [acme] = server.core.tenants.byId('client')?.settings.sso ?? [];
    if (acme) acme.issuer = silent.issuer;
    for (let asked = 0; asked < 8; asked++) expect(await providers()).toEqual([]);
    expect(silent.asked).toHaveLength(5);
    silent.pretend(silent.issuer);
    expect(await providers()).toEqual([]);
    await server.shift(31);
    expect(await providers()).toHaveLength(1);
    await silent.close();
    await server.core.tenants.reload();
  });

  it('asks a provider once for everybody who comes at the same time', async () => {
    const cold = await openOidcPeer({ clientId: 'vitrine', redirectUris: [CALLBACK] });
    const [acme] = server.core.tenants.byId('client')?.settings.sso ?? [];
    if (acme) acme.issuer = cold.issuer;
    const found = await Promise.all(Array.from({ length: 12 }, () => providers()));
    expect(found.map((one) => one.length)).toEqual(Array(12).fill(1));
    expect(cold.asked).toHaveLength(1);
    await cold.close();
    await server.core.tenants.reload();
  });

  it('SEC-10 gives a try ten minutes', async () => {
    const given = await begin();
    await server.shift(601);
    expect((await finish(given)).json).toMatchObject(failed);
  });
});
