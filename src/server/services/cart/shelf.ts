import { type Placeholder, and, eq, inArray, sql } from 'drizzle-orm';
import type { CartLine } from '#contract/cart.ts';
import type { Pause } from '#contract/scalars.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { pausedNow } from '#server/services/catalog/pause.ts';

type ItemRow = typeof item.$inferSelect;

/** Items that lines are about, those inside kits and flavours too: so a kit costs no further read. */
const idsOf = (lines: readonly CartLine[]): string[] => [
  ...new Set(lines.flatMap((line) => [line.id, ...(line.selection ?? []).map(({ item: part }) => part.id)])),
];

/**
 * One statement for each number of lines: for a list of unknown length the database would plan anew at every
 * call.
 */
const MOST_PLANNED = 16;
const itemsOf = Array.from({ length: MOST_PLANNED + 1 }, (_, count) =>
  prepared((tx) =>
    itemsWith(
      tx,
      sql.placeholder('tenantId'),
      Array.from({ length: count }, (_each, index) => sql.placeholder(`id ${index}`)),
    ),
  ),
);
const itemsWith = (tx: Tx, tenantId: string | Placeholder, ids: (string | Placeholder)[]) =>
  tx
    .select({ row: item, quantity: stock.quantity })
    .from(item)
    .leftJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
    .where(and(eq(item.tenantId, tenantId), inArray(item.id, ids)));

/** Items of lines with what is left of them, as the database has them now; of a paused one nothing is for sale. */
export type Shelf = { row: ItemRow; quantity: number | null; paused: Pause | undefined }[];
export async function readItemsForPricing(
  tx: Tx,
  tenantId: string,
  lines: readonly CartLine[],
  now: number,
): Promise<Shelf> {
  const ids = idsOf(lines);
  if (ids.length === 0) return [];
  const known = itemsOf[ids.length];
  const [rows, pausedOf] = await Promise.all([
    known
      ? known(tx).execute({ tenantId, ...Object.fromEntries(ids.map((id, index) => [`id ${index}`, id])) })
      : itemsWith(tx, tenantId, ids),
    pausedNow(tx, tenantId, 'item', now),
  ]);
  return rows.map((one) => ({ ...one, paused: pausedOf(one.row.id) }));
}
