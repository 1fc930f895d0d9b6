import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from './columns.ts';

/**
 * A wallet of one account. Amounts of its buckets and postings are whole units: centavos (BRL) or points
 * (PTS).
 */
export const wallet = pgTable(
  'wallet',
  {
    tenantId: tenantId(),
    uuid: id('uuid').notNull(),
    accountId: id('account_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<'CREDIT' | 'CASHBACK' | 'BENEFIT' | 'POINTS'>().notNull(),
    unit: text('unit').$type<'BRL' | 'PTS'>().notNull().default('BRL'),
    /** Reais that one point is worth; points without it buy nothing. */
    rate: doublePrecision('rate'),
    color: text('color'),
    /** Campaigns whose goods it pays; none = all, delivery too. */
    campaignIds: uuid('campaign_ids').array().notNull().default([]),
    position: integer('position').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.uuid] }),
    index('wallet_by_account').on(t.tenantId, t.accountId, t.position),
  ],
);

/** A part of a balance with a life of its own. What is left of it; spent soonest-expiring first. */
export const walletBucket = pgTable(
  'wallet_bucket',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    walletUuid: id('wallet_uuid').notNull(),
    label: text('label').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('wallet_bucket_by_wallet').on(t.tenantId, t.walletUuid),
    index('wallet_bucket_due').on(t.tenantId, t.expiresAt),
    foreignKey({ columns: [t.tenantId, t.walletUuid], foreignColumns: [wallet.tenantId, wallet.uuid] }),
    check('wallet_bucket_never_negative', sql`${t.amount} >= 0`),
  ],
);

/** One movement of a wallet. Its entries sum to zero (REL-10); `reference` makes it happen once. */
export const ledgerPosting = pgTable(
  'ledger_posting',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    walletUuid: id('wallet_uuid').notNull(),
    reference: text('reference').notNull(),
    text: text('text').notNull(),
    orderCode: text('order_code'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('ledger_posting_reference').on(t.tenantId, t.reference),
    index('ledger_posting_by_wallet').on(t.tenantId, t.walletUuid, t.at),
    foreignKey({ columns: [t.tenantId, t.walletUuid], foreignColumns: [wallet.tenantId, wallet.uuid] }),
  ],
);

/** One side of a movement: a bucket of the wallet, or the shop's account that stands against it. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    tenantId: tenantId(),
    postingId: id('posting_id').notNull(),
    position: integer('position').notNull(),
    /** `wallet`, `issued`, `spent`, `expired` */
    ledgerAccount: text('ledger_account').$type<'wallet' | 'issued' | 'spent' | 'expired'>().notNull(),
    bucketId: id('bucket_id'),
    /** Signed whole units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.postingId, t.position] }),
    index('ledger_entry_by_bucket').on(t.tenantId, t.bucketId),
    foreignKey({
      columns: [t.tenantId, t.postingId],
      foreignColumns: [ledgerPosting.tenantId, ledgerPosting.id],
    }),
  ],
);
