import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './push.model.ts';

const walked = walkOf(machine, model, oracle);
describe('notifications in a browser', () => {
  it.each(walked.states)('do in %s what their model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('take every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});
