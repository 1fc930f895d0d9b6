import type { CartLine } from '#contract/cart.ts';
import { addLine, lineKey } from './cart-line.ts';
import { type LimitReason, type LineLimits, clampQuantity } from './line-limits.ts';

/**
 * A line whose quantity is not what was asked. `from` before, `wanted` asked for, `to` now; 0 means that it
 * is not in the cart.
 */
export type LineChange = Pick<CartLine, 'id' | 'campaignId' | 'packageId'> & {
  key: string;
  from: number;
  wanted: number;
  to: number;
  reason: 'MERGED' | LimitReason;
};

/** Cuts a cart to its limits; earlier lines are served first, a line that gets nothing leaves. */
export function clampLines<L extends CartLine>(
  lines: readonly L[],
  limitsOf: (line: L) => LineLimits,
): { lines: L[]; changes: LineChange[] } {
  const taken = new Map<string, { stock: number; quantity: number }>();
  const kept: L[] = [];
  const changes: LineChange[] = [];
  for (const line of lines) {
    const limits = limitsOf(line);
    const item = JSON.stringify([line.campaignId, line.id]);
    const used = taken.get(item) ?? { stock: 0, quantity: 0 };
    const rest = {
      units: limits.units,
      stock: less(limits.stock, used.stock),
      max: less(limits.max, used.quantity),
    };
    const own = clampQuantity(line.quantity, rest);
    const parts = (limits.parts ?? []).map((part) => ({
      ...part,
      key: JSON.stringify([line.campaignId, part.id]),
    }));
    const inParts = Math.min(
      own.quantity,
      ...parts.map(({ key, stock, units }) =>
        Math.max(0, Math.floor((stock - (taken.get(key)?.stock ?? 0)) / Math.max(1, units))),
      ),
    );
    const { quantity, reason } =
      inParts < own.quantity ? { quantity: inParts, reason: 'STOCK' as const } : own;
    taken.set(item, {
      stock: used.stock + quantity * Math.max(1, limits.units ?? 1),
      quantity: used.quantity + quantity,
    });
    for (const { key, units } of parts) {
      const before = taken.get(key) ?? { stock: 0, quantity: 0 };
      taken.set(key, { ...before, stock: before.stock + quantity * Math.max(1, units) });
    }
    if (quantity > 0) kept.push(reason ? { ...line, quantity } : line);
    if (reason)
      changes.push({ ...nameOf(line), from: line.quantity, wanted: line.quantity, to: quantity, reason });
  }
  return { lines: kept, changes };
}

const less = (limit: number | undefined, used: number) => (limit === undefined ? undefined : limit - used);
const nameOf = (line: CartLine) => ({
  key: lineKey(line),
  id: line.id,
  campaignId: line.campaignId,
  packageId: line.packageId,
});

/**
 * Merges the cart at hand with the one saved in the account: equal lines sum, then limits cut. Every line
 * that differs from the cart at hand is listed.
 * Source: D13 (browsing; in checkout the cart at hand wins and nothing is merged).
 */
export function mergeCarts<L extends CartLine>(
  current: readonly L[],
  saved: readonly L[],
  limitsOf: (line: L) => LineLimits,
): { lines: L[]; changes: LineChange[] } {
  const before = new Map(current.map((line) => [lineKey(line), line.quantity]));
  const wanted = saved
    .filter((line) => line.quantity > 0)
    .reduce<L[]>((lines, line) => addLine(lines, line), [...current]);
  const { lines, changes: cuts } = clampLines(wanted, limitsOf);
  const cutOf = new Map(cuts.map((cut) => [cut.key, cut]));
  const changes = wanted.flatMap((line): LineChange[] => {
    const key = lineKey(line);
    const from = before.get(key) ?? 0;
    const cut = cutOf.get(key);
    if (cut) return [{ ...cut, from }];
    return from === line.quantity
      ? []
      : [{ ...nameOf(line), from, wanted: line.quantity, to: line.quantity, reason: 'MERGED' }];
  });
  return { lines, changes };
}
