import { and, eq } from 'drizzle-orm';
import type { OrderEvent, OrderState } from '#contract/order.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import { type PaymentEvent, type PaymentState, nextPaymentState } from '#machines/payment.machine.ts';
import { allowedOrderEvents, stepOrder } from '#machines/order.machine.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/database.ts';
import { order, orderChild, orderEvent } from '../db/schema/order.ts';
import { payment, refund } from '../db/schema/payment.ts';
import { uuidv7 } from '../ids.ts';
import { giveBack } from './cart.ts';
import { takeStock } from './lock.ts';

export type OrderRow = typeof order.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;
/** Who caused an event. */
export type Cause = 'client' | 'lead' | 'system' | 'provider' | 'sandbox';

/** How long a buyer may ask for another code after the last one expired, at most. Source: definitions, Order life. */
const RETRY_FOR = 24 * 3_600_000;
/** States in which the goods of an order are kept for it. */
const KEEPS_STOCK = new Set<OrderState>(['CREATED', 'PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAID', 'PREPARING', 'READY_FOR_PICKUP', 'SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'CANCELLATION_REQUESTED', 'COMPLETED', 'RETURN_REQUESTED', 'RETURNED', 'REFUNDED']);
export const stateOf = (row: Pick<OrderRow, 'state'>) => row.state as OrderState; // only the chart's states are ever written
const paidStates = new Set<OrderState>(['PAID', 'PREPARING', 'READY_FOR_PICKUP', 'SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'COMPLETED', 'CANCELLATION_REQUESTED', 'RETURN_REQUESTED', 'RETURNED', 'REFUNDED']);

const allowed = new Map<string, OrderEvent[]>();
/** What may happen to an order next; the chart is asked once per state. */
export function allowedOf(row: Pick<OrderRow, 'state' | 'properties'>): OrderEvent[] {
  const isPaid = paidStates.has(stateOf(row)) || row.properties['paid'] === true;
  const key = `${row.state} ${isPaid}`;
  const known = allowed.get(key) ?? allowedOrderEvents(stateOf(row), { paid: isPaid });
  allowed.set(key, known);
  return known;
}

/**
 * Moves an order along its chart, with everything that belongs to the move, in the caller's transaction: state, history, children, stock, charge, refund, due time and the news for whoever is looking.
 * @param row the order, locked by the caller (`for update`)
 * @throws ApiProblem ILLEGAL_EVENT with the events that are legal, STOCK when goods of an expired order cannot be taken again
 */
export function orderLife({ clock, events, jobs }: Core) {
  /** Goods of an order whose payment expired were given back; a new try or a late payment takes them again. */
  async function retake(tx: Tx, row: OrderRow): Promise<boolean> {
    try {
      await tx.transaction((inner) => takeStock(inner, row.tenantId, row.reserved));
      return true;
    } catch (error) {
      if (isProblem(error, 'STOCK')) return false;
      throw error;
    }
  }

  async function oweRefund(tx: Tx, row: OrderRow, reason: string): Promise<void> {
    const [paid] = await tx.select().from(payment).where(and(eq(payment.tenantId, row.tenantId), eq(payment.orderId, row.id), eq(payment.state, 'confirmed')));
    if (!paid) return;
    const id = uuidv7(clock.now());
    const made = await tx.insert(refund).values({ tenantId: row.tenantId, id, orderId: row.id, paymentId: paid.id, amount: paid.amount, state: 'requested', reason, requestedAt: clock.date() }).onConflictDoNothing().returning({ id: refund.id });
    if (made.length) await jobs.send(tx, 'refund.request', { tenantId: row.tenantId, refundId: id });
  }

  /** When the order must move by itself, and how. */
  function dueOf(state: OrderState, expiresAt: Date | null, endsAt: Date | null): Pick<OrderRow, 'dueAt' | 'dueEvent'> {
    if (state === 'PENDING_PAYMENT') return { dueAt: expiresAt, dueEvent: 'payment.expired' };
    if (state !== 'PAYMENT_EXPIRED') return { dueAt: null, dueEvent: null };
    const last = clock.now() + RETRY_FOR;
    return { dueAt: new Date(endsAt ? Math.max(clock.now(), Math.min(last, endsAt.getTime())) : last), dueEvent: 'retry.ended' };
  }

  return {
    async apply(tx: Tx, row: OrderRow, event: OrderEvent, cause: Cause, details: { reason?: string | undefined; expiresAt?: Date; endsAt?: Date | null } = {}): Promise<OrderRow> {
      const before = stateOf(row);
      const needsGoods = before === 'PAYMENT_EXPIRED' && (event === 'payment.requested' || event === 'payment.confirmed');
      const paid = paidStates.has(before) || row.properties['paid'] === true;
      if (!stepOrder(before, event, { paid })) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
      const stock = needsGoods ? await retake(tx, row) : undefined;
      const step = stepOrder(before, event, { paid, ...(stock === undefined ? {} : { stock }) });
      if (!step) throw new ApiProblem('STOCK');
      const now = clock.date();
      const reason = details.reason ?? step.reason ?? null;
      const { dueAt, dueEvent } = dueOf(step.state, details.expiresAt ?? null, details.endsAt ?? null);
      const next = {
        state: step.state, version: row.version + 1, updatedAt: now, dueAt, dueEvent, cancelReason: step.state === 'CANCELED' ? reason : row.cancelReason,
        properties: event === 'payment.confirmed' ? { ...row.properties, paid: true } : row.properties,
      };
      const [moved] = await tx.update(order).set(next).where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id), eq(order.version, row.version))).returning();
      if (!moved) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
      await tx.update(orderChild).set({ state: step.state, version: next.version, updatedAt: now }).where(and(eq(orderChild.tenantId, row.tenantId), eq(orderChild.orderId, row.id)));
      await tx.insert(orderEvent).values({ tenantId: row.tenantId, orderId: row.id, sequence: next.version, type: event, fromState: before, toState: step.state, at: now, actor: cause, data: reason ? { reason } : {} });
      if (KEEPS_STOCK.has(before) && !KEEPS_STOCK.has(step.state)) await giveBack(tx, row.tenantId, row.reserved, step.state === 'CANCELED' ? row.deliveryWindowId : null);
      else if (before === 'PAYMENT_EXPIRED' && step.state === 'CANCELED' && row.deliveryWindowId) await giveBack(tx, row.tenantId, [], row.deliveryWindowId);
      if (step.refund) await oweRefund(tx, row, reason ?? event);
      await events.publish(tx, row.tenantId, `order:${row.code}`, { type: 'order.changed', code: row.code, state: step.state, version: next.version, at: now.toISOString() });
      return moved;
    },

    /** Moves one charge along its chart; null when the notice is late or repeated and nothing changed. */
    async settle(tx: Tx, charge: PaymentRow, event: PaymentEvent, endToEndId?: string): Promise<PaymentRow | null> {
      const next = nextPaymentState(charge.state as PaymentState, event); // only the chart's states are ever written
      if (!next) return null;
      const [moved] = await tx
        .update(payment)
        .set({ state: next, version: charge.version + 1, settledAt: clock.date(), ...(endToEndId ? { endToEndId } : {}) })
        .where(and(eq(payment.tenantId, charge.tenantId), eq(payment.id, charge.id), eq(payment.version, charge.version)))
        .returning();
      return moved ?? null;
    },
  };
}
export type OrderLife = ReturnType<typeof orderLife>;
