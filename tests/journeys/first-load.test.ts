import { describe, expect, it } from 'vitest';
import { firstLoadBytes } from '../bench/bundle.ts';

/** Script of a first visit, brotli 11. Somebody's phone waits for each of them. */
const MOST = 130 * 1_024;

describe('the built shop', () => {
  it.each(['home/home-screen', 'catalog/catalog-screen', 'product/product-screen'])('loads at most 130 KiB of script for %s', (screen) => {
    expect(firstLoadBytes(screen)).toBeGreaterThan(50 * 1_024);
    expect(firstLoadBytes(screen)).toBeLessThanOrEqual(MOST);
  });
});
