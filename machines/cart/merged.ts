import type { Cart } from '#contract/cart.ts';
import type { LineChange } from '#domain/cart-limits.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { HeldLine, MergedLine } from './held-line.ts';

/**
 * The lines that a merge changed, by name. A line that comes from the saved cart alone and costs something else than when it was
 * put there says both prices; of a line that was at hand as well its own price was seen, and it says itself what became of it.
 */
export function mergedLines(
  changes: readonly LineChange[],
  current: readonly HeldLine[],
  saved: Cart,
): MergedLine[] {
  const held = new Map(current.map((line) => [lineKey(line), line]));
  const joined = new Map(saved.products.map((line) => [lineKey(line), line]));
  return changes.map((change) => {
    const line = joined.get(change.key);
    const { name = '' } = held.get(change.key) ?? line ?? {};
    // The server names the item, not the line: of two lines of one item it is the one that costs that much now.
    const price =
      line && !held.has(change.key)
        ? saved.changes.find(
            ({ kind, id, campaignId, after }) =>
              kind === 'PRICE' &&
              id === line.id &&
              campaignId === line.campaignId &&
              after === line.unitPrice,
          )
        : undefined;
    return {
      ...change,
      name,
      ...(price?.before === undefined
        ? {}
        : { price: { before: price.before, after: line?.unitPrice ?? 0 } }),
    };
  });
}
