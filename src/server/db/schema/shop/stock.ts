import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id, tenantId } from '#server/db/schema/columns.ts';

/**
 * Units of an item that may still be sold. A lock takes units with a conditional update
 * (`SET quantity = quantity - n WHERE quantity >= n`), items in ascending id so that two carts never wait for
 * each other in a ring.
 */
export const stock = pgTable(
  'stock',
  {
    tenantId: tenantId(),
    itemId: id('item_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** What was loaded; quantity = initial − sold − held. */
    initial: integer('initial').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.itemId] }),
    check('stock_never_negative', sql`${t.quantity} >= 0`),
  ],
);
