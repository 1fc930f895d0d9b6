import { OrderEvent } from '#contract/order/order.ts';
import { orderMachine } from '#machines/orders/order.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { orderTable } from '#tests/support/orders/order-table.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

export const machine = orderMachine;
export const model: Model<typeof orderMachine> = {
  inputs: [{}, { paid: true }, { left: true }],
  events: [
    ...OrderEvent.options.map((type) => ({ type })),
    { type: 'answer.overdue' },
    { type: 'pickup.overdue' },
    { type: 'payment.confirmed', stock: false },
    { type: 'payment.requested', stock: false },
  ],
};

/** The table with what becomes of an event when the goods are gone: the same event with a `?`. */
export const orderLife: Record<string, Record<string, string>> = {
  ...orderTable,
  PAYMENT_EXPIRED: {
    ...orderTable.PAYMENT_EXPIRED,
    'payment.requested?': 'PAYMENT_EXPIRED',
    'payment.confirmed?': 'CANCELED',
  },
};
const unpaid = ['CREATED', 'PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAYMENT_EXPIRED'];

/**
 * The table decides every step; money that came in stays noted, and whoever ends canceled or returned after
 * paying is owed it.
 */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const event = steps.at(-1);
  if (!event || !before) {
    expectThat(snapshot.value === 'CREATED', 'an order starts as CREATED');
    return;
  }
  const row = orderLife[String(before.value)] ?? {};
  const to =
    (event['stock'] === false ? row[`${event.type}?`] : undefined) ?? row[event.type] ?? before.value;
  const asksAgain =
    event.type === 'return.requested' && before.value === 'REFUNDED' && before.context['left'] === true;
  const settles = event.type === 'refund.settled' && before.value === 'CANCELED' && !before.context['paid'];
  expectThat(
    snapshot.value === (settles ? 'CANCELED' : asksAgain ? 'RETURN_REQUESTED' : to),
    `${String(before.value)} + ${event.type} is ${String(snapshot.value)}, the table says ${String(to)}`,
  );
  expectThat(!before.context['paid'] || snapshot.context['paid'] === true, 'a confirmed payment was undone');
  const wasPaid =
    !unpaid.includes(String(before.value)) ||
    (event.type === 'payment.confirmed' && snapshot.value !== before.value);
  const ends = snapshot.value !== before.value && ['CANCELED', 'RETURNED'].includes(String(snapshot.value));
  if (ends)
    expectThat(
      snapshot.context['refund'] === wasPaid,
      `${String(before.value)} → ${String(snapshot.value)}: refund is ${String(snapshot.context['refund'])}`,
    );
  if (snapshot.value === 'PAID')
    expectThat(snapshot.context['paid'] === true, 'a paid order knows that it is');
  if (event['stock'] === false && ends)
    expectThat(
      snapshot.context['reason'] === 'PAID_LATE' && snapshot.context['paid'] === true,
      'a late payment without goods says so',
    );
};
