import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { valueOf } from '#tests/support/bodies.ts';
import { type Cast, FIXED_SEED, attackable, castOf } from '#tests/support/actors.ts';
import { spellings } from '#tests/support/path-spellings.ts';
import { type Call, type TestServer, openTestServer } from '#tests/support/store/server.ts';
import { type SocketAnswer, openDoor } from '#tests/support/peers/socket-door.ts';

const HEADERS: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  // Where an address is a secret, no other site is told anything.
  'referrer-policy': /^(?:strict-origin-when-cross-origin|no-referrer)$/,
  'permissions-policy': /camera=\(self\), geolocation=\(self\), microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin-allow-popups$/,
  'cross-origin-resource-policy': /^same-origin$/,
  // Of a sandbox a page, and nothing else, may be framed by its own origin.
  'content-security-policy':
    /default-src 'none'.*(?:script-src 'self'.*frame-ancestors 'self'|frame-ancestors 'none')/,
  'cache-control': /no-store|^public, max-age=0, s-maxage=\d+(, must-revalidate)?$/,
  'x-request-id': /^[\w-]{8,64}$/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
};
/** Said by nobody: who may read, what runs here. */
const NEVER = ['access-control-allow-origin', 'access-control-allow-credentials', 'x-powered-by', 'server'];
const ORIGINS = [
  'null',
  'http://evil.example',
  'https://evil.example',
  'http://feira.localhost.evil.example',
  'http://evil.example/feira.localhost',
  'http://feira.localhost@evil.example',
  'http://evilfeira.localhost',
  'http://feira.localhostx',
  'https://feira.localhost:443',
  'http://feira.localhost:81',
  'http://feira.localhost:8080',
  'http://clube.localhost',
  'http://FEIRA.localhost.',
  'http://feira.localhost/',
  'http://feira.localhost?',
  'http://feira.localhost#',
  'http://sub.feira.localhost',
  'http://localhost',
  'http://127.0.0.1',
  'http://[::1]',
  'file://',
  'data:',
  'blob:http://feira.localhost',
  'about:blank',
  'chrome-extension://abcdef',
  'moz-extension://abcdef',
  'capacitor://localhost',
  'ionic://localhost',
  'ws://feira.localhost',
  'ftp://feira.localhost',
  '//feira.localhost',
  'feira.localhost',
  '*',
  'undefined',
  'http://feira.localhost http://evil.example',
  'http://feira.localhost,http://evil.example',
  'http://xn--feira-localhost.example',
  'http://feira%2elocalhost',
  'http://feira_localhost',
  'http://feira.localhost:0',
];
/** What an answer would let slip: SQL, places in the source, names of the parts. */
const INSIDE =
  /select |insert into|relation "|canary|node_modules|\.ts\b|\/src\/|at \w+ \(|drizzle|pglite|postgres|pg-boss|hono|SQLSTATE|syntax error|ECONN|stack/i;

