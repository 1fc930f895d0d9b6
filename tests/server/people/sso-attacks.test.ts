import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { user } from '#server/db/schema/people/user.ts';
import { see } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { CALLBACK, COMPANY_CALLBACK, type Sso, type Try, failed, openSso } from '#tests/support/sso.ts';

describe.each(engines)('attacks on single sign-on, on %s', (engine) => {
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
    sso.peer.become('attacker');
    const { json } = await sso.finish(await sso.begin());
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
    const given = await sso.begin();
    sso.peer.misbehave({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } });
    expect((await verify((await sso.finish(given)).json.access_token)).json.code).toBe('FRESH_PROOF');
    expect((await verify((await sso.finish(await sso.begin())).json.access_token)).status).toBe(200);
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
    const given = await sso.begin();
    for (const redirectUri of ways) {
      // Spaces around it are trimmed by the contract and mean nothing.
      if (redirectUri.trim() === CALLBACK) continue;
      expect([redirectUri, (await sso.finish({ ...given, redirectUri })).json]).toEqual([
        redirectUri,
        expect.objectContaining(failed),
      ]);
    }
    expect(sso.peer.asked.filter((path) => path === '/token').length).toBeGreaterThan(0);
    // The try was not spent by them.
    expect((await sso.finish(given)).status).toBe(200);
  });

  it('SEC-10 refuses whatever was tampered with on the way', async () => {
    const refuse = async (
      change: (given: Try) => object,
      where: { provider?: string; host?: string } = {},
    ) => {
      const given = await sso.begin();
      const { status, json } = await sso.finish({ ...given, ...change(given) }, where);
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
    await refuse(() => ({ redirectUri: COMPANY_CALLBACK }), { host: 'clube.localhost' });
    // A code of one try with the state of another: the nonce does not fit.
    const [one, other] = [await sso.begin(), await sso.begin()];
    expect((await sso.finish({ ...one, state: other.state })).json).toMatchObject(failed);
    // Once only, at the same time or later.
    const given = await sso.begin();
    const both = await Promise.all([sso.finish(given), sso.finish(given), sso.finish(given)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect((await sso.finish(given)).json).toMatchObject(failed);
    // Nor with another code that the provider gave for the same state.
    const start = (await sso.providers())[0]?.authorizeUrl;
    const [first, second] = [await sso.begin({ start }), await sso.begin({ start })];
    expect((await sso.finish(first)).status).toBe(200);
    expect((await sso.finish(second)).json).toMatchObject(failed);
  });

  it('SEC-10 believes no identity that is not signed by this provider, for this shop, now and for this try', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const lies: Parameters<Sso['peer']['misbehave']>[0][] = [
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
      const given = await sso.begin();
      sso.peer.misbehave(lie);
      expect([lie, (await sso.finish(given)).json]).toEqual([lie, expect.objectContaining(failed)]);
    }
    expect((await sso.finish(await sso.begin())).status).toBe(200);
  });

  it('SEC-10 gives a try ten minutes', async () => {
    const given = await sso.begin();
    await server.shift(601);
    expect((await sso.finish(given)).json).toMatchObject(failed);
  });
});
