import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import type { Oracle } from '../support/walk.ts';
import { walkOf } from '../support/walked.ts';

const chart = () =>
  createMachine({
    id: 'lamp',
    initial: 'off',
    states: {
      off: { on: { press: 'on' } },
      on: { on: { press: 'off', smash: { guard: () => false, target: 'broken' } } },
      broken: {},
    },
  });
const model = { inputs: [undefined], events: [{ type: 'press' }, { type: 'smash' }] };
const lit: Oracle = (snapshot) => {
  if (snapshot.matches('on' as never)) throw new Error('the lamp is lit');
};

describe('a walk', () => {
  it('names each state, and the path on which it is wrong', () => {
    const walked = walkOf(chart(), model, lit);
    expect(walked.states).toEqual(['off', 'on', 'broken']);
    expect(walked.wrongIn('off')).toEqual([]);
    expect(walked.wrongIn('on')).toEqual(['on the path to "on" by press (input undefined): the lamp is lit']);
  });
  it('names what it could not come to', () => {
    expect(walkOf(chart(), model, () => {}).untaken()).toEqual([
      'broken is never reached',
      'lamp.on · smash [inline] → lamp.broken',
    ]);
  });
  it('tells what is wrong also when only the last question is asked', () => {
    expect(walkOf(chart(), model, lit).untaken()[0]).toContain('the lamp is lit');
  });
  it('names the one that is wrong of several events that leave a state where it was', () => {
    const still = createMachine({
      id: 'bell',
      initial: 'idle',
      states: { idle: { on: { ready: 'hung' } }, hung: { on: { touch: {}, strike: {}, wipe: {} } } },
    });
    const events = ['ready', 'touch', 'strike', 'wipe'].map((type) => ({ type }));
    const walked = walkOf(still, { inputs: [undefined], events }, (_, { steps }) => {
      if (steps.at(-1)?.type === 'strike') throw new Error('the bell rings');
    });
    expect(walked.wrongIn('hung')).toEqual([
      'on the path to "hung" by ready → strike (input undefined): the bell rings',
    ]);
    expect(walked.untaken()).toEqual([]);
  });
  it('refuses a chart of too many states by their number, not by the time that they take', () => {
    expect(() => walkOf(chart(), { ...model, mostStates: 1 }, () => {}).untaken()).toThrow(
      'too many states to walk',
    );
  });
});
