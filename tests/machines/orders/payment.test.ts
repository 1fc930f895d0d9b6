import { describe, expect, it } from 'vitest';
import { DisputeState } from '#contract/ops/dispute.ts';
import { disputeEvents, nextDisputeState } from '#machines/orders/dispute.machine.ts';
import { allowedPaymentEvents, nextPaymentState, paymentEvents } from '#machines/orders/payment.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import * as contested from './dispute.model.ts';
import { machine, model, oracle, paymentLife } from './payment.model.ts';

const walked = walkOf(machine, model, oracle);
const walkedContest = walkOf(contested.machine, contested.model, contested.oracle);

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

describe('a contested Pix', () => {
  it.each(walkedContest.states)('does in %s what its model says', (state) => {
    expect(walkedContest.wrongIn(state)).toEqual([]);
  });
  it('takes every transition as planned', () => {
    expect(walkedContest.untaken()).toEqual([]);
  });
  it('is decided once', () => {
    for (const state of DisputeState.options)
      for (const event of disputeEvents)
        expect(nextDisputeState(state, event)).toBe(contested.disputeLife[state]?.[event] ?? null);
  });
});
