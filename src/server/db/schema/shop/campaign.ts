import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { flag, id, instant, json, tenantId, version } from '#server/db/schema/columns.ts';

/** A catalog bound in time and area. */
export const campaign = pgTable(
  'campaign',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    marketplaceId: id('marketplace_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    active: flag('active'),
    isDefault: flag('is_default'),
    /** Ascending; ties by id. */
    priority: integer('priority').notNull().default(0),
    /** End of the campaign (`expired.end`); none = never ends. */
    endsAt: instant('ends_at'),
    /** Pickup points and distribution centres that serve it. */
    hubIds: uuid('hub_ids').array().notNull().default([]),
    /** Polygon or radius in the contract's shape; none = national. */
    area: json<unknown>('area'),
    /** The whole campaign in the contract's shape, without facts. */
    body: json('body').notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('campaign_slug').on(t.tenantId, t.slug),
    index('campaign_by_marketplace').on(t.tenantId, t.marketplaceId, t.priority),
  ],
);
