import { BIG } from './big-shop.ts';
import { besideBare, startBare } from './bare-limits.ts';
import { type Figure, atLeast, figure } from './figures.ts';
import type { Started } from './start.ts';

const CONNECTIONS = 32;
/** Long enough for an answer that stays the same to be compressed hard, ms. */
const WARM = 12_000;

/** Reads that everybody makes, as whole brotli answers, and what is promised of each beside a bare answer. */
export async function measureReads(shop: Started, big: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const bare = await startBare();
  for (const [name, path, promised] of [
    ['catalog of 900 items', `/api/operation/catalog/campaign/${big}/items/preview/public?size=900`, 0.5],
    ['campaign list', '/api/operation/campaigns/public', 0.5],
    ['Home as a page', '/', 0.8],
  ] as const) {
    const headers = { 'accept-encoding': 'br', 'x-app': BIG };
    const how = { bare, connections: CONNECTIONS, warm: WARM };
    const { own, limit, bytes } = await besideBare(shop, path, headers, how);
    // The loader shares the machine and is the slower of the two: what one core could answer is said by the
    // server's own processor time.
    figures.push(
      figure(`${name}, brotli 200, one core of the server`, own.perCore, 'req/s', {
        limit: limit.perCore,
        promised: atLeast(promised, '×'),
      }),
      figure(`${name}, as the loader saw it, ${CONNECTIONS} connections`, own.rate, 'req/s', {
        limit: limit.rate,
      }),
      figure(`${name}, p99`, own.p99, 'ms', { limit: limit.p99 }),
      figure(`${name}, size`, bytes / 1_024, 'KiB'),
    );
  }
  await bare.stop();
  return figures;
}
