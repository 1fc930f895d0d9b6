import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { slowLink } from '../bench/slow-link.ts';

/** Keeps this process from firing its timers when they are due. */
function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the slow link of the benchmarks', () => {
  it('keeps the order of bytes where the machine is late', async () => {
    // Long parts and short ones: what a timer waits for the one is longer than for the other.
    const parts = Array.from({ length: 60 }, (_, index) => Buffer.alloc(index % 2 === 0 ? 1_400 : 20, index));
    const send = async (answer: ServerResponse) => {
      for (const part of parts)
        await new Promise<void>((done) => answer.write(part, () => setImmediate(done)));
      answer.end();
    };
    const server = createServer((_, answer) => void send(answer));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const link = await slowLink(url, { roundTrip: 20, down: 1_600_000, up: 1_600_000 });
    const answer = await fetch(link.url);
    const come: Uint8Array[] = [];
    for await (const part of answer.body ?? []) {
      come.push(part);
      stall(25);
    }
    expect(Buffer.concat(come).equals(Buffer.concat(parts))).toBe(true);
    link.close();
    server.close();
  });
});
