import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, tenantId } from '#server/db/schema/columns.ts';

/** A `state` of single sign-on that was used: none is taken twice (SEC-10). */
export const ssoState = pgTable(
  'sso_state',
  {
    tenantId: tenantId(),
    stateHash: text('state_hash').notNull(),
    usedAt: instant('used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.stateHash] }),
    index('sso_state_expiry').on(t.tenantId, t.expiresAt),
  ],
);
