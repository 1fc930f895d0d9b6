import autocannon from 'autocannon';
import { BIG } from './big-shop.ts';
import { type Figure, atLeast, figure } from './figures.ts';
import type { Started } from './start.ts';

const SECONDS = 6;

async function load(url: string): Promise<{ rate: number; p99: number; bytes: number; bad: number }> {
  const headers = { 'accept-encoding': 'br', 'x-app': BIG };
  const once = await fetch(url, { headers });
  if (once.status !== 200 || once.headers.get('content-encoding') !== 'br') throw new Error(`${url} answered ${once.status}, ${once.headers.get('content-encoding') ?? 'not compressed'}`);
  const bytes = Number(once.headers.get('content-length') ?? 0);
  await once.arrayBuffer();
  await autocannon({ url, headers, connections: 32, duration: 2 });
  const result = await autocannon({ url, headers, connections: 32, duration: SECONDS, workers: 1 });
  return { rate: result.requests.average, p99: result.latency.p99, bytes, bad: result.non2xx + result.errors };
}

/** Reads that everybody makes, as whole brotli answers. */
export async function measureReads(shop: Started, big: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of [
    ['catalog of 900 items', `/api/operation/catalog/campaign/${big}/items/preview/public?size=900`],
    ['campaign list', '/api/operation/campaigns/public'],
    ['home page', '/'],
  ] as const) {
    const { rate, p99, bytes, bad } = await load(`${shop.url}${path}`);
    if (bad) throw new Error(`${name}: ${bad} answers were not 200`);
    figures.push(figure(`${name}, brotli 200, 32 connections`, rate, 'req/s', atLeast(10_000, 'req/s')), figure(`${name}, p99`, p99, 'ms'), figure(`${name}, size`, bytes / 1_024, 'KiB'));
  }
  return figures;
}
