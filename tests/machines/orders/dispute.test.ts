import { describe, expect, it } from 'vitest';
import { DisputeState } from '#contract/ops/dispute.ts';
import { disputeEvents, nextDisputeState } from '#machines/orders/dispute.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { disputeLife, machine, model, oracle } from './dispute.model.ts';

const walked = walkOf(machine, model, oracle);

describe('a contested Pix', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition as planned', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('is decided once', () => {
    for (const state of DisputeState.options)
      for (const event of disputeEvents)
        expect(nextDisputeState(state, event)).toBe(disputeLife[state]?.[event] ?? null);
  });
});
