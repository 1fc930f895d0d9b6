import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the application on %s', (engine) => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
  });
  afterAll(() => server.close());

  it('answers a public call of the contract', async () => {
    const answer = await server.call('GET', '/api/operation/campaigns/public');
    expect(answer.status).toBe(200);
    expect(answer.json.map((one: { slug: string }) => one.slug)).toContain('semana');
  });

  it('is alive and ready', async () => {
    expect((await server.call('GET', '/livez')).status).toBe(200);
    expect((await server.call('GET', '/readyz')).json).toEqual({ status: 'ok' });
  });

  it('answers unknown calls with a problem that names the request', async () => {
    const answer = await server.call('GET', '/api/nothing', { headers: { 'x-request-id': 'abcdefgh-1' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.json).toEqual({
      type: '/problems/not-found',
      title: 'Não encontramos o que você procura.',
      status: 404,
      code: 'NOT_FOUND',
      retryable: false,
      requestId: 'abcdefgh-1',
    });
  });

  it('refuses a malformed body field by field and repeats nothing of it', async () => {
    const answer = await server.call('POST', '/api/users/authenticate/sms', { body: { phone: 'canary-12' } });
    expect(answer.json).toMatchObject({
      code: 'MALFORMED',
      status: 400,
      fields: [{ field: 'phone', message: 'Confira o número do celular com DDD.' }],
    });
    expect(answer.text).not.toContain('canary');
    const missing = await server.call('POST', '/api/users/authenticate/sms', { body: {} });
    expect(missing.json.fields).toEqual([{ field: 'phone', message: 'Preencha este campo.' }]);
    expect(
      (await server.call('POST', '/api/users/authenticate/sms', { body: '{"phone":' })).json.fields,
    ).toEqual([{ field: '', message: 'O envio não é um JSON.' }]);
  });

  it('SEC-31 limits bodies in bytes, depth and keys', async () => {
    const call = (body: string) => server.call('POST', '/api/users/authenticate/sms', { body });
    expect((await call(JSON.stringify({ phone: 'a'.repeat(300_000) }))).status).toBe(413);
    expect((await call(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).json.code).toBe('MALFORMED');
    expect(
      (await call(JSON.stringify(Object.fromEntries(Array.from({ length: 5_001 }, (_, key) => [key, 1])))))
        .json.code,
    ).toBe('MALFORMED');
  });

  it('takes the tenant from the host and lets X-App only confirm', async () => {
    const status = async (host: string, app?: string) =>
      (
        await server.call('GET', '/api/documents/routes', {
          host,
          headers: app === undefined ? {} : { 'x-app': app },
        })
      ).status;
    expect(await status('feira.localhost', 'client')).toBe(200);
    expect(await status('feira.localhost', 'clube')).toBe(400);
    expect(await status('FEIRA.localhost:3000')).toBe(200);
    expect(await status('10.0.0.7:3000', 'clube')).toBe(200);
    expect(await status('10.0.0.7:3000', 'nobody')).toBe(400);
  });

  it('SEC-28 refuses foreign origins whatever the call', async () => {
    const status = async (origin: string) =>
      (await server.call('GET', '/api/operation/campaigns/public', { origin })).status;
    expect(await status('own')).toBe(200);
    for (const origin of [
      'null',
      'http://evil.example',
      'http://feira.localhost.evil.example',
      'https://feira.localhost',
      'http://feira.localhost:81',
    ])
      expect(await status(origin)).toBe(403);
  });

  it('shows nothing of a company store without sign-in', async () => {
    const answer = await server.call('GET', '/api/operation/campaigns/public', { host: 'clube.localhost' });
    expect(answer.json.code).toBe('UNAUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(
      (await server.call('GET', '/api/operation/marketplaces/public', { host: 'clube.localhost' })).status,
    ).toBe(200);
  });

  it('lets no strange spelling of a path reach a handler', async () => {
    for (const path of [
      '//api/users',
      '/api//users',
      '/api/./users',
      '/api/users;x=1',
      '/api%2fusers',
      '/api/%75sers%2f',
      '/API/users',
      '/api/users/',
      '/api/%2575sers',
      '/api\\users',
    ])
      expect([404, 401]).toContain((await server.call('GET', path)).status);
    expect((await server.call('GET', '/api/operation//campaigns/public')).status).toBe(404);
  });

  it('SEC-28 puts the security headers on every answer', async () => {
    for (const path of [
      '/api/operation/campaigns/public',
      '/api/nothing',
      '/livez',
      '/api/users',
      '/assets/none.js',
    ]) {
      const { headers } = await server.call('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-request-id')).toBeTruthy();
    }
    expect((await server.call('GET', '/api/users')).headers.get('cache-control')).toBe('no-store');
  });

  it('answers 304 to who knows the answer already', async () => {
    const first = await server.call('GET', '/api/operation/campaigns/public');
    const etag = first.headers.get('etag') ?? '';
    const second = await server.call('GET', '/api/operation/campaigns/public', {
      headers: { 'if-none-match': etag },
    });
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
  });

  it('describes every registered call as OpenAPI 3.1', async () => {
    const { json } = await server.call('GET', '/api/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    expect(json.paths['/api/operation/orders'].get.responses['401'].description).toBe(
      'UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_REVOKED',
    );
    expect(json.paths['/auth/login'].post.responses['429'].description).toContain('PROOF_OF_WORK');
    expect(json.paths['/auth/login'].post.responses.default.description).toContain('UNAVAILABLE');
    expect(json.paths['/api/operation/campaigns/public'].get.operationId).toBe('listPublicCampaigns');
    expect(
      json.paths['/api/users/authenticate/sms'].post.requestBody.content['application/json'].schema.properties
        .phone.type,
    ).toBe('string');
    expect(JSON.stringify(json)).not.toContain('undefined');
  });

  it('writes one JSON line per request without personal data', async () => {
    lines.length = 0;
    await server
      .call('GET', '/api/nothing?phone=%2B5511987654321', {
        bearer: 'canary-token',
        headers: { 'x-request-id': 'bad\tid' },
      })
      .catch(() => undefined);
    await server.call('POST', '/api/users/authenticate/sms', { body: { phone: '+5511987654321' } });
    const text = lines.join('');
    for (const canary of ['5511987654321', 'canary']) expect(text).not.toContain(canary);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({
        requestId: expect.any(String),
        time: expect.stringMatching(/Z$/),
      });
  });
});
