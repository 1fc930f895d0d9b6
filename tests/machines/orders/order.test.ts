import { describe, expect, it } from 'vitest';
import { OrderEvent, OrderState } from '#contract/order/order.ts';
import { allowedOrderEvents, nextOrderState, shopSteps, stepOrder } from '#machines/orders/order.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle, orderLife } from './order.model.ts';

const walked = walkOf(machine, model, oracle);

describe('order', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition as the table says', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('answers every state and event as the table, on both sides', () => {
    for (const state of OrderState.options) {
      for (const event of OrderEvent.options)
        expect(nextOrderState(state, event), `${state} + ${event}`).toBe(orderLife[state]?.[event] ?? null);
      expect(allowedOrderEvents(state).toSorted()).toEqual(
        Object.keys(orderLife[state] ?? {})
          .filter((event) => !event.endsWith('?'))
          .toSorted(),
      );
    }
  });
  it('cancels a late payment whose goods are gone and owes the money back', () => {
    expect(stepOrder('PAYMENT_EXPIRED', 'payment.confirmed', { stock: false })).toEqual({
      state: 'CANCELED',
      refund: true,
      reason: 'PAID_LATE',
    });
    expect(nextOrderState('PAYMENT_EXPIRED', 'payment.requested', { stock: false })).toBeNull();
  });
  it('takes more goods back after a part of them was refunded, as long as some are left', () => {
    expect([
      nextOrderState('REFUNDED', 'return.requested', { left: true }),
      nextOrderState('REFUNDED', 'return.requested'),
    ]).toEqual(['RETURN_REQUESTED', null]);
    expect(allowedOrderEvents('REFUNDED', { left: true })).toEqual(['return.requested']);
  });
  it('has nothing to pay back on an order that was never paid', () => {
    expect(nextOrderState('CANCELED', 'refund.settled', { paid: false })).toBeNull();
    expect(stepOrder('PENDING_PAYMENT', 'order.canceled')?.refund).toBe(false);
  });
  it('is canceled by the shop while it is prepared and when nobody came: asked and accepted in one go', () => {
    const both = OrderState.options.filter((state) => shopSteps(state, 'order.canceled')?.length === 2);
    expect(both).toEqual(['PREPARING', 'READY_FOR_PICKUP']);
    for (const state of OrderState.options)
      for (const event of OrderEvent.options) {
        const last = shopSteps(state, event)?.reduce<OrderState | null>(
          (at, step) => at && nextOrderState(at, step),
          state,
        );
        const isBoth = event === 'order.canceled' && both.includes(state);
        expect([state, event, last ?? null]).toEqual([
          state,
          event,
          isBoth ? 'CANCELED' : nextOrderState(state, event),
        ]);
      }
  });
});
