import { once } from 'node:events';
import { type IncomingMessage, type Server, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item } from '#server/db/schema/shop/item.ts';
import { listenOn } from '#server/commands/main.ts';
import { idOf } from '#server/platform/ids.ts';
import type { KeptAnswer } from '#server/http/kept-answer.ts';
import { ResponseCache } from '#server/http/response-cache.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

const ITEMS = '/api/operation/catalog/campaign/semana/items/preview/public';
const TOMATO = idOf('client', 'item', 'semana', 'tomate');

describe('the server on a socket', () => {
  let server: TestServer;
  let http: Server;
  let port: number;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', path, method, headers: { host: 'feira.localhost', ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: Buffer.concat(chunks),
              }),
            )
            .on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  beforeAll(async () => {
    server = await openTestServer('pglite');
    http = listenOn(server.shop).listen(0, '127.0.0.1');
    await once(http, 'listening');
    port = (http.address() as AddressInfo).port;
  });
  afterAll(async () => {
    http.closeAllConnections();
    http.close();
    await server.close();
  });

  it('SEC-33 says of a host that cannot be read that it cannot, like everything else', async () => {
    for (const host of [
      'a b',
      'localhost@clube.localhost',
      'clube.localhost:99999',
      'clube.localhost/../x',
    ]) {
      const { status, headers, body } = await ask('/api/operation/campaigns/public', { host });
      expect([
        host,
        status,
        headers['content-type'],
        headers['x-content-type-options'],
        headers['cache-control'],
      ]).toEqual([host, 400, 'application/problem+json; charset=utf-8', 'nosniff', 'no-store']);
      const { code, requestId, fields } = JSON.parse(body.toString()) as Record<string, unknown>;
      expect([code, requestId, fields]).toEqual([
        'MALFORMED',
        headers['x-request-id'],
        [{ field: '', message: 'Não entendemos o endereço desta chamada.' }],
      ]);
    }
  });

  it('answers what it kept in the encoding asked for, with every header', async () => {
    const first = await ask(ITEMS, { 'accept-encoding': 'gzip, br' });
    const kept = await ask(ITEMS, { 'accept-encoding': 'gzip, br' });
    const plain = await ask(ITEMS);
    expect(first.headers['content-encoding']).toBe('br');
    expect(kept.headers['x-request-id']).toBeUndefined();
    expect(first.headers['x-request-id']).toBeDefined();
    expect(brotliDecompressSync(kept.body)).toEqual(plain.body);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const { headers } of [first, kept, plain])
      expect(headers).toMatchObject({
        vary: 'Accept-Encoding, X-App',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json',
        'cache-control': 'public, max-age=0, s-maxage=5',
      });
    const known = await ask(ITEMS, { 'if-none-match': kept.headers.etag ?? '' });
    expect([known.status, known.body.length]).toEqual([304, 0]);
  });

  it('keeps no answer under a name of no end, and weighs the names of the others', async () => {
    const cache = new ResponseCache();
    const keep = (key: string) =>
      cache.keep(key, {
        tenantId: 'client',
        forAll: true,
        mark: cache.mark(),
        body: Buffer.from('[]'),
        headers: [],
      });
    await keep(`/api/documents/surveys?${'x'.repeat(2_000)}`);
    expect(cache.size()).toEqual({ answers: 0, bytes: 0 });
    for (let asked = 0; asked < 100; asked++) await keep(`/api/documents/surveys?${'x'.repeat(800)}${asked}`);
    expect(cache.size().answers).toBe(100);
    expect(cache.size().bytes).toBeGreaterThan(100 * 3_600);
  });

  it('compresses an answer harder once it came out the same a second time', async () => {
    const cache = new ResponseCache();
    const body = Buffer.from(
      JSON.stringify(
        Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Item ${(id * 7_919) % 1_009}` })),
      ),
    );
    const keep = (text: Buffer) =>
      cache.keep('key', { tenantId: 'client', forAll: true, mark: cache.mark(), body: text, headers: [] });
    const asked = new Request('http://feira.localhost/', { headers: { 'accept-encoding': 'br' } });
    const sent = async (answer: KeptAnswer | undefined) =>
      Buffer.from((await answer?.respond(asked).arrayBuffer()) ?? new ArrayBuffer());
    const sizeOf = async () => (await sent(cache.find('key', false))).length;
    const quick = (await sent(await keep(body))).length;
    expect(await sizeOf()).toBe(quick);
    await keep(body);
    await expect.poll(sizeOf).toBeLessThan(quick);
    const dense = await sent(cache.find('key', false));
    expect(brotliDecompressSync(dense)).toEqual(body);
    // The same again keeps what was made; another one starts anew.
    expect(await sent(await keep(body))).toEqual(dense);
    const other = Buffer.from(`${body.toString()} `);
    expect(brotliDecompressSync(await sent(await keep(other)))).toEqual(other);
  });

  it('shows a new price as soon as its transaction is told', async () => {
    const priceOf = async () =>
      (
        JSON.parse((await ask(ITEMS)).body.toString()) as { content: { id: string; price: number }[] }
      ).content.find((one) => one.id === TOMATO)?.price;
    expect(await priceOf()).toBe(9.9);
    const { db, events } = server.core;
    await db.tenant('client', async (tx) => {
      await tx
        .update(item)
        .set({ price: 1_234 as never })
        .where(eq(item.id, TOMATO));
      await events.changed(tx, 'client');
    });
    const begun = performance.now();
    while ((await priceOf()) !== 12.34) {
      expect(performance.now() - begun).toBeLessThan(5_000);
      await pause(50);
    }
  });

  it('does not mix tenants, hosts or apps', async () => {
    const client = await ask('/api/documents/defaults/others');
    expect(client.status).toBe(200);
    expect((await ask('/api/documents/defaults/others', { 'x-app': 'clube' })).status).toBe(400);
    expect((await ask(ITEMS, { host: 'clube.localhost' })).status).toBe(401);
    expect((await ask(ITEMS, { origin: 'http://evil.example' })).status).toBe(403);
  });

  it('normalises no path into a call', async () => {
    for (const path of [
      '//api/users',
      '/api/%2e%2e/api/users',
      '/api/..;/users',
      '/api/../api/users',
      '/%2fapi/users',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  it('SEC-31 counts a body in bytes, whatever is said about its length', async () => {
    const big = Buffer.alloc(2_000_000, 'a');
    const answer = await ask(
      '/api/users/authenticate/sms',
      { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      'POST',
      big,
    ).catch((error: NodeJS.ErrnoException) => ({ status: error.code }));
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(answer.status);
    expect((await ask('/livez')).status).toBe(200);
  });
});
