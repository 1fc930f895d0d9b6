import { paymentEvents, paymentMachine } from '#machines/orders/payment.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

export const machine = paymentMachine;
export const model: Model<typeof paymentMachine> = {
  inputs: [undefined],
  events: paymentEvents.map((type) => ({ type })),
};

/** The plan of a payment, written by hand. */
export const paymentLife: Record<string, Record<string, string>> = {
  pending: { 'payment.confirmed': 'confirmed', 'payment.expired': 'expired', 'payment.declined': 'declined' },
  expired: { 'payment.confirmed': 'confirmed' },
  confirmed: { 'refund.settled': 'refunded' },
  declined: {},
  refunded: {},
};
/** Money that came in never disappears; only a refund ends it. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const event = steps.at(-1);
  const from = before ? String(before.value) : 'pending';
  const to = event ? (paymentLife[from]?.[event.type] ?? from) : 'pending';
  expectThat(snapshot.value === to, `${from} + ${event?.type} is ${String(snapshot.value)}, not ${to}`);
  if (from === 'confirmed')
    expectThat(['confirmed', 'refunded'].includes(String(snapshot.value)), 'a confirmed payment was undone');
  if (event && to === 'confirmed' && from !== 'confirmed')
    expectThat(
      snapshot.context['late'] === (from === 'expired'),
      'a payment after the expiry is marked as late',
    );
};
