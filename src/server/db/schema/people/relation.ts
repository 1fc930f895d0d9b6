import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, json, tenantId } from '#server/db/schema/columns.ts';

/** An access relation (D23): a key, an invitation, a coupon. `used` grows by a conditional update only. */
export const relation = pgTable(
  'relation',
  {
    tenantId: tenantId(),
    /** The key itself: at least 60 random bits. */
    code: text('code').notNull(),
    accountId: id('account_id'),
    leadId: id('lead_id'),
    action: text('action').$type<'CAMPAIGN_ACCESS' | 'INVITE' | 'COUPON' | 'STAFF'>().notNull(),
    max: integer('max'),
    /** Uses that one person may take: a key or an invitation counts nobody twice. */
    perAccount: integer('per_account'),
    expiresAt: instant('expires_at'),
    used: integer('used').notNull().default(0),
    properties: json('properties').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.code] }),
    index('relation_by_account').on(t.tenantId, t.accountId),
    check('relation_within_limit', sql`${t.used} >= 0 and (${t.max} is null or ${t.used} <= ${t.max})`),
  ],
);

/** Who opened what with which key. */
export const relationUse = pgTable(
  'relation_use',
  {
    tenantId: tenantId(),
    code: text('code').notNull(),
    /** `account:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    campaignId: id('campaign_id').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.code, t.subject, t.campaignId] }),
    index('relation_use_by_subject').on(t.tenantId, t.subject),
  ],
);

/**
 * An invitee who counted: once per CPF and once per phone in a store, as keyed hashes that outlive the
 * account (D22).
 */
export const inviteAcceptance = pgTable(
  'invite_acceptance',
  {
    tenantId: tenantId(),
    personHash: text('person_hash').notNull(),
    code: text('code').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.personHash] }),
    index('invite_acceptance_by_code').on(t.tenantId, t.code),
  ],
);
