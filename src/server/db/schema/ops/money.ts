import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ApprovalAction } from '#contract/ops/approval.ts';
import type { DisputeState } from '#contract/ops/dispute.ts';
import { centavos, id, instant, json, tenantId } from '#server/db/schema/columns.ts';
import { payment } from '#server/db/schema/payment.ts';

/** A move of money that one of the staff asked for and another has to approve. */
export const approval = pgTable(
  'approval',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    action: text('action').$type<ApprovalAction>().notNull(),
    /** The charge, the refund or the stray money. */
    targetId: id('target_id').notNull(),
    orderId: id('order_id'),
    amount: centavos('amount').notNull(),
    /** What was typed, as the call had it. */
    body: json<unknown>('body').notNull(),
    /** One that is still `requested` after `until` is over. */
    state: text('state').$type<'requested' | 'approved' | 'refused' | 'expired'>().notNull(),
    askedBy: id('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    until: instant('until').notNull(),
    decidedBy: id('decided_by'),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // Of one thing one request waits.
    uniqueIndex('approval_waiting').on(t.tenantId, t.targetId).where(sql`${t.state} = 'requested'`),
  ],
);

/** What became of money that nothing had asked for, once for each transfer. */
export const strayEnd = pgTable(
  'stray_end',
  {
    tenantId: tenantId(),
    /** Its end-to-end id; the charge's id where a notice had none. */
    transfer: text('transfer').notNull(),
    /** The row of `audit` that tells of it. */
    strayId: id('stray_id').notNull(),
    amount: centavos('amount').notNull(),
    how: text('how').$type<'order' | 'returned' | 'absent'>().notNull(),
    /** The charge that it paid. */
    paymentId: id('payment_id'),
    /** Id of its return at the bank. */
    returnId: text('return_id'),
    reason: text('reason').notNull(),
    /** The member of staff. */
    by: id('by').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.transfer] }),
    unique('stray_return').on(t.tenantId, t.returnId),
  ],
);

/** A Pix that its payer's bank contests (MED). */
export const dispute = pgTable(
  'dispute',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    orderId: id('order_id').notNull(),
    paymentId: id('payment_id').notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    amount: centavos('amount').notNull(),
    /** The bank's own number of it. */
    protocol: text('protocol'),
    /** When a bank's notice said that the money went back, before anybody looked into the statement. */
    toldAt: instant('told_at'),
    openedAt: instant('opened_at').notNull(),
    /** An answer counts until then. */
    dueAt: instant('due_at').notNull(),
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    returnId: text('return_id'),
    /** Why it stays with the shop. */
    reason: text('reason'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // A bank contests a transfer once at a time.
    uniqueIndex('dispute_open').on(t.tenantId, t.paymentId).where(sql`${t.state} in ('open', 'answered')`),
    unique('dispute_return').on(t.tenantId, t.returnId),
    index('dispute_by_order').on(t.tenantId, t.orderId),
    foreignKey({ columns: [t.tenantId, t.paymentId], foreignColumns: [payment.tenantId, payment.id] }),
  ],
);
