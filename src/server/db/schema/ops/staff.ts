import { bigint, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { Role } from '#contract/ops/role.ts';
import { id, instant, json, tenantId } from '#server/db/schema/columns.ts';

/** Somebody who works in the shop. Never a row of `user`: a buyer with the same contact is somebody else. */
export const staff = pgTable(
  'staff',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    name: text('name').notNull(),
    /** E.164 phone or lower-case e-mail. */
    contact: text('contact').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Hubs that this person works at; null = all of them. */
    hubIds: json<string[] | null>('hub_ids'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique('staff_contact').on(t.tenantId, t.contact)],
);

/** One sign-in: 12 hours at most, 30 minutes without a call. Rows go when it ends. */
export const staffSession = pgTable(
  'staff_session',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    staffId: id('staff_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** When the second factor was last proved. */
    provedAt: instant('proved_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('staff_session_token').on(t.tenantId, t.tokenHash),
    index('staff_session_of').on(t.tenantId, t.staffId),
    index('staff_session_age').on(t.tenantId, t.expiresAt),
  ],
);

/** A second factor: the secret of an app, or a recovery code, which is spent once. */
export const staffFactor = pgTable(
  'staff_factor',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    staffId: id('staff_id').notNull(),
    kind: text('kind').$type<'TOTP' | 'RECOVERY'>().notNull(),
    /** The app's secret, sealed; the keyed hash of a recovery code. */
    secret: text('secret').notNull(),
    /** Of an app: the last step that was used; none before it counts again. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('staff_factor_of').on(t.tenantId, t.staffId)],
);
