import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import type { OrderRow, PaymentRow } from '#server/services/order/order-row.ts';

export interface ChargeLock extends Pick<Core, 'db'> {
  life: OrderLife;
}

export const thisPayment = (tenantId: string, id: string) =>
  and(eq(payment.tenantId, tenantId), eq(payment.id, id));

/**
 * Runs `work` on an order and its charge, both locked, once the order's due events are applied.
 * @returns null when one of them is gone
 */
export function withLockedCharge<T>(
  { db, life }: ChargeLock,
  { tenantId, orderId, id }: PaymentRow,
  work: (tx: Tx, row: OrderRow, charge: PaymentRow) => Promise<T>,
): Promise<T | null> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), eq(order.id, orderId)))
      .for('update');
    const due = row && (await life.applyDueEvents(tx, row));
    const [charge] = await tx.select().from(payment).where(thisPayment(tenantId, id));
    return due && charge ? work(tx, due, charge) : null;
  });
}
