import { and, eq } from 'drizzle-orm';
import type { OrderState } from '#contract/order/order.ts';
import { isProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { hasStock, releaseStock, takeStock } from '#server/services/cart/stock.ts';
import { type Party, splitReserved } from './order-family.ts';
import { type OrderRow, windowStart } from './order-row.ts';

/**
 * Whether the goods of an expired order are still to be had, and can be brought in its window.
 * @param now epoch ms
 */
export const canReserve = async (tx: Tx, row: OrderRow, now: number): Promise<boolean> =>
  now < windowStart(row) && (await hasStock(tx, row.tenantId, row.reserved));

/**
 * Goods of an order whose payment expired were given back; a new try or a late payment takes them again,
 * while they can still be brought in its window.
 */
export async function reserveAgain(tx: Tx, row: OrderRow, now: number): Promise<boolean> {
  if (windowStart(row) <= now) return false;
  try {
    await tx.transaction((inner) => takeStock(inner, row.tenantId, row.reserved));
    return true;
  } catch (error) {
    if (isProblem(error, 'STOCK')) return false;
    throw error;
  }
}

/**
 * Releases what a move leaves without an order: the units of those that move, and the place in the
 * window with the last of them.
 * @param move.some the parts that move while others stay; null when all of them move
 * @returns the units that stay reserved
 */
export async function releaseGoods(
  tx: Tx,
  row: OrderRow,
  { from, to, isLast, some }: { from: OrderState; to: OrderState; isLast: boolean; some: Party | null },
): Promise<OrderRow['reserved']> {
  const windowId = isLast ? row.deliveryWindowId : null;
  if (!hasOrderTag(from, 'stocked') || hasOrderTag(to, 'stocked')) {
    // An expired order gave its goods back already, but kept its place in the window.
    if (from === 'PAYMENT_EXPIRED' && isLast) await releaseStock(tx, row.tenantId, [], windowId);
    return row.reserved;
  }
  const { theirs, others } = some
    ? await splitReserved(tx, row, some.moving)
    : { theirs: row.reserved, others: row.reserved };
  await releaseStock(tx, row.tenantId, theirs, windowId);
  if (some)
    await tx
      .update(order)
      .set({ reserved: others })
      .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)));
  return others;
}
