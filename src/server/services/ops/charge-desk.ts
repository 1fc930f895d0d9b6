import { and, eq } from 'drizzle-orm';
import type { MoneyDone } from '#contract/ops/approval.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { type OrderRow, type PaymentRow, stateOf } from '#server/services/order/order-row.ts';
import type { Asked } from './keyed.ts';
import { reached } from './reach.ts';

/** How people come to a charge: its order is theirs, locked, and what was due of it is done. */
export const chargeDesk = (life: OrderLife) => ({
  /**
   * @param found the charge and its order  @param work answers with the order, null where it has to be read
   * again, or what the work waits for
   */
  async onCharge(
    tx: Tx,
    asked: Asked,
    found: { orderId: string; paymentId: string } | undefined,
    work: (row: OrderRow, charge: PaymentRow) => Promise<OrderRow | MoneyDone | null>,
  ): Promise<MoneyDone> {
    const { tenantId, staff } = asked;
    if (!found) throw new ApiProblem('NOT_FOUND');
    const { row } = await reached(tx, tenantId, staff, found.orderId, true);
    const due = await life.applyDueEvents(tx, row);
    const [charge] = await tx
      .select()
      .from(payment)
      .where(and(eq(payment.tenantId, tenantId), eq(payment.id, found.paymentId)));
    if (!charge) throw new ApiProblem('NOT_FOUND');
    const done = await work(due, charge);
    if (done && !('code' in done)) return done;
    const [fresh] = done
      ? [done]
      : await tx
          .select()
          .from(order)
          .where(and(eq(order.tenantId, tenantId), eq(order.id, row.id)));
    const now = fresh ?? due;
    return { orderId: now.id, orderState: stateOf(now), version: now.version };
  },
});
