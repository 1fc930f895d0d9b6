import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, json, tenantId } from '#server/db/schema/columns.ts';

/** Remote copy (D59): `defaults/dialogs`, `routes/pt-br`, `pwa/{client}`, `status/{STATE}` … */
export const document = pgTable(
  'document',
  {
    tenantId: tenantId(),
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    body: json<unknown>('body').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.collection, t.id] })],
);
