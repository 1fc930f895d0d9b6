import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './likings.model.ts';

const walked = walkOf(machine, model, oracle);
describe('the questions about taste', () => {
  it.each(walked.states)('do in %s what their model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('take every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});
