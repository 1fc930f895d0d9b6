import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, json, tenantId } from './columns.ts';

/** Who did what that someone may ask about later. No secrets, no full contacts. */
export const audit = pgTable(
  'audit',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    data: json('data').notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('audit_by_time').on(t.tenantId, t.at)],
);
