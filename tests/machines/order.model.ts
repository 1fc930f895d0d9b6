import { OrderEvent } from '#contract/order.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';

export const machine = orderMachine;
export const model: Model<typeof orderMachine> = {
  inputs: [{}, { paid: true }],
  events: [
    ...OrderEvent.options.map((type) => ({ type })),
    { type: 'payment.confirmed', stock: false },
    { type: 'payment.requested', stock: false },
  ],
};

/** definitions.md "Order life", copied by hand: from → event → to. `?` is the same event when the goods are gone. */
export const orderLife: Record<string, Record<string, string>> = {
  CREATED: { 'payment.requested': 'PENDING_PAYMENT', 'payment.confirmed': 'PAID', 'order.canceled': 'CANCELED' },
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
    'payment.requested?': 'PAYMENT_EXPIRED',
    'payment.confirmed': 'PAID',
    'payment.confirmed?': 'CANCELED',
    'retry.ended': 'CANCELED',
  },
  PAID: { 'preparation.started': 'PREPARING', 'order.canceled': 'CANCELED' },
  PREPARING: { 'pickup.readied': 'READY_FOR_PICKUP', 'order.shipped': 'SHIPPED', 'cancellation.requested': 'CANCELLATION_REQUESTED' },
  CANCELLATION_REQUESTED: { 'cancellation.accepted': 'CANCELED', 'cancellation.refused': 'PREPARING' },
  SHIPPED: { 'delivery.started': 'OUT_FOR_DELIVERY', 'order.delivered': 'COMPLETED' },
  OUT_FOR_DELIVERY: { 'order.delivered': 'COMPLETED', 'delivery.failed': 'DELIVERY_FAILED' },
  DELIVERY_FAILED: { 'delivery.rescheduled': 'SHIPPED', 'order.canceled': 'CANCELED' },
  READY_FOR_PICKUP: { 'order.delivered': 'COMPLETED' },
  COMPLETED: { 'return.requested': 'RETURN_REQUESTED' },
  RETURN_REQUESTED: { 'return.received': 'RETURNED', 'return.refused': 'COMPLETED' },
  RETURNED: { 'refund.settled': 'REFUNDED' },
  CANCELED: { 'refund.settled': 'REFUNDED' },
  REFUNDED: {},
};
const unpaid = ['CREATED', 'PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAYMENT_EXPIRED'];

/** The table decides every step; money that came in stays noted, and whoever ends canceled or returned after paying is owed it. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const event = steps.at(-1);
  if (!event || !before) {
    expectThat(snapshot.value === 'CREATED', 'an order starts as CREATED');
    return;
  }
  const row = orderLife[String(before.value)] ?? {};
  const to = (event['stock'] === false ? row[`${event.type}?`] : undefined) ?? row[event.type] ?? before.value;
  const settles = event.type === 'refund.settled' && before.value === 'CANCELED' && !before.context['paid'];
  expectThat(
    snapshot.value === (settles ? 'CANCELED' : to),
    `${String(before.value)} + ${event.type} is ${String(snapshot.value)}, the table says ${String(to)}`,
  );
  expectThat(!before.context['paid'] || snapshot.context['paid'] === true, 'a confirmed payment was undone');
  const wasPaid = !unpaid.includes(String(before.value)) || (event.type === 'payment.confirmed' && snapshot.value !== before.value);
  const ends = snapshot.value !== before.value && ['CANCELED', 'RETURNED'].includes(String(snapshot.value));
  if (ends)
    expectThat(
      snapshot.context['refund'] === wasPaid,
      `${String(before.value)} → ${String(snapshot.value)}: refund is ${String(snapshot.context['refund'])}`,
    );
  if (snapshot.value === 'PAID') expectThat(snapshot.context['paid'] === true, 'a paid order knows that it is');
  if (event['stock'] === false && ends)
    expectThat(snapshot.context['reason'] === 'PAID_LATE' && snapshot.context['paid'] === true, 'a late payment without goods says so');
};