describe('the door of the server', () => {
  let server: TestServer;
  let cast: Cast;
  let endpoints: Endpoint[];
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer('postgres', { lines, env: { TRUST_PROXY: '1' } });
    await server.core.jobs.stop();
    cast = await castOf(server);
    endpoints = attackable(endpointsOf(server.app));
  });
  afterAll(() => server.close());
  const face = ({ audience }: Endpoint): Call =>
    audience === 'lead'
      ? { leadSecret: cast.lead.leadSecret }
      : audience === 'public' || audience === 'internal'
        ? {}
        : { bearer: cast.client.bearer };
  /** A call that is in order, as far as the contract says. */
  function sampleOf(endpoint: Endpoint, seed: number): { path: string; body: string | undefined } {
    const one = (schema: Endpoint['body']) =>
      schema ? fc.sample(valueOf(schema, cast), { numRuns: 1, seed })[0] : undefined;
    const params = (one(endpoint.params) ?? {}) as Record<string, string>; // params are objects of texts
    const query = new URLSearchParams(
      Object.entries((one(endpoint.query) ?? {}) as object).map(([key, value]) => [key, String(value)]),
    ).toString();
    const body = one(endpoint.body);
    return {
      path: `${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))}${query && '?'}${query}`,
      body: body === undefined ? undefined : JSON.stringify(body),
    };
  }

  it('SEC-24 lets no other spelling of a private path reach a handler, not even for its owner', async () => {
    const code = cast.named['code']?.[0] ?? '';
    // A value at the end of a path has spellings of its own that are allowed.
    const prefixes = [
      ['/api/users'],
      ['/api/accounts/client'],
      ['/api/operation/orders'],
      ['/api/operation/wallets'],
      ['/api/operation/orders/code', `/${code}`],
      ['/api/operation/carts', `/${cast.named['uuid']?.[0] ?? ''}`],
    ] as const;
    const door = await openDoor(server);
    const ask = (path: string) =>
      door
        .ask(path, { authorization: `Bearer ${cast.client.bearer}` })
        .catch((error: NodeJS.ErrnoException): SocketAnswer => {
          // A connection that is cut is a refusal; what this client would not even send proves nothing.
          if (error.code?.startsWith('ERR_')) throw error;
          return { status: 400, headers: {}, text: '' };
        });
    const reached: string[] = [];
    let asked = 0;
    for (const [prefix, tail = ''] of prefixes) {
      const path = `${prefix}${tail}`;
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
      const all = [...new Set(spellings(prefix).map((one) => one + tail))].filter(
        (one) => one !== path && !/[\s]/.test(one),
      );
      expect(all.length).toBeGreaterThan(300);
      for (const one of all) {
        lines.length = 0;
        const { status, headers, text } = await ask(one);
        const isJson = headers['content-type']?.includes('json');
        asked++;
        // A handler that lets somebody in says so in the log; whoever asks for no call may well get a page.
        const wasAdmitted = lines.some(
          (line) => (JSON.parse(line) as { actor?: string }).actor !== undefined,
        );
        if (wasAdmitted || text.includes(cast.client.phone) || (status < 400 && isJson))
          reached.push(`${status} ${one}`);
      }
    }
    door.close();
    console.log(`SEC-24 ${asked} spellings of ${prefixes.length} private paths`);
    expect(reached).toEqual([]);
  });

  it('SEC-28 puts every header on every answer of every call, and reflects no origin', async () => {
    const missing: string[] = [];
    let answers = 0;
    for (const endpoint of endpoints)
      for (const call of [{}, face(endpoint)]) {
        const { path, body } = sampleOf(endpoint, FIXED_SEED);
        const { headers, status } = await server.call(endpoint.method, path, {
          ...call,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
          tls: true,
        });
        answers++;
        for (const [name, expected] of Object.entries(HEADERS))
          if (!expected.test(headers.get(name) ?? ''))
            missing.push(`${endpoint.name} ${status} ${name}: ${headers.get(name)}`);
        for (const name of NEVER) if (headers.has(name)) missing.push(`${endpoint.name} ${name}`);
        if (Object.keys(call).length && !endpoint.cache && headers.get('cache-control') !== 'no-store')
          missing.push(`${endpoint.name} keeps private data`);
      }
    expect(missing).toEqual([]);
    const let_in: string[] = [];
    for (const origin of ORIGINS)
      for (const [method, path] of [
        ['GET', '/api/operation/campaigns/public'],
        ['GET', '/api/users'],
        ['POST', '/auth/renew'],
        ['OPTIONS', '/api/users'],
      ] as const) {
        const { status, headers } = await server.call(method, path, {
          bearer: cast.client.bearer,
          headers: { origin, 'access-control-request-method': 'PUT' },
        });
        if (
          status !== 403 ||
          [...headers].some(([name, value]) => name.startsWith('access-control') || value === origin)
        )
          let_in.push(`${status} ${method} ${path} ${origin}`);
      }
    console.log(
      `SEC-28 ${Object.keys(HEADERS).length + NEVER.length} headers of ${answers} answers of ${endpoints.length} calls; ${ORIGINS.length} origins`,
    );
    expect(let_in).toEqual([]);
  });

  it('SEC-28 puts them on answers that are kept as well, by plain http and by https, whoever was answered first', async () => {
    const door = await openDoor(server);
    const paths = [
      ...endpoints
        .filter(({ method }) => method === 'GET')
        .map((endpoint) => sampleOf(endpoint, FIXED_SEED).path),
      '/',
      '/api/openapi.json',
      '/media/client/none.svg',
      '/assets/none.js',
      '/livez',
      '/readyz',
      '/nothing/at/all',
    ];
    const missing: string[] = [];
    const served = () => server.shop.cache.served() + server.shop.pages.figures().served;
    const before = served();
    let answers = 0;
    // Each is the first one for some addresses.
    for (const [index, path] of paths.entries())
      for (const proto of index % 2
        ? ['https', 'https', 'http', 'http', 'https']
        : ['http', 'http', 'https', 'https', 'http']) {
        const wasServed = served();
        const { headers, status } = await door.ask(path, {
          'x-forwarded-proto': proto,
          ...(answers % 3 ? {} : { 'accept-encoding': 'br' }),
        });
        answers++;
        const isKept = served() > wasServed;
        for (const [name, expected] of Object.entries(HEADERS)) {
          const value = String(headers[name] ?? '');
          // An answer from memory writes no line in the log that an id could lead to.
          if (name === 'x-request-id' && isKept) continue;
          const isRight =
            name === 'strict-transport-security' && proto === 'http' ? value === '' : expected.test(value);
          if (!isRight) missing.push(`${proto} ${path} ${status} ${isKept ? 'kept ' : ''}${name}: ${value}`);
        }
        for (const name of NEVER) if (name in headers) missing.push(`${proto} ${path} ${name}`);
      }
    door.close();
    const kept = served() - before;
    console.log(
      `SEC-28 ${answers} answers of ${paths.length} addresses on a socket, ${kept} of them from memory`,
    );
    expect(missing).toEqual([]);
    expect(kept).toBeGreaterThan(15);
  });

  it('SEC-33 tells nothing of its inside, wherever the database fails', async () => {
    const { db } = server.core;
    const { tenant, read } = db;
    const told: string[] = [];
    let errors = 0;
    for (const endpoint of endpoints)
      for (const passes of [0, 1, 2]) {
        let left = passes;
        const fail = () =>
          Promise.reject(
            Object.assign(
              new Error('select * from "order" failed at canary (/src/server/canary.ts:1:1)', {
                cause: new Error('relation "canary" does not exist'),
              }),
              { code: '42P01', detail: 'canary' },
            ),
          );
        db.tenant = (id, work) => (left-- > 0 ? tenant(id, work) : fail());
        db.read = (id, work) => (left-- > 0 ? read(id, work) : fail());
        const { path, body } = sampleOf(endpoint, FIXED_SEED + passes);
        const { status, text, json, headers } = await server.call(endpoint.method, path, {
          ...face(endpoint),
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        });
        Object.assign(db, { tenant, read });
        if (status < 400) continue;
        errors++;
        if (
          INSIDE.test(text) ||
          INSIDE.test([...headers].filter(([name]) => !name.includes('policy')).join()) ||
          json?.code === undefined
        )
          told.push(`${endpoint.name} ${status} ${text.slice(0, 200)}`);
        await nextTurn();
      }
    console.log(`SEC-33 ${errors} error paths of ${endpoints.length} calls`);
    expect(errors).toBeGreaterThan(60);
    expect(told).toEqual([]);
  });
});
