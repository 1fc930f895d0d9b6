import type { OrderState, OrderType } from '#contract/order.ts';

/** Which of the four bars is being filled. */
export type ProgressStep = 0 | 1 | 2 | 3;

const STEPS: Record<OrderState, ProgressStep | null> = {
  CREATED: 0,
  PENDING_PAYMENT: 0,
  PAYMENT_REVIEW: 0,
  PAYMENT_EXPIRED: null,
  PAID: 1,
  PREPARING: 1,
  CANCELLATION_REQUESTED: 1,
  SHIPPED: 2,
  OUT_FOR_DELIVERY: 2,
  DELIVERY_FAILED: 2,
  READY_FOR_PICKUP: 2,
  COMPLETED: 3,
  RETURN_REQUESTED: 3,
  RETURNED: 3,
  CANCELED: null,
  REFUNDED: null,
};

/**
 * Where an order stands in its four-part progress, counted from 0; null when it makes none (canceled,
 * refunded, payment expired).
 */
export const progressStep = (state: OrderState): ProgressStep | null => STEPS[state];

/** Names of the four parts. */
export const progressLabels = (type: OrderType): readonly [string, string, string, string] =>
  type === 'SHIPPING'
    ? ['Pagamento', 'Preparo', 'Entrega', 'Entregue']
    : ['Pagamento', 'Preparo', 'Retirada', 'Retirado'];

/** The same four as things still to happen, for a timeline. */
export const stepsToCome = (type: OrderType): readonly [string, string, string, string] =>
  type === 'SHIPPING'
    ? ['Pagamento', 'Separação', 'Saída para entrega', 'Entrega']
    : ['Pagamento', 'Separação', 'Pronto para retirar', 'Retirada'];

const ENDS = new Set<OrderState>(['COMPLETED', 'CANCELED', 'RETURNED', 'REFUNDED']);

/** Whether nothing more happens to an order by itself; such orders leave the five-minute refresh (D43). */
export const isFinalState = (state: OrderState): boolean => ENDS.has(state);

/**
 * Somebody comes for it: to a pickup point, or to one inside the company where the campaign asks for no
 * address. Source: D28, D44.
 */
export const isFetched = ({ type }: { type: OrderType }): boolean => type !== 'SHIPPING';
