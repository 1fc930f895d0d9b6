import { describe, expect, it } from 'vitest';
import { walkOf } from '../support/walked.ts';
import { machine, model, oracle } from './guest.model.ts';

const walked = walkOf(machine, model, oracle);

describe('who buys without an account', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, judged at every step', () => {
    expect(walked.untaken()).toEqual([]);
  });
});
