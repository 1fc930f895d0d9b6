import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { centavos, flag, id, json, tenantId } from '#server/db/schema/columns.ts';

/** Something sold in one campaign. The same goods in two campaigns are two items. */
export const item = pgTable(
  'item',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    campaignId: id('campaign_id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    /** Lower case without accents, for the accent-blind text search (D37). */
    searchName: text('search_name').notNull(),
    /** Unit price in centavos; the only price that an order ever uses. */
    price: centavos('price').notNull(),
    listPrice: centavos('list_price'),
    /** Most units that one order may have. */
    max: integer('max'),
    tags: text('tags').array().notNull().default([]),
    /** `[{id, name, units, price (centavos)}]` */
    packages: json<StoredPackage[]>('packages').notNull().default([]),
    position: integer('position').notNull().default(0),
    active: flag('active').default(true),
    /** The whole item in the contract's shape, without price and quantity. */
    body: json('body').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('item_by_campaign').on(t.tenantId, t.campaignId, t.position, t.id),
  ],
);

export interface StoredPackage {
  id: string;
  name: string;
  units: number;
  /** Centavos of the whole package. */
  price: number;
}
