import { and, desc, eq } from 'drizzle-orm';
import { reaisOf } from '#contract/money.ts';
import type { CardCharge } from '#contract/payment/card.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { AcceptedMethod, Method } from './charge/charge-draft.ts';
import { planReply } from './charge/card-draft.ts';
import { CARDS, CHARGES, type ChargeService } from './charge/charge.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
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

/** Charges of an order, the newest first. */
export const chargesFor = (tx: Tx, row: OrderRow): Promise<PaymentRow[]> =>
  tx
    .select()
    .from(payment)
    .where(and(eq(payment.tenantId, row.tenantId), eq(payment.orderId, row.id)))
    .orderBy(desc(payment.attempt));

const isPayable = (row: OrderRow, charges: readonly PaymentRow[]): boolean =>
  allowedOf(row).includes('payment.requested') ||
  (stateOf(row) === 'PENDING_PAYMENT' && !charges.some(({ state }) => state === 'pending'));

/**
 * After a refusal the order waits on in its state, without an open charge: a payment method is chosen
 * again.
 * @param now epoch ms
 * @throws ApiProblem ILLEGAL_EVENT when nothing is to be paid, or a charge is open; WINDOW once its window
 * began
 */
export function assertPayable(row: OrderRow, charges: readonly PaymentRow[], now: number): void {
  if (!isPayable(row, charges)) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
  if (windowStart(row) <= now) throw new ApiProblem('WINDOW');
}

const countOf = (charges: readonly PaymentRow[], type: PaymentRow['type']): number =>
  charges.filter((one) => one.type === type).length;
const isSpent = (charges: readonly PaymentRow[], type: 'PIX' | 'CREDIT_CARD'): boolean =>
  countOf(charges, type) >= (type === 'PIX' ? CHARGES : CARDS);
/** @throws ApiProblem PIX_LIMIT, PAYMENT_METHOD with detail LIMIT */
function assertWithinLimit(charges: readonly PaymentRow[], type: Method['type']): void {
  if ((type !== 'PIX' && type !== 'CREDIT_CARD') || !isSpent(charges, type)) return;
  throw type === 'PIX' ? new ApiProblem('PIX_LIMIT') : new ApiProblem('PAYMENT_METHOD', { detail: 'LIMIT' });
}

/**
 * Ways in which an order can be paid now: what is due by each, and the parcels of a card. None is told that
 * `requestPayment` would refuse but for goods that are gone meanwhile.
 * @param made its charges  @param isCardTaken somebody takes the tenant's cards
 */
export async function waysAgain(
  tx: Tx,
  tenant: TenantRecord,
  row: OrderRow,
  made: readonly PaymentRow[],
  { charges, isCardTaken, now }: { charges: ChargeService; isCardTaken: boolean; now: number },
): Promise<NonNullable<CardCharge['again']>> {
  if (!isPayable(row, made) || windowStart(row) <= now) return [];
  const { methods, terms } = tenant.settings.payment;
  const ways: NonNullable<CardCharge['again']> = [];
  for (const type of ['PIX', 'CREDIT_CARD'] as const) {
    if (!methods.includes(type) || isSpent(made, type)) continue;
    if (type === 'CREDIT_CARD' && !isCardTaken) continue;
    const { total } = await priceBy(tx, row, type, terms);
    const due = dueOf({ ...row, total });
    if (due <= 0 || due < charges.leastOf(tenant, type)) continue;
    const plans = type === 'PIX' ? undefined : charges.plansOf(tenant, due).map(planReply);
    ways.push({ type, amount: reaisOf(due), ...(plans ? { plans } : {}) });
  }
  return ways;
}

const isOrder = ({ tenantId, id }: OrderRow) => and(eq(order.tenantId, tenantId), eq(order.id, id));

/** The order with the payment method that was chosen; what an earlier one left in it goes. */
function withMethod(row: OrderRow, accepted: AcceptedMethod): OrderRow {
  const { plan: _plan, declined: _declined, ...properties } = row.properties;
  return {
    ...row,
    paymentType: accepted.type,
    properties: {
      ...properties,
      ...(accepted.type === 'CREDIT_CARD' ? { plan: planReply(accepted.plan) } : {}),
    },
  };
}

/** Another try to pay an order, by any payment method of the tenant. Source: definitions, Order life; D57. */
export function paymentRetry(
  { clock, events }: Core,
  { life, charges }: { life: OrderLife; charges: ChargeService },
) {
  /** The order waits on in its state, for its new charge: a version and an event of its own. */
  async function waitOn(
    tx: Tx,
    row: OrderRow,
    chosen: OrderRow,
    cause: Cause,
    expiresAt: Date,
    now: Date,
  ): Promise<OrderRow> {
    const next = {
      ...chosen,
      version: row.version + 1,
      updatedAt: now,
      dueAt: expiresAt,
      dueEvent: 'payment.expired',
    };
    const { properties, version, updatedAt, dueAt, dueEvent } = next;
    await tx.update(order).set({ properties, version, updatedAt, dueAt, dueEvent }).where(isOrder(row));
    await tx.insert(orderEvent).values({
      tenantId: row.tenantId,
      orderId: row.id,
      sequence: version,
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
      version,
      at: now.toISOString(),
    });
    return next;
  }

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
    assertWithinLimit(made, method.type);
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
      countOf(made, 'PIX') + 1,
      now,
    );
    const chosen = withMethod(await reprice(tx, row, off), accepted);
    if (accepted.type !== row.paymentType)
      await tx.update(order).set({ paymentType: accepted.type }).where(isOrder(row));
    return stateOf(row) === 'PENDING_PAYMENT'
      ? waitOn(tx, row, chosen, cause, expiresAt, now)
      : life.apply(tx, chosen, 'payment.requested', cause, { expiresAt });
  };
}
export type RequestPayment = ReturnType<typeof paymentRetry>;
