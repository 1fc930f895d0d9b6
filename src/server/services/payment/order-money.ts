import { and, eq, min } from 'drizzle-orm';
import { cents } from '#contract/money.ts';
import { type PaymentState, nextPaymentState } from '#machines/orders/payment.machine.ts';
import { stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { canReserve } from '#server/services/order/order-goods.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { repriceTo } from '#server/services/order/order-price.ts';
import {
  type Cause,
  type OrderRow,
  type PaymentRow,
  isPaid,
  stateOf,
} from '#server/services/order/order-row.ts';
import type { OrderCharges } from './order-charges.ts';

/** Payments that come in for an order: accepted, or refunded. Source: definitions, Order life; D57. */
export function orderMoney(
  { clock }: Pick<Core, 'clock'>,
  { life, charges }: { life: OrderLife; charges: OrderCharges },
) {
  return {
    /**
     * Whether a payment that comes in now is accepted: the order waits for it, and its goods can be reserved.
     * @param row locked by the caller
     */
    async acceptsPayment(tx: Tx, row: OrderRow): Promise<boolean> {
      const stock = stateOf(row) !== 'PAYMENT_EXPIRED' || (await canReserve(tx, row, clock.now()));
      return stepOrder(stateOf(row), 'payment.confirmed', { paid: isPaid(row), stock })?.refund === false;
    },

    /**
     * Confirms a charge that was paid. It is refunded where the order does not wait for it any more: the
     * order was canceled, or another charge was first.
     * @param row the order, locked by the caller
     * @returns the order as it is now, or null when the charge had its end already and nothing changed
     */
    async takeMoney(
      tx: Tx,
      row: OrderRow,
      charge: PaymentRow,
      cause: Cause,
      endToEndId?: string,
    ): Promise<OrderRow | null> {
      // Only the chart's states are ever written
      if (!nextPaymentState(charge.state as PaymentState, 'payment.confirmed')) return null;
      const isWaitedFor = stepOrder(stateOf(row), 'payment.confirmed', { paid: isPaid(row) }) !== null;
      const priced = isWaitedFor ? await repriceTo(tx, row, charge) : row;
      // In this order: the charge is settled before its order looks for charges that are still open.
      const [settled, moved] = await Promise.all([
        charges.settle(tx, charge, 'payment.confirmed', endToEndId),
        isWaitedFor ? life.apply(tx, priced, 'payment.confirmed', cause) : null,
      ]);
      if (!settled) throw new Error('a charge moved while its order was locked');
      if (moved) return moved;
      await charges.refundShare(
        tx,
        row,
        { charge: settled, part: 'order', amount: settled.amount, worth: settled.amount },
        'PAID_LATE',
      );
      if (isPaid(row)) return row;
      const [noted] = await tx
        .update(order)
        .set({ properties: { ...row.properties, paid: true } })
        .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)))
        .returning();
      return noted ?? row;
    },

    /**
     * Settles a refund; the order is refunded with the last that it waits for.
     * @param row locked by the caller
     */
    async settleRefund(
      tx: Tx,
      row: OrderRow,
      asked: typeof refund.$inferSelect,
      charge: PaymentRow,
      cause: Cause,
    ): Promise<string> {
      const done = await tx
        .update(refund)
        .set({ state: 'settled', settledAt: clock.date() })
        .where(
          and(eq(refund.tenantId, asked.tenantId), eq(refund.id, asked.id), eq(refund.state, 'requested')),
        )
        .returning({ id: refund.id });
      if (!done.length) return 'repeated';
      await charges.noteRefunded(tx, charge);
      await life.settleRefunds(tx, row, cause);
      return 'refunded';
    },

    /**
     * A second payment of a charge that is paid already: kept as a charge of its own, numbered below zero,
     * and refunded.
     * @param row locked by the caller
     */
    async returnMoney(tx: Tx, row: OrderRow, charge: PaymentRow, endToEndId: string): Promise<void> {
      const now = clock.date();
      const [least] = await tx
        .select({ attempt: min(payment.attempt) })
        .from(payment)
        .where(and(eq(payment.tenantId, row.tenantId), eq(payment.orderId, row.id)));
      // The provider is `pix` whoever made the charge: no provider knows this transfer by an id of ours.
      const stray: PaymentRow = {
        ...charge,
        id: uuidv7(clock.now()),
        attempt: Math.min(0, least?.attempt ?? 0) - 1,
        state: 'confirmed',
        version: 1,
        provider: 'pix',
        txid: endToEndId,
        endToEndId,
        brCode: null,
        properties: { of: charge.txid },
        refunded: cents(0),
        createdAt: now,
        expiresAt: null,
        settledAt: now,
        checkAt: null,
      };
      await tx.insert(payment).values(stray);
      await charges.refundShare(
        tx,
        row,
        { charge: stray, part: 'order', amount: stray.amount, worth: stray.amount },
        'PAID_TWICE',
      );
    },
  };
}
export type OrderMoney = ReturnType<typeof orderMoney>;
