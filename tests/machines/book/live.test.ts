import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { MOST_STEPS, liveMachine } from '#machines/book/live.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle, step } from './live.model.ts';

describe('looking at a store live', () => {
  const walked = walkOf(machine, model, oracle);
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });

  it('keeps the last steps, and the one in sight where it was among them', () => {
    const live = createActor(liveMachine).start();
    live.send({ type: 'live.started' });
    const told = (at: number) => live.send({ type: 'store.stepped', tab: 'a', step: { ...step, at } });
    for (let at = 0; at < MOST_STEPS; at++) told(at);
    live.send({ type: 'step.selected', at: 5 });
    told(MOST_STEPS);
    told(MOST_STEPS + 1);
    const { steps, at } = live.getSnapshot().context;
    expect([steps.length, steps[0]?.at, at, steps[at ?? 0]?.at]).toEqual([MOST_STEPS, 2, 3, 5]);
  });
});
