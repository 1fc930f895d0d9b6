import { describe, expect, it } from 'vitest';
import { allowedPaymentEvents, nextPaymentState, paymentEvents } from '#machines/orders/payment.machine.ts';
import { walkWhole } from '../support/walk.ts';
import { machine, model, oracle, paymentLife } from './payment.model.ts';

describe('payment', () => {
  it('takes every transition as planned', () => {
    expect(walkWhole(machine, model, oracle).missing()).toEqual([]);
  });
  it('only advances', () => {
    for (const state of ['pending', 'confirmed', 'expired', 'declined', 'refunded'] as const) {
      for (const event of paymentEvents)
        expect(nextPaymentState(state, event)).toBe(paymentLife[state]?.[event] ?? null);
      expect(allowedPaymentEvents(state)).toEqual(Object.keys(paymentLife[state] ?? {}));
    }
  });
});
