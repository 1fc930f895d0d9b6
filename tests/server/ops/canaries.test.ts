import { once } from 'node:events';
import { type Server, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn } from '#server/commands/main.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { metricsToken } from '#server/platform/metrics.ts';
import { newClient, newLead } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

/**
 * What a person or a secret looks like, thirty times, each unlike anything that the shop writes by itself.
 */
const CANARIES = {
  name: 'Canarinho Belga',
  userName: 'Canário Roxo',
  recipient: 'Canária Azul',
  phone: '+5511977776666',
  userPhone: '11966665555',
  whatsapp: '5511955554444',
  email: 'canario.dourado@exemplo.com',
  username: 'canaria@exemplo.com',
  cpf: '11144477735',
  identification: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  code: '918273',
  password: '564738',
  accessKey: 'KANA-RIEN-VOGL-1234',
  coupon: 'CANARIO77',
  access_token: 'eyJjYW5hcnk.eyJjYW5hcmlv.c2lnbmF0dXJl',
  refreshToken: 'cnrRefreshTokenCanary0001',
  signup_grant: 'cnrGrantCanary0002',
  secret: 'cnrLeadSecretCanary0003',
  clientSecret: 'pi_canary_secret_0004',
  cardNumber: '4111111111111111',
  street: 'Rua do Canário',
  complement: 'ninho 7',
  reference: 'perto do poleiro',
  postalCode: '05435-123',
  latitude: '-23.5512345',
  longitude: '-46.6812345',
  searchText: 'procura-canario',
  orderCode: 'CANARY0123456789',
  freeText: 'alpiste e girassol',
} as const;
const values = Object.values(CANARIES);

describe.each(engines)('what is written down on %s', (engine) => {
  let server: TestServer;
  let http: Server;
  let port: number;
  const lines: string[] = [];
  /** As a stranger's program sends it: the path and headers go out as they are. Gives the id of its answer. */
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', method, path, headers: { host: 'feira.localhost', ...headers } },
        (answer) => {
          // Streams do not end by themselves.
          if (/event-stream/.test(answer.headers['content-type'] ?? '')) answer.destroy();
          answer.resume().once('close', () => resolve(answer.headers['x-request-id']));
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });

  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
    http = listenOn(server.shop).listen(0, '127.0.0.1');
    await once(http, 'listening');
    port = (http.address() as AddressInfo).port;
  });
  afterAll(async () => {
    http.closeAllConnections();
    http.close();
    await server.close();
  });

  it('OPS-08 holds none of thirty canaries, whatever route they come by and in whatever part of a call', {
    timeout: 120_000,
  }, async () => {
    expect(values).toHaveLength(30);
    const [client, lead] = [await newClient(server), await newLead(server)];
    lines.length = 0;
    const spread = (at: number) => values[at % values.length] ?? '';
    const body = JSON.stringify({
      ...CANARIES,
      properties: CANARIES,
      addresses: [CANARIES],
      paymentMethod: CANARIES,
      items: [{ item: CANARIES, quantity: CANARIES.name }],
      products: [CANARIES],
      key: 'PHONE',
      value: CANARIES.phone,
      to: CANARIES.email,
    });
    const query = new URLSearchParams(CANARIES).toString();
    const callers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${client.bearer}` },
      { 'x-lead-secret': lead.leadSecret },
      { authorization: `Bearer ${CANARIES.access_token}` },
      { 'x-lead-secret': CANARIES.secret, 'x-signup-grant': CANARIES.signup_grant },
    ];
    const routes = endpointsOf(server.app);
    let sent = 0;
    for (const { method, path } of routes)
      for (const caller of callers) {
        const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(spread(sent)));
        const headers = {
          ...caller,
          'content-type': 'application/json',
          cookie: `refresh=${CANARIES.refreshToken}; device=${CANARIES.secret}`,
          'user-agent': CANARIES.email,
          'x-request-id': CANARIES.orderCode,
          'idempotency-key': CANARIES.freeText,
          referer: `http://x/${CANARIES.phone}`,
          'x-forwarded-for': CANARIES.phone,
        };
        await send(
          method,
          `${filled}?${query}`,
          headers,
          method === 'GET' || method === 'DELETE' ? undefined : sent % 3 === 2 ? `${body}{` : body,
        );
        sent++;
      }
    for (const value of values) {
      for (const path of [
        `/order/${encodeURIComponent(value)}/details`,
        `/${encodeURIComponent(value)}`,
        `/api/nothing/${encodeURIComponent(value)}`,
        `/media/client/${encodeURIComponent(value)}`,
      ])
        await send('GET', path, {});
      sent += 4;
    }
    await server.drain();
    const text = lines.join('');
    expect(sent).toBeGreaterThan(routes.length * 5);
    // The request id is the caller's own word and stays, when it is a plain one: a person's name is none.
    const kept = new Set<string>([CANARIES.orderCode]);
    const spellings = (value: string) => [
      value,
      encodeURIComponent(value),
      ...(value.replace(/\D/g, '').length > 7 ? [value.replace(/\D/g, '')] : []),
    ];
    const found = values.filter(
      (value) => !kept.has(value) && spellings(value).some((one) => text.includes(one)),
    );
    expect(found).toEqual([]);
    for (const own of [client.phone, client.bearer, client.bearer.split('.')[2] ?? '', lead.leadSecret])
      expect([own, text.includes(own)]).toEqual([own, false]);
    const { text: numbers } = await server.call('GET', '/metrics', {
      bearer: metricsToken(server.core.secrets),
    });
    for (const value of values) expect([value, numbers.includes(value)]).toEqual([value, false]);
  });

  it('OPS-08 has no line that a caller forged', async () => {
    lines.length = 0;
    const forged = '{"level":50,"msg":"forged","time":"2026-01-01T00:00:00.000Z"}';
    const ids: unknown[] = [];
    const breaks = ['%0d%0a', '%0A', '%E2%80%A8', '%C2%85', '\\n', '%5Cn'];
    for (const one of breaks) {
      for (const path of [
        `/api/x${one}${encodeURIComponent(forged)}`,
        `/api/operation/orders/code/${one}${encodeURIComponent(forged)}/public`,
        `/api/users?x=${one}${encodeURIComponent(forged)}`,
      ]) {
        const id = await send('GET', path, { 'x-request-id': `abcdefgh${one}${'x'}`, 'user-agent': forged });
        // A path with a raw backslash is refused before the app.
        if (!/^[^?]*\\/.test(path)) ids.push(id);
      }
      const body = { username: decodeURIComponent(one) + forged, password: decodeURIComponent(one) };
      ids.push(
        await send('POST', '/auth/login', { 'content-type': 'application/json' }, JSON.stringify(body)),
      );
    }
    await expect(send('GET', '/livez', { 'x-request-id': `abc\r\n${forged}` })).rejects.toThrow();
    // One whole line for each call, under the id of its answer, in UTC, and none that says what a caller wanted
    // it to. What the shop does by itself or for the calls before may write lines of its own meanwhile.
    const answered: unknown[] = [];
    for (const line of lines) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      const written = JSON.parse(line);
      expect(written).toMatchObject({ time: expect.stringMatching(/^\d{4}-.*Z$/) });
      if (written.msg === 'answered' && ids.includes(written.requestId)) answered.push(written.requestId);
    }
    expect(ids).toHaveLength(breaks.length * 4 - 2);
    expect(answered).toEqual(ids);
    expect(lines.join('')).not.toMatch(/forged|2026-01-01T00:00:00/);
  });
});
