import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, json, tenantId, version } from '#server/db/schema/columns.ts';

/** A visitor who left something to keep: a place, a cart, a key. Known by id and secret together. */
export const lead = pgTable(
  'lead',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    secretHash: text('secret_hash').notNull(),
    name: text('name'),
    phone: text('phone'),
    properties: json('properties').notNull(),
    addresses: json<unknown[]>('addresses').notNull().default([]),
    version: version(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Set when an account took it over; a closed lead opens nothing. */
    closedAt: instant('closed_at'),
    accountId: id('account_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('lead_secret').on(t.tenantId, t.secretHash),
    index('lead_created').on(t.tenantId, t.createdAt),
  ],
);
