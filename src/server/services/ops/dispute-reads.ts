import { and, asc, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import { reaisOf } from '#contract/money.ts';
import type { OpsDispute } from '#contract/ops/dispute.ts';
import type { Tx } from '#server/db/database.ts';
import { dispute } from '#server/db/schema/ops/money.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { DisputeRow } from '#server/services/payment/dispute.ts';

/** As the desk sees it. @param endToEndId of the transfer that it is about */
export const disputeReply = (
  row: DisputeRow,
  endToEndId: string | null,
): v.InferInput<typeof OpsDispute> => ({
  id: row.id,
  chargeId: row.paymentId,
  state: row.state,
  amount: reaisOf(row.amount),
  endToEndId: endToEndId ?? '',
  ...(row.protocol ? { protocol: row.protocol } : {}),
  isReturnTold: row.toldAt !== null,
  openedAt: row.openedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  ...(row.answer ? { answer: row.answer } : {}),
  ...(row.answeredAt ? { answeredAt: row.answeredAt.toISOString() } : {}),
  ...(row.endedAt ? { endedAt: row.endedAt.toISOString() } : {}),
  ...(row.returnId ? { returnId: row.returnId } : {}),
});

/** Those of an order, the oldest first. */
export const disputesOf = (tx: Tx, tenantId: string, orderId: string) =>
  tx
    .select({ one: dispute, endToEndId: payment.endToEndId })
    .from(dispute)
    .innerJoin(payment, and(eq(payment.tenantId, dispute.tenantId), eq(payment.id, dispute.paymentId)))
    .where(and(eq(dispute.tenantId, tenantId), eq(dispute.orderId, orderId)))
    .orderBy(asc(dispute.openedAt), asc(dispute.id));
