import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './pickup-points.model.ts';

const walked = walkOf(machine, model, oracle);

describe('pickup points of a campaign', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('take every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});
