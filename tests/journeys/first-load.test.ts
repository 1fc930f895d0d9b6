import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstLoadBytes, firstLoadScripts, pathOf } from '../bench/bundle.ts';

/** Script of a first visit, brotli 11. Somebody's phone waits for each of them. */
const MOST = 130 * 1_024;

describe('the built shop', () => {
  it.each(['home/home-screen', 'catalog/catalog-screen', 'product/product-screen'])('loads at most 130 KiB of script for %s', (screen) => {
    expect(firstLoadBytes(screen)).toBeGreaterThan(50 * 1_024);
    expect(firstLoadBytes(screen)).toBeLessThanOrEqual(MOST);
  });

  // Each is run as it comes: one that needed the shop would have the shop run first, before what it needs itself.
  it.each(['libraries', 'charts'])('has %s that need nothing of the rest', (name) => {
    const file = firstLoadScripts('home/home-screen').find((one) => one.includes(`/${name}-`)) ?? '';
    const needed = [...readFileSync(pathOf(file), 'utf8').matchAll(/from\s*"\.\/([a-z-]+)-[\w-]{8}\.js"/g)].map(([, chunk]) => chunk);
    expect(needed.filter((chunk) => chunk !== 'rolldown-runtime')).toEqual([]);
  });
});
