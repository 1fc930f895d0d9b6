import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { Browser, DeviceSystem } from '#contract/people/device.ts';
import { flag, id, instant, tenantId } from '#server/db/schema/columns.ts';

/**
 * One sign-in on one device: the family of its refresh tokens. Renewals of a family take turns on this row
 * (`FOR UPDATE`).
 */
export const session = pgTable(
  'session',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    userId: id('user_id').notNull(),
    remembered: flag('remembered'),
    /** When a code was last proved (recency rules). */
    provedAt: instant('proved_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Absolute end; rotation never moves it. */
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedFor: text('revoked_for').$type<
      'SIGN_OUT' | 'ENDED' | 'REUSE' | 'RESET' | 'CONTACT_CHANGED' | 'ACCOUNT_DELETED' | 'NOT_LISTED'
    >(),
    /** What a person knows the device by; null where it could not be told. */
    browser: text('browser').$type<Browser>(),
    system: text('system').$type<DeviceSystem>(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('session_by_user').on(t.tenantId, t.userId)],
);

/**
 * A refresh token, hashed. Used once; a repeat within 10 s gets the same successor, later the family dies
 * (SEC-07).
 */
export const refreshToken = pgTable(
  'refresh_token',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    sessionId: id('session_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    issuedAt: instant('issued_at').notNull(),
    usedAt: instant('used_at'),
    /** The reply that the first use got, sealed, for a repeat within the grace. */
    successorSealed: text('successor_sealed'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('refresh_token_hash').on(t.tenantId, t.tokenHash),
    index('refresh_token_by_session').on(t.tenantId, t.sessionId),
  ],
);

/** The right to create the account of one user without a bearer: 30 min, single use (SEC-14). */
export const signupGrant = pgTable(
  'signup_grant',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    userId: id('user_id').notNull(),
    grantHash: text('grant_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('signup_grant_hash').on(t.tenantId, t.grantHash),
  ],
);
