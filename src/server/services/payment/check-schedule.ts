import { and, eq, lte } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { payment } from '#server/db/schema/payment.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { ASKED_EVERY, type PaymentRow } from '#server/services/order/order-row.ts';
import { thisPayment } from './locked-charge.ts';
import { requestedRefund } from './provider-refund.ts';

/**
 * The provider is asked about an expired payment for this long, in ms. Source: definitions, Order life
 * (retry).
 */
const LATE = 24 * 3_600_000;

/**
 * Sets when a payment is checked next: while it is open, for a day after it expired, and while a refund of
 * it is requested.
 */
export async function scheduleCheck(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  { tenantId, id }: PaymentRow,
): Promise<void> {
  const [charge] = await tx.select().from(payment).where(thisPayment(tenantId, id)).for('update');
  const asked = await requestedRefund(tx, tenantId, id);
  if (!charge) return;
  const isLate =
    charge.state === 'expired' && clock.now() < (charge.expiresAt ?? charge.createdAt).getTime() + LATE;
  const checkAt = asked || charge.state === 'pending' || isLate ? new Date(clock.now() + ASKED_EVERY) : null;
  await tx.update(payment).set({ checkAt }).where(thisPayment(tenantId, id));
}

/** Queues a check for each payment that is due for one: a slow provider delays no other. */
export async function queueDueChecks(
  { db, clock, jobs }: Pick<Core, 'db' | 'clock' | 'jobs'>,
  tenantId: string,
): Promise<void> {
  const now = clock.date();
  const due = await db.read(tenantId, (tx) =>
    tx
      .select({ id: payment.id })
      .from(payment)
      .where(and(eq(payment.tenantId, tenantId), lte(payment.checkAt, now)))
      .orderBy(payment.checkAt)
      .limit(200),
  );
  await forEachIsolated(due, ({ id }) =>
    db.tenant(tenantId, async (tx) => {
      // The process that moves the time on queues the check; another finds it moved.
      const claimed = await tx
        .update(payment)
        .set({ checkAt: new Date(now.getTime() + ASKED_EVERY) })
        .where(and(thisPayment(tenantId, id), lte(payment.checkAt, now)))
        .returning({ id: payment.id });
      if (claimed.length) await jobs.send(tx, 'payment.check', { tenantId, paymentId: id });
    }),
  );
}
