import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { centavos, id, instant, json, tenantId } from '#server/db/schema/columns.ts';

/** A way for goods to reach the buyer (D41). */
export const shippingMethod = pgTable(
  'shipping_method',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    name: text('name').notNull(),
    type: text('type').$type<'DELIVERY' | 'EXPRESS' | 'SCHEDULED' | 'PICKUP'>().notNull(),
    price: centavos('price').notNull(),
    position: integer('position').notNull().default(0),
    /** The rest in the contract's shape: days, free above, area, weekly windows … */
    body: json('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
);

/**
 * One delivery window of one day. Made when first offered; places are taken by a conditional update at lock.
 */
export const deliveryWindow = pgTable(
  'delivery_window',
  {
    tenantId: tenantId(),
    /** `{method}:{window}:{YYYY-MM-DD}`: made the same way by whoever offers it first. */
    id: text('id').notNull(),
    shippingMethodId: id('shipping_method_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    capacity: integer('capacity').notNull(),
    taken: integer('taken').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('delivery_window_start').on(t.tenantId, t.shippingMethodId, t.startsAt),
    index('delivery_window_by_time').on(t.tenantId, t.startsAt),
    check('delivery_window_places', sql`${t.taken} >= 0 and ${t.taken} <= ${t.capacity}`),
  ],
);
