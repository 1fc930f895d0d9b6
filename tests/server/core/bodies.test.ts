import { once } from 'node:events';
import { type Server, request } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn } from '#server/main.ts';
import { type TestServer, openTestServer } from '#tests/support/server.ts';

const PATH = '/api/users/authenticate/sms';
const MEGABYTE = 1_048_576;

/** What comes back on a connection that somebody writes to as they please. */
interface Told {
  status: number;
  code: string | undefined;
  ms: number;
}

describe('SEC-31 bodies on a socket', () => {
  let server: TestServer;
  let http: Server;
  let port: number;
  beforeAll(async () => {
    server = await openTestServer('pglite');
    http = listenOn(server.shop).listen(0, '127.0.0.1');
    await once(http, 'listening');
    ({ port } = http.address() as AddressInfo); // listens on TCP
  });
  afterAll(async () => {
    http.closeAllConnections();
    http.close();
    await server.close();
  });

  /** Writes a request by hand. @param feed goes on after the head until it ends or the server has had enough */
  async function raw(head: readonly string[], feed: (socket: Socket, isOver: () => boolean) => Promise<void> | void = () => undefined): Promise<Told> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const begun = performance.now();
    let text = '';
    let isOver = false;
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      isOver = true;
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => (isOver = true));
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: feira.localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${head.map((line) => `${line}\r\n`).join('')}\r\n`);
    await feed(socket, () => isOver || socket.destroyed);
    await closed;
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), code: /"code":"(\w+)"/.exec(text)?.[1], ms: performance.now() - begun };
  }
  const chunked = (megabytes: number) => (socket: Socket, isOver: () => boolean) => {
    const part = Buffer.concat([Buffer.from(`${MEGABYTE.toString(16)}\r\n`), Buffer.alloc(MEGABYTE, 'a'), Buffer.from('\r\n')]);
    return (async () => {
      for (let sent = 0; sent < megabytes && !isOver(); sent++) if (!socket.write(part)) await new Promise<void>((resolve) => socket.once('drain', resolve).once('close', () => resolve()));
    })();
  };
  const post = (body: string | Buffer) =>
    new Promise<Told>((resolve, reject) => {
      const begun = performance.now();
      const sent = request({ port, host: '127.0.0.1', path: PATH, method: 'POST', headers: { host: 'feira.localhost', 'content-type': 'application/json' } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part)).on('end', () => resolve({ status: response.statusCode ?? 0, code: /"code":"(\w+)"/.exec(text)?.[1], ms: performance.now() - begun }));
      });
      sent.on('error', reject).end(body);
    });

  it('are cut off at 256 KiB, counted in bytes, whatever they say about themselves', async () => {
    const told = await Promise.all(Array.from({ length: 5 }, () => raw(['Transfer-Encoding: chunked'], chunked(100))));
    // Whoever goes on writing into a closed door may find it shut before the answer is read.
    for (const { status, ms } of told) expect([[413, 0].includes(status), ms < 1_000]).toEqual([true, true]);
    expect(told.some(({ code }) => code === 'TOO_LARGE')).toBe(true);
    const wide = await post(JSON.stringify({ phone: 'ã'.repeat(131_100) }));
    expect([wide.status, wide.code]).toEqual([413, 'TOO_LARGE']);
    // As many letters as that would pass in bytes of one each.
    expect((await post(JSON.stringify({ phone: 'a'.repeat(131_100) }))).code).toBe('MALFORMED');
    const long = await raw(['Content-Length: 104857600'], chunked(100));
    expect([[413, 0].includes(long.status), long.ms < 1_000]).toEqual([true, true]);
    console.log(`SEC-31 chunked 100 MB × 5: 413 after ${Math.round(Math.max(...told.map(({ ms }) => ms)))} ms at most`);
  });

  it('are refused when they are deep, wide or say a wrong length', async () => {
    const deep = await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const deepest = await post(`{"phone":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`);
    const wide = await post(JSON.stringify(Object.fromEntries(Array.from({ length: 5_001 }, (_, key) => [key, 1]))));
    for (const { status, code, ms } of [deep, deepest, wide]) expect([status, code, ms < 1_000]).toEqual([400, 'MALFORMED', true]);
    for (const head of [['Content-Length: abc'], ['Content-Length: -1'], ['Content-Length: 5', 'Content-Length: 6'], ['Content-Length: 5', 'Transfer-Encoding: chunked'], ['Content-Length: 0x10'], ['Content-Length: 1e3'], ['Transfer-Encoding: chunked, gzip'], [`X-Big: ${'a'.repeat(17_000)}`]]) {
      const { status, ms } = await raw(head, (socket) => void socket.write('{}\r\n'));
      expect([head[0]?.slice(0, 30), [400, 431].includes(status), ms < 1_000]).toEqual([head[0]?.slice(0, 30), true, true]);
    }
    const bad = await raw(['Transfer-Encoding: chunked'], (socket) => void socket.write('zz\r\n{}\r\n'));
    expect([400, 0].includes(bad.status)).toBe(true);
    // Less than was announced, and then the end: nothing was read as a whole.
    const short = await raw(['Content-Length: 500'], (socket) => void socket.end('{"phone":'));
    expect([0, 400].includes(short.status)).toBe(true);
  });

  it('of slow senders keep nobody waiting', async () => {
    const slow = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(`POST ${PATH} HTTP/1.1\r\nHost: feira.localhost\r\nContent-Length: 1000\r\n\r\n{`);
        return socket;
      }),
    );
    const times: number[] = [];
    for (let asked = 0; asked < 50; asked++) times.push((await post('{"phone":"1"}')).ms);
    for (const socket of slow) socket.destroy();
    const p95 = times.toSorted((a, b) => a - b)[47] ?? 0;
    console.log(`SEC-31 200 slow senders: p95 of the others ${p95.toFixed(1)} ms`);
    expect(p95).toBeLessThan(250);
    expect((await post('{"phone":"1"}')).code).toBe('MALFORMED');
  });
});
