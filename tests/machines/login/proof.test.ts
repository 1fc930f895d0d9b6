import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './proof.model.ts';

const walked = walkOf(machine, model, oracle);

describe('proof', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, judged at every step', () => {
    expect(walked.untaken()).toEqual([]);
  });
});
