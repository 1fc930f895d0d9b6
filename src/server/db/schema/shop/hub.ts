import { doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, json, tenantId } from '#server/db/schema/columns.ts';

/** A distribution centre or pickup point (D27). */
export const hub = pgTable(
  'hub',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    name: text('name').notNull(),
    type: text('type').$type<'DISTRIBUTION' | 'PICKUP' | 'BOTH'>().notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** The whole hub in the contract's shape. */
    body: json('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
);
