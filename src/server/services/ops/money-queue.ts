import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type * as v from 'valibot';
import type { OpsMoney } from '#contract/ops/money.ts';
import { reaisOf } from '#contract/money.ts';
import { maskName } from '#domain/person/name.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import { dispute } from '#server/db/schema/ops/money.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { Staff } from '#server/platform/principal.ts';
import type { OrderRow } from '#server/services/order/order-row.ts';
import { isUndecided } from '#server/services/payment/dispute.ts';
import { approvalsWaiting } from './approval-queue.ts';
import { disputeReply } from './dispute-reads.ts';
import { chargeReply, isManual, refundReply } from './ops-order.ts';
import { ofStaff } from './reach.ts';
import { openOf, straysOf } from './strays.ts';

const DAY = 86_400_000;
/** Static codes that nobody confirmed are listed for this long after their end. */
const LATE = 30 * DAY;
/** A Pix can be given back for this long. Source: Banco Central, Regulamento do Pix. */
const RETURNABLE = 90 * DAY;
/** Rows of each list at most. */
const MOST = 200;

const ofOrder = (row: OrderRow) => ({
  orderId: row.id,
  orderCode: row.code,
  orderState: row.state,
  name: maskName(row.userName ?? ''),
});

/** Money that waits for a person. Source: operator study, §2. */
export function moneyQueue({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  /** Of orders that somebody works on. */
  const isReached = (tx: Tx, tenantId: string, staff: Staff) =>
    inArray(order.id, tx.select({ id: orderChild.orderId }).from(orderChild).where(ofStaff(tenantId, staff)));

  return {
    read: (tenantId: string, staff: Staff): Promise<v.InferInput<typeof OpsMoney>> =>
      db.read(tenantId, async (tx) => {
        const own = isReached(tx, tenantId, staff);
        const isOf = (table: typeof payment | typeof refund | typeof dispute) =>
          and(eq(order.tenantId, table.tenantId), eq(order.id, table.orderId));
        const [charges, refunds, contested, strays, waiting] = await Promise.all([
          tx
            .select({ charge: payment, row: order })
            .from(payment)
            .innerJoin(order, isOf(payment))
            .where(
              and(
                eq(payment.tenantId, tenantId),
                eq(payment.provider, 'pix'),
                eq(payment.type, 'PIX'),
                inArray(payment.state, ['pending', 'expired']),
                gt(payment.createdAt, new Date(clock.now() - LATE)),
                own,
              ),
            )
            .orderBy(asc(payment.createdAt), asc(payment.id))
            .limit(MOST)
            .execute(),
          tx
            .select({ one: refund, charge: payment, row: order })
            .from(refund)
            .innerJoin(order, isOf(refund))
            .innerJoin(payment, and(eq(payment.tenantId, refund.tenantId), eq(payment.id, refund.paymentId)))
            .where(
              and(
                eq(refund.tenantId, tenantId),
                or(
                  eq(refund.state, 'failed'),
                  and(eq(refund.state, 'requested'), eq(payment.provider, 'pix')),
                ),
                own,
              ),
            )
            .orderBy(asc(refund.requestedAt), asc(refund.id))
            .limit(MOST)
            .execute(),
          tx
            .select({ one: dispute, charge: payment, row: order })
            .from(dispute)
            .innerJoin(order, isOf(dispute))
            .innerJoin(
              payment,
              and(eq(payment.tenantId, dispute.tenantId), eq(payment.id, dispute.paymentId)),
            )
            .where(and(eq(dispute.tenantId, tenantId), isUndecided, own))
            .orderBy(asc(dispute.dueAt), asc(dispute.id))
            .limit(MOST)
            .execute(),
          // Money of nobody's order is seen by whoever sees all of them.
          staff.hubIds ? [] : straysOf(tx, tenantId),
          approvalsWaiting(tx, tenantId, staff, { now: clock.date(), own }),
        ]);
        return {
          charges: charges.map(({ charge, row }) => ({ ...chargeReply(charge), ...ofOrder(row) })),
          refunds: refunds.map(({ one, charge, row }) => ({
            ...refundReply(one, charge),
            ...ofOrder(row),
            ...(charge.endToEndId ? { endToEndId: charge.endToEndId } : {}),
            ...(charge.type === 'PIX'
              ? {
                  until: new Date(
                    (charge.settledAt ?? charge.createdAt).getTime() + RETURNABLE,
                  ).toISOString(),
                }
              : {}),
            canRetry: one.state === 'failed' && !isManual(charge),
          })),
          strays: openOf(strays).map(({ id, at, txid, amount, endToEndId, why }) => ({
            id,
            at: at.toISOString(),
            txid,
            amount: reaisOf(amount),
            ...(endToEndId ? { endToEndId } : {}),
            why,
          })),
          disputes: contested.map(({ one, charge, row }) => ({
            ...disputeReply(one, charge.endToEndId),
            ...ofOrder(row),
          })),
          approvals: waiting,
        };
      }),
  };
}
