import type { Order, OrderEvent, OrderState } from '#contract/order/order.ts';
import { hasOrderTag } from './order-states.ts';

/**
 * States on the way of goods to their buyer, from the least advanced. What must be done again comes before
 * what it leads to.
 */
const PROGRESS: readonly OrderState[] = [
  'CREATED',
  'PENDING_PAYMENT',
  'PAYMENT_REVIEW',
  'PAYMENT_EXPIRED',
  'PAID',
  'CANCELLATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'DELIVERY_FAILED',
  'SHIPPED',
  'OUT_FOR_DELIVERY',
  'RETURN_REQUESTED',
];
/**
 * How an order ends whose parts ended differently: whatever was delivered counts first, then money that is
 * still to go back.
 */
const ENDINGS: readonly OrderState[] = ['COMPLETED', 'RETURNED', 'CANCELED', 'REFUNDED'];
/** What may happen to one part of a paid order while the others stay where they are. */
const PART_EVENTS: ReadonlySet<OrderEvent> = new Set([
  'preparation.started',
  'pickup.readied',
  'order.shipped',
  'delivery.started',
  'order.delivered',
  'delivery.failed',
  'delivery.rescheduled',
  'cancellation.requested',
  'cancellation.accepted',
  'cancellation.refused',
  'order.canceled',
  'refund.settled',
]);

/** Before the money is there, an order is paid, expires and is canceled as one. */
export const movesAsOne = (state: OrderState): boolean => hasOrderTag(state, 'unpaid');
/** Whether the parts of an order may go ways of their own: it has several, and is paid. */
export const isDivided = ({ state, items }: Pick<Order, 'state' | 'items'>): boolean =>
  !movesAsOne(state) && new Set(items.map(({ campaignId }) => campaignId)).size > 1;
/** Whether an event may move one part alone. */
export const isPartEvent = (event: OrderEvent): boolean => PART_EVENTS.has(event);

/**
 * The state of an order from those of its parts (one per campaign and hub): that of the least advanced part
 * which is not at an end; when all are,
 * COMPLETED if any was delivered, CANCELED if all were canceled. Source: D49.
 */
export function familyState(parts: readonly [OrderState, ...OrderState[]]): OrderState {
  const order = parts.some((state) => !hasOrderTag(state, 'final')) ? PROGRESS : ENDINGS;
  return order.find((state) => parts.includes(state)) ?? parts[0];
}
