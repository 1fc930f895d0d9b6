import { assign, setup, transition } from 'xstate';
import type { PixCharge } from '#contract/payment/payment.ts';

/** States of one payment attempt; the `status` of a Pix charge on the wire. */
export type PaymentState = PixCharge['status'];
export const paymentEvents = [
  'payment.confirmed',
  'payment.expired',
  'payment.declined',
  'refund.settled',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/**
 * One attempt to pay one order; an order has a row of it per attempt. It only advances: a notice that comes
 * late or twice is no edge and is ignored.
 * Money that arrives after the charge expired still counts (`late`). Source: definitions.md "Order life";
 * D56, D57; REL-09.
 */
export const paymentMachine = setup({
  types: { context: {} as { late: boolean }, events: {} as { type: PaymentEvent } },
  actions: { noteLate: assign({ late: true }) },
}).createMachine({
  id: 'payment',
  description: 'Uma tentativa de pagar um pedido; ela só anda para a frente.',
  initial: 'pending',
  context: { late: false },
  states: {
    pending: {
      description: 'O pagamento foi pedido e ainda não chegou.',
      on: { 'payment.confirmed': 'confirmed', 'payment.expired': 'expired', 'payment.declined': 'declined' },
    },
    expired: {
      description: 'O prazo desta cobrança acabou; dinheiro que chegue depois ainda conta.',
      on: {
        'payment.confirmed': {
          description: 'O dinheiro chegou depois do prazo e ainda conta.',
          target: 'confirmed',
          actions: 'noteLate',
        },
      },
    },
    confirmed: {
      description: 'O dinheiro chegou; só uma devolução muda isto.',
      on: { 'refund.settled': 'refunded' },
    },
    declined: { description: 'O pagamento foi recusado; é preciso tentar de outro modo.', type: 'final' },
    refunded: { description: 'O dinheiro desta cobrança foi devolvido.', type: 'final' },
  },
});

/** The state an event leads to, or null when it is illegal or late (keep the notice, change nothing). */
export function nextPaymentState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  const before = paymentMachine.resolveState({ value: state, context: { late: false } });
  if (!before.can({ type: event })) return null;
  return transition(paymentMachine, before, { type: event })[0].value;
}

/** Every event that is legal in a state. */
export const allowedPaymentEvents = (state: PaymentState): PaymentEvent[] =>
  paymentEvents.filter((event) => nextPaymentState(state, event) !== null);
