import { describe, expect, it } from 'vitest';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle, returnMachine, returnModel, returnOracle } from './sso.model.ts';

const walked = walkOf(machine, model, oracle);
const returned = walkOf(returnMachine, returnModel, returnOracle);

describe('signing in with another account', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});

describe('the window that a provider sends back', () => {
  it.each(returned.states)('does in %s what its model says', (state) => {
    expect(returned.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(returned.untaken()).toEqual([]);
  });
});
