import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { tenantId } from '#server/db/schema/columns.ts';

/**
 * A tenant's folder as it was imported, without its pictures: what `tenant:export` writes again. Ids are made
 * of its names and do not
 * lead back to them. JSON as text: the order of its keys is part of it.
 */
export const tenantSource = pgTable(
  'tenant_source',
  { tenantId: tenantId(), body: text('body').notNull() },
  (t) => [primaryKey({ columns: [t.tenantId] })],
);
