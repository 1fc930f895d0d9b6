import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, json, tenantId, version } from '#server/db/schema/columns.ts';

/** A client: the person behind a user, with addresses. */
export const account = pgTable(
  'account',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    userId: id('user_id').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    phoneCountryCode: text('phone_country_code'),
    phoneCountryIsoCode: text('phone_country_iso_code'),
    /** CPF, 11 digits. */
    identification: text('identification'),
    addresses: json<unknown[]>('addresses').notNull().default([]),
    properties: json('properties').notNull(),
    version: version(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('account_user').on(t.tenantId, t.userId),
    index('account_identification').on(t.tenantId, t.identification),
  ],
);
