import type { OrderEvent, OrderState, PaidPart, ShippingAddress } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { allowedOrderEvents } from '#machines/orders/order.machine.ts';
import type { order } from '#server/db/schema/order.ts';
import type { payment } from '#server/db/schema/payment.ts';

export type OrderRow = typeof order.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;
/** Who caused an event. */
export type Cause = 'client' | 'lead' | 'system' | 'provider' | 'sandbox' | `operator:${string}`;

/** A provider is asked this often how an open payment or refund stands, in ms. Source: REL-09. */
export const ASKED_EVERY = 5 * 60_000;
// Only the chart's states are ever written
export const stateOf = (row: Pick<OrderRow, 'state'>) => row.state as OrderState;

/** When the window begins that an order has a place in, epoch ms. */
export const windowStart = ({ properties }: Pick<OrderRow, 'properties'>): number => {
  const { window } = properties as { window?: { start: string } }; // noted by the placement
  return window ? Date.parse(window.start) : Infinity;
};

/** What wallets paid of an order; one of before there could be several noted one part. */
export const walletsIn = ({ properties }: Pick<OrderRow, 'properties'>): PaidPart[] => {
  const { wallets, wallet } = properties as { wallets?: PaidPart[]; wallet?: PaidPart }; // noted by the placement
  return wallets ?? (wallet ? [wallet] : []);
};

/** Money came in at some time. */
export const isPaid = (row: Pick<OrderRow, 'state' | 'properties'>) =>
  hasOrderTag(stateOf(row), 'paid') || row.properties['paid'] === true;

/** What the chart must know of an order besides its state. */
export const factsOf = (row: Pick<OrderRow, 'state' | 'properties'>) => ({
  paid: isPaid(row),
  left: row.properties['left'] === true,
});

/** What may happen to an order next. */
export const allowedOf = (row: Pick<OrderRow, 'state' | 'properties'>): OrderEvent[] =>
  allowedOrderEvents(stateOf(row), factsOf(row));
/** The address in the contract's words; validated when it was written. */
export const addressOf = (row: OrderRow) => row.shippingAddress as ShippingAddress | null;
/** ILLEGAL_EVENT with the events that are legal. */
export const illegalIn = (row: OrderRow) =>
  new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
