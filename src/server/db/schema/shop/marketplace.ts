import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, json, tenantId } from '#server/db/schema/columns.ts';

/** A store of the tenant. */
export const marketplace = pgTable(
  'marketplace',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    position: integer('position').notNull().default(0),
    /** The whole marketplace in the contract's shape. */
    body: json('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
);
