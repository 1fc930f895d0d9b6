import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './ticket.model.ts';

describe('the ticket', () => {
  const walked = walkOf(machine, model, oracle);
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});
