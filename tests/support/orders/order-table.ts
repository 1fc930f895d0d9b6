import type { OrderEvent, OrderState } from '#contract/order/order.ts';

/**
 * The table of definitions.md, "Order life", once more and by hand: the chart must agree with it, not the
 * other way round.
 */
export const orderTable: Partial<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  CREATED: {
    'payment.requested': 'PENDING_PAYMENT',
    'payment.confirmed': 'PAID',
    'order.canceled': 'CANCELED',
  },
  PENDING_PAYMENT: {
    'payment.confirmed': 'PAID',
    'payment.reviewed': 'PAYMENT_REVIEW',
    'payment.declined': 'PENDING_PAYMENT',
    'payment.expired': 'PAYMENT_EXPIRED',
    'order.canceled': 'CANCELED',
  },
  PAYMENT_REVIEW: { 'payment.confirmed': 'PAID', 'payment.declined': 'PENDING_PAYMENT' },
  PAYMENT_EXPIRED: {
    'payment.requested': 'PENDING_PAYMENT',
    'payment.confirmed': 'PAID',
    'retry.ended': 'CANCELED',
  },
  PAID: { 'preparation.started': 'PREPARING', 'order.canceled': 'CANCELED' },
  PREPARING: {
    'pickup.readied': 'READY_FOR_PICKUP',
    'order.shipped': 'SHIPPED',
    'cancellation.requested': 'CANCELLATION_REQUESTED',
  },
  CANCELLATION_REQUESTED: { 'cancellation.accepted': 'CANCELED', 'cancellation.refused': 'PREPARING' },
  SHIPPED: { 'delivery.started': 'OUT_FOR_DELIVERY', 'order.delivered': 'COMPLETED' },
  OUT_FOR_DELIVERY: { 'order.delivered': 'COMPLETED', 'delivery.failed': 'DELIVERY_FAILED' },
  DELIVERY_FAILED: { 'delivery.rescheduled': 'SHIPPED', 'order.canceled': 'CANCELED' },
  READY_FOR_PICKUP: { 'order.delivered': 'COMPLETED', 'cancellation.requested': 'CANCELLATION_REQUESTED' },
  COMPLETED: { 'return.requested': 'RETURN_REQUESTED' },
  RETURN_REQUESTED: { 'return.received': 'RETURNED', 'return.refused': 'COMPLETED' },
  RETURNED: { 'refund.settled': 'REFUNDED' },
  CANCELED: { 'refund.settled': 'REFUNDED' },
  REFUNDED: {},
};
