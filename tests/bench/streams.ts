import { connect } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { openDatabase } from '#server/backup/before-migration.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { openCore } from '#server/commands/main.ts';
import { BIG } from './big-shop.ts';
import { type Figure, atMost, figure } from './figures.ts';
import type { Started } from './start.ts';
import { startBare } from './bare-limits.ts';

const STREAMS = 2_000;
/** Opened at a time: a queue of new connections has an end. */
const AT_ONCE = 100;

/** One open stream. `told` is called at the first news of a kind after `listen`. */
export interface Stream {
  next(kind: string): Promise<number>;
  close(): void;
}

/** @param authorization of whoever looks; nobody is known without one */
export function openStream(
  base: string,
  path = '/api/operation/events?topics=campaigns',
  authorization?: string,
): Promise<Stream> {
  const who = authorization ? `authorization: ${authorization}\r\n` : '';
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let wanted: { kind: string; told(at: number): void } | null = null;
    socket.setEncoding('utf8').on('error', reject);
    socket.on('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-app: ${BIG}\r\naccept: text/event-stream\r\n${who}\r\n`,
      ),
    );
    socket.on('data', (text: string) => {
      if (/^HTTP\/1.1 [45]/.test(text)) reject(new Error(`${path}: ${text.slice(0, 300)}`));
      if (text.includes(': open'))
        resolve({
          next: (kind) => new Promise((told) => (wanted = { kind, told })),
          close: () => socket.destroy(),
        });
      if (wanted && text.includes(`event: ${wanted.kind}`)) {
        wanted.told(performance.now());
        wanted = null;
      }
    });
  });
}

/** How long it takes until the last stream is told, from the moment when `change` is begun. */
async function slowestOfFive(base: string, path: string | undefined, change: () => unknown): Promise<number> {
  const streams: Stream[] = [];
  while (streams.length < STREAMS)
    streams.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openStream(base, path)))));
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const told = streams.map((stream) => stream.next('campaign.changed'));
    const began = performance.now();
    await change();
    times.push(Math.max(...(await Promise.all(told))) - began);
  }
  for (const stream of streams) stream.close();
  return Math.max(...times);
}

/**
 * Two thousand people look; how long until the last of them is told that a price has changed, from the moment
 * when its transaction is begun.
 * @param env of the shop: the change is made by another process, as an import makes it
 */
export async function measureStreams(shop: Started, env: Record<string, string>): Promise<Figure[]> {
  const [read, log] = [readEnv(env), createLog('error')];
  const db = await openDatabase(read, log);
  const core = await openCore(read, db, log);
  const slowest = await slowestOfFive(shop.url, undefined, () =>
    db.tenant(BIG, async (tx) => {
      await tx
        .update(item)
        .set({ price: sql`${item.price} + 1` })
        .where(eq(item.tenantId, BIG));
      await core.events.changed(tx, BIG);
    }),
  );
  await core.events.close();
  await db.close();
  const bare = await startBare();
  const least = await slowestOfFive(bare.url, '/stream', () => bare.tell());
  await bare.stop();
  return [
    figure(`${STREAMS} streams: the last is told of a change after (slowest of five)`, slowest, 'ms', {
      limit: { name: 'bare node:http that writes to each', value: least },
      promised: atMost(10, '×'),
    }),
  ];
}
