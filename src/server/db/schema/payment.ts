import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { centavos, id, instant, json, tenantId, version } from './columns.ts';
import { order } from './order.ts';

/** One attempt to pay one order (D56). Notices are matched by the charge, never by the order's code. */
export const payment = pgTable(
  'payment',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    orderId: id('order_id').notNull(),
    attempt: integer('attempt').notNull(),
    type: text('type').$type<'PIX' | 'CREDIT_CARD' | 'WALLET' | 'FREE'>().notNull(),
    state: text('state').notNull(),
    version: version(),
    amount: centavos('amount').notNull(),
    provider: text('provider').notNull(),
    /** The charge's own id. */
    txid: text('txid').notNull(),
    /** End-to-end id of the transfer, once paid. */
    endToEndId: text('end_to_end_id'),
    brCode: text('br_code'),
    installments: integer('installments').notNull().default(1),
    /** What of it went back or is on its way back, in centavos. */
    refunded: centavos('refunded').notNull().default(sql`0`),
    properties: json('properties').notNull().default({}),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    settledAt: instant('settled_at'),
    /**
     * When its provider is asked next, whatever notices came; null = nothing more is to be known. Source:
     * REL-09.
     */
    checkAt: instant('check_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('payment_charge').on(t.tenantId, t.txid),
    unique('payment_transfer').on(t.tenantId, t.endToEndId),
    // Wallets pay of an order together, before any other way: several charges of attempt 0.
    uniqueIndex('payment_attempt').on(
      t.tenantId,
      t.orderId,
      t.attempt,
      sql`(case when ${t.type} = 'WALLET' then ${t.txid} else '' end)`,
    ),
    index('payment_check').on(t.checkAt, t.tenantId).where(sql`${t.checkAt} is not null`),
    // The last net: more than came in never goes back, in however many parts.
    check('payment_refunded_within', sql`${t.refunded} >= 0 and ${t.refunded} <= ${t.amount}`),
    foreignKey({ columns: [t.tenantId, t.orderId], foreignColumns: [order.tenantId, order.id] }),
  ],
);

/** Money going back to where it came from. */
export const refund = pgTable(
  'refund',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    orderId: id('order_id').notNull(),
    paymentId: id('payment_id').notNull(),
    amount: centavos('amount').notNull(),
    /** What it is for: `order`, `return:{number}` or `child:{id}`. */
    part: text('part').notNull().default('order'),
    /** What it covers of the order's money: the amount without a card's interest. */
    worth: centavos('worth').notNull().default(sql`0`),
    state: text('state').$type<'requested' | 'settled' | 'failed'>().notNull(),
    reason: text('reason').notNull(),
    requestedAt: instant('requested_at').notNull(),
    settledAt: instant('settled_at'),
    /** Id of the return at the bank, of one that a person sent back. */
    returnId: text('return_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('refund_return').on(t.tenantId, t.returnId),
    // The same thing is never refunded twice: one refund per payment and part of its order.
    unique('refund_per_part').on(t.tenantId, t.paymentId, t.part),
    index('refund_by_order').on(t.tenantId, t.orderId),
  ],
);

/** A notice of a provider, taken once. */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    tenantId: tenantId(),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    body: json<unknown>('body').notNull(),
    outcome: text('outcome').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.provider, t.eventId] })],
);
