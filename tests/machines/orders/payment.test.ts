import { describe, expect, it } from 'vitest';
import { allowedPaymentEvents, nextPaymentState, paymentEvents } from '#machines/orders/payment.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle, paymentLife } from './payment.model.ts';

const walked = walkOf(machine, model, oracle);

describe('payment', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition as planned', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('only advances', () => {
    for (const state of ['pending', 'confirmed', 'expired', 'declined', 'refunded'] as const) {
      for (const event of paymentEvents)
        expect(nextPaymentState(state, event)).toBe(paymentLife[state]?.[event] ?? null);
      expect(allowedPaymentEvents(state)).toEqual(Object.keys(paymentLife[state] ?? {}));
    }
  });
});
