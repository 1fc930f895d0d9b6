import { and, eq, inArray, min } from 'drizzle-orm';
import type { OrderState } from '#contract/order/order.ts';
import type { Hub } from '#contract/place.ts';
import { ANSWER_WITHIN } from '#domain/order/order-change.ts';
import { dueEventOf } from '#machines/orders/order.machine.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { orderChild } from '#server/db/schema/order.ts';
import { chargesOf } from '#server/services/payment/order-charges.ts';
import { type OrderRow, windowStart } from '#server/services/order/order-row.ts';

/**
 * How long a buyer may ask for another code after the last one expired, at most. Source: definitions, Order
 * life.
 */
const RETRY_FOR = 24 * 3_600_000;
/** Goods wait at their stall for as many days as it keeps them. */
async function pickupDue(tx: Tx, row: OrderRow, now: Date): Promise<Pick<OrderRow, 'dueAt' | 'dueEvent'>> {
  const [stall] =
    row.hubId === null
      ? []
      : await tx
          .select({ body: hub.body })
          .from(hub)
          .where(and(eq(hub.tenantId, row.tenantId), eq(hub.id, row.hubId)));
  // Written by the importer in the contract's shape
  const { holdDays } = (stall?.body['pickup'] ?? {}) as Partial<Hub['pickup']>;
  return holdDays === undefined
    ? { dueAt: null, dueEvent: null }
    : { dueAt: new Date(now.getTime() + holdDays * 24 * 3_600_000), dueEvent: 'pickup.overdue' };
}

/**
 * When an order must move by itself, and how. An open charge sets the time; after it, a day for another
 * try, less when a campaign ends or the order's window begins before.
 */
export async function dueAfter(
  tx: Tx,
  row: OrderRow,
  state: OrderState,
  now: Date,
  expiresAt?: Date,
): Promise<Pick<OrderRow, 'dueAt' | 'dueEvent'>> {
  const dueEvent = dueEventOf(state);
  if (dueEvent === 'payment.expired')
    return {
      dueAt: expiresAt ?? (await chargesOf(tx, row, 'pending'))[0]?.expiresAt ?? now,
      dueEvent,
    };
  if (dueEvent === 'answer.overdue') return { dueAt: new Date(now.getTime() + ANSWER_WITHIN), dueEvent };
  if (dueEvent === 'pickup.overdue') return pickupDue(tx, row, now);
  if (dueEvent !== 'retry.ended') return { dueAt: null, dueEvent: null };
  // Counted from when it was due, not from when somebody looked.
  const from = Math.min(now.getTime(), row.dueAt?.getTime() ?? now.getTime());
  const campaignIds = tx
    .select({ id: orderChild.campaignId })
    .from(orderChild)
    .where(and(eq(orderChild.tenantId, row.tenantId), eq(orderChild.orderId, row.id)));
  const [sold] = await tx
    .select({ endsAt: min(campaign.endsAt) })
    .from(campaign)
    .where(and(eq(campaign.tenantId, row.tenantId), inArray(campaign.id, campaignIds)));
  const last = Math.min(
    from + RETRY_FOR,
    sold?.endsAt ? new Date(sold.endsAt).getTime() : Infinity,
    windowStart(row),
  );
  return { dueAt: new Date(Math.max(from, last)), dueEvent: 'retry.ended' };
}
