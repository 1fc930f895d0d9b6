import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import type { Reserved } from './pricing.ts';

const takeUnits = prepared((tx) =>
  tx
    .update(stock)
    .set({ quantity: sql`${stock.quantity} - ${sql.placeholder('quantity')}::int` })
    .where(
      and(
        eq(stock.tenantId, sql.placeholder('tenantId')),
        eq(stock.itemId, sql.placeholder('itemId')),
        gte(stock.quantity, sql.placeholder('quantity')),
      ),
    )
    .returning({ itemId: stock.itemId }),
);
/**
 * Takes units of stock, items in ascending order so that two carts never wait for each other in a ring.
 * @throws ApiProblem STOCK
 */
export async function takeStock(tx: Tx, tenantId: string, demand: readonly Reserved[]): Promise<void> {
  const ascending = demand.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const taken = await Promise.all(
    ascending.map(({ itemId, quantity }) => takeUnits(tx).execute({ tenantId, itemId, quantity })),
  );
  const missing = ascending.find((_, index) => !taken[index]?.length);
  if (missing) throw new ApiProblem('STOCK', { detail: missing.itemId });
}

/**
 * Whether so many units are there now. Holds nothing: for questions that must be answered before stock may be
 * taken.
 */
export async function hasStock(tx: Tx, tenantId: string, demand: readonly Reserved[]): Promise<boolean> {
  const there = await tx
    .select({ itemId: stock.itemId, quantity: stock.quantity })
    .from(stock)
    .where(
      and(
        eq(stock.tenantId, tenantId),
        inArray(
          stock.itemId,
          demand.map(({ itemId }) => itemId),
        ),
      ),
    );
  const left = new Map(there.map(({ itemId, quantity }) => [itemId, quantity]));
  return demand.every(({ itemId, quantity }) => (left.get(itemId) ?? 0) >= quantity);
}

/** Gives back what a hold took: stock and the place in its window. */
export async function releaseStock(
  tx: Tx,
  tenantId: string,
  reserved: readonly Reserved[],
  windowId: string | null,
): Promise<void> {
  const ascending = reserved.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  await Promise.all(
    ascending.map(({ itemId, quantity }) =>
      tx
        .update(stock)
        .set({ quantity: sql`${stock.quantity} + ${quantity}` })
        .where(and(eq(stock.tenantId, tenantId), eq(stock.itemId, itemId))),
    ),
  );
  if (windowId !== null)
    await tx
      .update(deliveryWindow)
      .set({ taken: sql`${deliveryWindow.taken} - 1` })
      .where(and(eq(deliveryWindow.tenantId, tenantId), eq(deliveryWindow.id, windowId)));
}
