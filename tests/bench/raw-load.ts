import { connect } from 'node:net';
import { percentile } from './figures.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Asks one address over kept connections as fast as the answers come. It reads heads and counts bytes, and
 * nothing more:
 * a loader that parses whole answers is slower than the server.
 * @returns answers, those that were not 200 with brotli, and the milliseconds that each took
 */
export async function rawLoad(
  address: string,
  headers: Record<string, string>,
  connections: number,
  milliseconds: number,
): Promise<{ total: number; bad: number; p99: number }> {
  const url = new URL(address);
  const head = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${head.join('')}\r\n`);
  const end = performance.now() + milliseconds;
  const times: number[] = [];
  let bad = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
      let missing = 0;
      let began = 0;
      const ask = () => {
        began = performance.now();
        if (began >= end) return void socket.end();
        socket.write(request);
      };
      socket
        .on('connect', ask)
        .on('close', () => resolve())
        .on('error', reject);
      socket.on('data', (part) => {
        if (missing === 0) {
          // The head comes in one piece: it is far smaller than a packet.
          const length = part.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
          const text = part.toString('latin1', 0, length).toLowerCase();
          if (!text.startsWith('http/1.1 200') || !text.includes('content-encoding: br')) bad++;
          missing = length + Number(/content-length: (\d+)/.exec(text)?.[1]);
        }
        missing -= part.length;
        if (missing > 0) return;
        times.push(performance.now() - began);
        ask();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return { total: times.length, bad, p99: percentile(times, 0.99) };
}
