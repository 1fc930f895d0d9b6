import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, signIn } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('sessions by their access tokens on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const user = (bearer: string, host?: string) =>
    server.call('GET', '/api/users', { bearer, ...(host ? { host } : {}) });

  it('have access tokens of ten minutes', async () => {
    const { bearer } = await signIn(server);
    await server.shift(540);
    expect((await user(bearer)).status).toBe(200);
    await server.shift(60);
    expect((await user(bearer)).json).toMatchObject({ code: 'TOKEN_EXPIRED', retryable: true });
  });

  it('SEC-06 accept no token that they did not make for this store', async () => {
    const { bearer } = await newClient(server);
    const [head = '', body = '', mac = ''] = bearer.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (payload: object, key: Uint8Array, alg = 'HS256') =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg }).sign(key);
    const [{ key } = { key: new Uint8Array(32) }] = server.core.secrets.keys('access-token');
    const forged = [
      `${encoded({ alg: 'none' })}.${body}.`,
      `${encoded({ alg: 'None', typ: 'JWT' })}.${body}.${mac}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}..${mac}`,
      `${head}.${encoded({ ...claims, sub: claims.sid })}.${mac}`,
      await signed(claims, new Uint8Array(32)),
      await signed(claims, server.core.secrets.keys('refresh-token')[0]?.key ?? key),
      await signed({ ...claims, aud: 'clube' }, key),
      await signed({ ...claims, aud: undefined }, key),
      await signed({ ...claims, exp: claims.iat - 1 }, key),
      await signed({ ...claims, sid: '00000000-0000-4000-8000-000000000000' }, key),
      await signed({ ...claims, sid: undefined }, key),
      await signed(claims, new Uint8Array(64), 'HS512'),
      'x',
      'x.y.z',
      '....',
      `${bearer}.`,
      bearer.slice(0, -2),
      'é',
      '~'.repeat(5_000),
      encoded(claims),
      // Signed with the right key, and not what this server signs.
      ...(await Promise.all(
        [
          { ...claims, sub: undefined },
          { ...claims, sub: 7 },
          { ...claims, sid: [claims.sid] },
          { ...claims, prv: undefined },
          { ...claims, prv: '0' },
          { ...claims, exp: undefined },
          { ...claims, aud: 'CLIENT' },
          { ...claims, aud: '' },
          { ...claims, aud: ['clube'] },
          { ...claims, exp: 1 },
          { ...claims, exp: claims.exp - 86_400 },
          { ...claims, nbf: claims.exp + 86_400 },
        ].map((payload) => signed(payload, key)),
      )),
      await signed(claims, new Uint8Array(48), 'HS384'),
      await signed(claims, new TextEncoder().encode(mac.padEnd(32, 'x'))),
      await signed(claims, new TextEncoder().encode('secret'.padEnd(32, '0'))),
      `${encoded({ alg: 'HS256', kid: '../../dev/null' })}.${body}.${mac}`,
      `${encoded({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } })}.${body}.${mac}`,
      `${encoded({ alg: 'RS256' })}.${body}.${mac}`,
      `${encoded({ alg: '' })}.${body}.`,
      `${head}.${body}.${mac}.${mac}`,
      `${head}.${encoded({ ...claims, exp: claims.exp + 86_400 })}.${mac}`,
      `${head}.${encoded({ ...claims, aud: 'clube' })}.${mac}`,
      `${head} .${body}.${mac}`,
      [...mac].toReversed().join(''),
    ];
    expect(forged.length).toBeGreaterThanOrEqual(40);
    for (const token of forged) {
      const { status, json } = await server.call('GET', '/api/users', {
        headers: { authorization: `Bearer ${encodeURIComponent(token)}` },
      });
      expect([token.slice(0, 60), status]).toEqual([token.slice(0, 60), 401]);
      expect(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED']).toContain(json.code);
    }
    expect((await user(bearer, 'clube.localhost')).json.code).toBe('UNAUTHENTICATED');
    expect(
      (await server.call('GET', '/api/users', { headers: { authorization: `Basic ${bearer}` } })).json.code,
    ).toBe('UNAUTHENTICATED');
    expect((await user(bearer)).status).toBe(200);
  });
});
