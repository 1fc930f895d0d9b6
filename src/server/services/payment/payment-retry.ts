import { and, desc, eq } from 'drizzle-orm';
import type { NewOrder } from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { CARDS, CHARGES, type ChargeService, planReply } from './charge.ts';
import type { OrderLife } from '#server/services/order/order-life.ts';
import {
  type Cause,
  type OrderRow,
  type PaymentRow,
  allowedOf,
  stateOf,
  windowStart,
} from '#server/services/order/order-row.ts';
import { priceBy, reprice } from '#server/services/order/order-price.ts';
import { dueOf } from './order-wallet.ts';

type Method = Pick<NewOrder['paymentMethod'], 'type' | 'clientSecret' | 'installments'>;

/** Charges of an order, the newest first. */
export const chargesFor = (tx: Tx, row: OrderRow): Promise<PaymentRow[]> =>
  tx
    .select()
    .from(payment)
    .where(and(eq(payment.tenantId, row.tenantId), eq(payment.orderId, row.id)))
    .orderBy(desc(payment.attempt));

/**
 * After a refusal the order waits on in its state, without an open charge: a payment method is chosen
 * again.
 * @param now epoch ms
 * @throws ApiProblem ILLEGAL_EVENT when nothing is to be paid, or a charge is open; WINDOW once its window
 * began
 */
export function assertPayable(row: OrderRow, charges: readonly PaymentRow[], now: number): void {
  const isChosenAgain =
    stateOf(row) === 'PENDING_PAYMENT' && !charges.some(({ state }) => state === 'pending');
  if (!isChosenAgain && !allowedOf(row).includes('payment.requested'))
    throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
  if (windowStart(row) <= now) throw new ApiProblem('WINDOW');
}

/** Another try to pay an order, by any payment method of the tenant. Source: definitions, Order life; D57. */
export function paymentRetry(
  { clock, events }: Core,
  { life, charges }: { life: OrderLife; charges: ChargeService },
) {
  /**
   * @param row locked by the caller; goods of an expired one are taken again
   * @throws ApiProblem ILLEGAL_EVENT, PIX_LIMIT, PAYMENT_METHOD, STOCK, WINDOW
   */
  return async function requestPayment(
    tx: Tx,
    tenant: TenantRecord,
    row: OrderRow,
    cause: Cause,
    method: Method = { type: 'PIX' },
  ): Promise<OrderRow> {
    const made = await chargesFor(tx, row);
    assertPayable(row, made, clock.now());
    const count = (type: PaymentRow['type']) => made.filter((one) => one.type === type).length;
    if (method.type === 'PIX' && count('PIX') >= CHARGES) throw new ApiProblem('PIX_LIMIT');
    if (method.type === 'CREDIT_CARD' && count('CREDIT_CARD') >= CARDS)
      throw new ApiProblem('PAYMENT_METHOD', { detail: 'LIMIT' });
    const { off, total } = await priceBy(tx, row, method.type, tenant.settings.payment.terms);
    const due = dueOf({ ...row, total });
    const accepted = await charges.accept(tx, tenant, method, due, { orderId: row.id });
    const now = clock.date();
    const expiresAt = charges.open(
      tx,
      tenant,
      accepted,
      { id: row.id, code: row.code, due, off, endsBy: windowStart(row) },
      (made[0]?.attempt ?? 0) + 1,
      count('PIX') + 1,
      now,
    );
    const priced = await reprice(tx, row, off);
    const { plan: _plan, declined: _declined, ...properties } = priced.properties;
    const chosen = {
      ...priced,
      paymentType: accepted.type,
      properties: {
        ...properties,
        ...(accepted.type === 'CREDIT_CARD' ? { plan: planReply(accepted.plan) } : {}),
      },
    };
    const isThis = and(eq(order.tenantId, row.tenantId), eq(order.id, row.id));
    if (accepted.type !== row.paymentType)
      await tx.update(order).set({ paymentType: accepted.type }).where(isThis);
    if (stateOf(row) !== 'PENDING_PAYMENT')
      return life.apply(tx, chosen, 'payment.requested', cause, { expiresAt });
    const next = {
      ...chosen,
      version: row.version + 1,
      updatedAt: now,
      dueAt: expiresAt,
      dueEvent: 'payment.expired',
    };
    await tx
      .update(order)
      .set({
        properties: next.properties,
        version: next.version,
        updatedAt: now,
        dueAt: expiresAt,
        dueEvent: next.dueEvent,
      })
      .where(isThis);
    await tx.insert(orderEvent).values({
      tenantId: row.tenantId,
      orderId: row.id,
      sequence: next.version,
      type: 'payment.requested',
      fromState: row.state,
      toState: row.state,
      at: now,
      actor: cause,
      data: {},
    });
    await events.publish(tx, row.tenantId, `order:${row.code}`, {
      type: 'order.changed',
      code: row.code,
      state: stateOf(row),
      version: next.version,
      at: now.toISOString(),
    });
    return next;
  };
}
export type RequestPayment = ReturnType<typeof paymentRetry>;
