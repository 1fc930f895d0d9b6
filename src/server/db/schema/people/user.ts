import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { flag, id, instant, tenantId } from '#server/db/schema/columns.ts';

/**
 * Someone who may sign in. Exists from the first code request on (`activated` false); becomes a buyer when an
 * account is created.
 */
export const user = pgTable(
  'user',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** E.164 */
    phone: text('phone'),
    /** Lower case. */
    email: text('email'),
    name: text('name'),
    activated: flag('activated'),
    roles: text('roles').array().notNull().default(['CLIENT']),
    /** Single sign-on identity. */
    issuer: text('issuer'),
    subject: text('subject'),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('user_phone').on(t.tenantId, t.phone),
    unique('user_email').on(t.tenantId, t.email),
    unique('user_identity').on(t.tenantId, t.issuer, t.subject),
    index('user_created').on(t.tenantId, t.createdAt),
  ],
);
