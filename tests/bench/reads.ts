import { BIG } from './big-shop.ts';
import { bareAnswers, startBare } from './bare-limits.ts';
import { type Figure, atLeast, figure, processorSeconds } from './figures.ts';
import { rawLoad } from './raw-load.ts';
import type { Started } from './start.ts';

const SECONDS = 6;
const CONNECTIONS = 32;

async function load(
  url: string,
  pid: number,
): Promise<{ rate: number; perCore: number; p99: number; bytes: number; bad: number }> {
  const headers = { 'accept-encoding': 'br', 'x-app': BIG };
  const once = await fetch(url, { headers });
  if (once.status !== 200 || once.headers.get('content-encoding') !== 'br')
    throw new Error(
      `${url} answered ${once.status}, ${once.headers.get('content-encoding') ?? 'not compressed'}`,
    );
  await once.arrayBuffer();
  // Long enough for an answer that stays the same to be compressed hard.
  await rawLoad(url, headers, CONNECTIONS, 2 * SECONDS * 1_000);
  const before = processorSeconds(pid);
  const { total, bad, p99 } = await rawLoad(url, headers, CONNECTIONS, SECONDS * 1_000);
  const used = processorSeconds(pid) - before;
  const bytes = Number((await fetch(url, { method: 'GET', headers })).headers.get('content-length') ?? 0);
  return { rate: total / SECONDS, perCore: total / used, p99, bytes, bad };
}

/** Reads that everybody makes, as whole brotli answers. */
export async function measureReads(shop: Started, big: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const bare = await startBare();
  for (const [name, path] of [
    ['catalog of 900 items', `/api/operation/catalog/campaign/${big}/items/preview/public?size=900`],
    ['campaign list', '/api/operation/campaigns/public'],
    ['home page', '/'],
  ] as const) {
    const { rate, perCore, p99, bytes, bad } = await load(`${shop.url}${path}`, shop.pid);
    if (bad) throw new Error(`${name}: ${bad} answers were not 200`);
    const limit = await bareAnswers(bare, bytes, CONNECTIONS);
    // The loader shares the machine and is the slower of the two: what one core could answer is said by the
    // server's own processor time.
    figures.push(
      figure(`${name}, brotli 200, one core of the server`, perCore, 'req/s', {
        limit: limit.perCore,
        promised: atLeast(0.5, '×'),
      }),
      figure(`${name}, as the loader saw it, ${CONNECTIONS} connections`, rate, 'req/s', {
        limit: limit.rate,
      }),
      figure(`${name}, p99`, p99, 'ms', { limit: limit.p99 }),
      figure(`${name}, size`, bytes / 1_024, 'KiB'),
    );
  }
  await bare.stop();
  return figures;
}
