import type { OrderState } from '#contract/order/order.ts';

/**
 * What an order's state means to its buyer: still to be paid, looked at by the bank, paid, or at an end
 * without the goods staying with them.
 */
export type Standing = 'unpaid' | 'reviewed' | 'paid' | 'over';

const others: Partial<Record<OrderState, Standing>> = {
  PENDING_PAYMENT: 'unpaid',
  PAYMENT_EXPIRED: 'unpaid',
  CREATED: 'reviewed',
  PAYMENT_REVIEW: 'reviewed',
  CANCELED: 'over',
  RETURNED: 'over',
  REFUNDED: 'over',
};

/** How an order stands; every state that is reached only with the money counts as paid. Source: D45, D93. */
export const standingOf = (state: OrderState): Standing => others[state] ?? 'paid';
