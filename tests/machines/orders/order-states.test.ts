import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { OrderState } from '#contract/order/order.ts';
import { DELIVERED_STATES } from '#domain/campaign-status.ts';
import { type Standing, standingOf } from '#domain/order/order-standing.ts';
import { type OrderTag, hasOrderTag, orderTags, statesTagged } from '#domain/order/order-states.ts';
import {
  allowedOrderEvents,
  dueEventOf,
  dueEvents,
  movesByItself,
  orderMachine,
  stepOrder,
} from '#machines/orders/order.machine.ts';
import { prepare } from '#tests/support/walk.ts';
import { machine as pix, orderCode } from './pix.model.ts';

const resolved = (state: OrderState) =>
  orderMachine.resolveState({
    value: state,
    context: { paid: false, left: false, refund: false, reason: null },
  });

/** definitions.md, "Order life", and the decisions named in the table, once more and by hand. */
const groups: Record<OrderTag, string> = {
  unpaid: 'CREATED PENDING_PAYMENT PAYMENT_REVIEW PAYMENT_EXPIRED',
  awaitingPayment: 'CREATED PENDING_PAYMENT PAYMENT_REVIEW',
  payable: 'PENDING_PAYMENT PAYMENT_EXPIRED',
  paid: 'PAID PREPARING READY_FOR_PICKUP SHIPPED OUT_FOR_DELIVERY DELIVERY_FAILED COMPLETED CANCELLATION_REQUESTED RETURN_REQUESTED RETURNED REFUNDED',
  preparing: 'PAID PREPARING CANCELLATION_REQUESTED',
  moving: 'READY_FOR_PICKUP SHIPPED OUT_FOR_DELIVERY DELIVERY_FAILED',
  collectable: 'READY_FOR_PICKUP',
  delivered: 'COMPLETED RETURN_REQUESTED RETURNED',
  stepReached: 'PAID SHIPPED',
  over: 'CANCELED RETURNED REFUNDED',
  final: 'COMPLETED CANCELED RETURNED REFUNDED',
  undone: 'CANCELED REFUNDED',
  troubled: 'PAYMENT_EXPIRED DELIVERY_FAILED',
  awaitingAnswer: 'CANCELLATION_REQUESTED RETURN_REQUESTED',
  stocked:
    'CREATED PENDING_PAYMENT PAYMENT_REVIEW PAID PREPARING READY_FOR_PICKUP SHIPPED OUT_FOR_DELIVERY DELIVERY_FAILED COMPLETED CANCELLATION_REQUESTED RETURN_REQUESTED RETURNED REFUNDED',
  cancelable: 'CREATED PENDING_PAYMENT PAID',
  contestable: 'PREPARING',
  editable:
    'CREATED PENDING_PAYMENT PAYMENT_REVIEW PAYMENT_EXPIRED PAID PREPARING READY_FOR_PICKUP DELIVERY_FAILED',
  reschedulable: 'CREATED PENDING_PAYMENT PAYMENT_REVIEW PAID PREPARING DELIVERY_FAILED',
  notified:
    'PAYMENT_EXPIRED PAID READY_FOR_PICKUP SHIPPED OUT_FOR_DELIVERY DELIVERY_FAILED COMPLETED CANCELED RETURNED REFUNDED',
};

describe('the tags of an order', () => {
  it.each(Object.entries(groups))('%s are what the chart says', (name, states) => {
    const tag = name as OrderTag; // a key of the record above
    expect(statesTagged(tag).join(' ')).toBe(states);
    expect(OrderState.options.filter((state) => resolved(state).hasTag(tag)).join(' ')).toBe(states);
  });

  it('are those of its chart in every state, and no others', () => {
    for (const state of OrderState.options)
      expect([...resolved(state).tags].toSorted(), state).toEqual(orderTags[state].toSorted());
  });

  it('agree with what the first load of the shop knows of them', () => {
    const standing = (name: Standing) => OrderState.options.filter((state) => standingOf(state) === name);
    expect(statesTagged('payable')).toEqual(standing('unpaid'));
    expect(statesTagged('over')).toEqual(standing('over'));
    expect(statesTagged('unpaid').toSorted()).toEqual(
      [...standing('unpaid'), ...standing('reviewed')].toSorted(),
    );
    expect(statesTagged('paid').filter((state) => !hasOrderTag(state, 'over'))).toEqual(standing('paid'));
    expect(statesTagged('delivered')).toEqual([...DELIVERED_STATES]);
  });

  it('agree with the edges of the chart', () => {
    for (const state of OrderState.options) {
      // Money comes in exactly where none is: a paid order is never paid again.
      expect(hasOrderTag(state, 'unpaid'), state).toBe(stepOrder(state, 'payment.confirmed') !== null);
      if (hasOrderTag(state, 'cancelable')) expect(allowedOrderEvents(state)).toContain('order.canceled');
      if (hasOrderTag(state, 'unpaid')) expect(hasOrderTag(state, 'paid')).toBe(false);
      if (hasOrderTag(state, 'awaitingPayment')) expect(hasOrderTag(state, 'stocked')).toBe(true);
    }
  });
});

describe('what falls due of an order', () => {
  it('is one event of the chart at most, and never one that somebody may send', () => {
    const due = OrderState.options.flatMap((state) => {
      expect(dueEvents.filter((event) => stepOrder(state, event) !== null).length).toBeLessThanOrEqual(1);
      const event = dueEventOf(state);
      return event ? [`${state} ${event}`] : [];
    });
    expect(due).toEqual([
      'PENDING_PAYMENT payment.expired',
      'PAYMENT_EXPIRED retry.ended',
      'READY_FOR_PICKUP pickup.overdue',
      'CANCELLATION_REQUESTED answer.overdue',
    ]);
    expect(OrderState.options.flatMap((state) => allowedOrderEvents(state)).join()).not.toContain('overdue');
  });

  it('moves the order, or leaves it as it is and alerts the shop', () => {
    const alerts: string[] = [];
    for (const state of OrderState.options) {
      const event = dueEventOf(state);
      if (!event) continue;
      const actor = createActor(orderMachine, { snapshot: resolved(state), input: {} });
      actor.on('shop.late', ({ what }) => void alerts.push(what));
      actor.start().send({ type: event });
      expect(actor.getSnapshot().value !== state, event).toBe(movesByItself(event));
      actor.stop();
    }
    expect(alerts).toEqual(['pickup.overdue', 'answer.overdue']);
  });
});

describe('who waits for a Pix payment', () => {
  it.each(OrderState.options)('hears of %s what the order stands for', (state) => {
    const actor = createActor(prepare(pix).machine, { input: { orderCode } }).start();
    actor.send({ type: 'order.changed', code: orderCode, state });
    const expected = { paid: 'paid', over: 'canceled', unpaid: 'loading', reviewed: 'loading' };
    expect(actor.getSnapshot().value).toBe(expected[standingOf(state)]);
    actor.stop();
  });
});
