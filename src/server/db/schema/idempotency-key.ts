import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, tenantId } from './columns.ts';

/** A keyed request (REL-01). Only a 201 is kept: 72 h, the same bytes on replay. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    tenantId: tenantId(),
    /** `account:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** Hash of the body; the same key with another body is refused. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state').$type<'running' | 'done'>().notNull(),
    status: integer('status'),
    body: text('body'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.subject, t.route, t.key] }),
    index('idempotency_key_expiry').on(t.tenantId, t.expiresAt),
  ],
);
