import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from '#server/db/schema/columns.ts';

/**
 * Somebody asked to be forgotten (PRV-02). Random ids only; what had to wait, for an order under way, is
 * erased by the sweep.
 */
export const erasure = pgTable(
  'erasure',
  {
    tenantId: tenantId(),
    userId: id('user_id').notNull(),
    accountId: id('account_id'),
    /** The farewells, which hold the contact until they were sent. */
    messageIds: uuid('message_ids').array().notNull().default([]),
    requestedAt: instant('requested_at').notNull(),
    /** When nothing of the person was left. */
    doneAt: instant('done_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] }), index('erasure_open').on(t.tenantId, t.doneAt)],
);
