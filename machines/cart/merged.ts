import type { CartChange } from '#contract/cart.ts';
import { inCents } from '#contract/money.ts';
import type { LineChange } from '#domain/cart-limits.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { HeldLine, MergedLine } from './held-line.ts';

/**
 * The lines that a merge changed, by name. A line that comes from the saved cart alone and costs something
 * else than when it was put there says both prices; of a line that was at hand as well its own price was
 * seen, and it says itself what became of it.
 * @param lines of both carts
 * @param told what the server says of the saved one: it names the item, so that of several lines of one item
 * it is the one that costs that much now
 */
export const mergedLines = (
  changes: readonly LineChange[],
  lines: readonly HeldLine[],
  told: readonly CartChange[],
): MergedLine[] =>
  changes.map((change) => {
    const line = lines.find((one) => lineKey(one) === change.key);
    const price = told.find(
      ({ kind, id, campaignId, after = 0 }) =>
        kind === 'PRICE' &&
        id === change.id &&
        campaignId === change.campaignId &&
        inCents(after) === line?.price,
    );
    return { ...change, name: line?.name ?? '', ...(price && change.from === 0 ? { price } : {}) };
  });

/**
 * What became of the saved cart's lines while it was away, beside their prices: gone, fewer, another discount.
 * A line that was at hand as well is told by itself.
 */
export const unsaidOf = (told: readonly CartChange[], lines: readonly HeldLine[]): CartChange[] =>
  told.filter(
    ({ kind, id, campaignId }) =>
      kind !== 'PRICE' && !lines.some((line) => line.id === id && line.campaignId === campaignId),
  );
