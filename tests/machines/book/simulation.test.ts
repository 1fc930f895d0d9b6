import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { OpenedRun, RunQuestion } from '#machines/book/run.ts';
import { MOST_RUN_STEPS } from '#machines/book/simulation.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './simulation.model.ts';

describe('a simulation', () => {
  const walked = walkOf(machine, model, oracle);
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('has as many steps as a run may have, and no more', async () => {
    const nothing: OpenedRun = {
      run: { input: 1, steps: [] },
      end: null,
      samples: { events: {}, outputs: {} },
    };
    const openRun = fromPromise<OpenedRun, RunQuestion>(() => Promise.resolve(nothing));
    const actor = createActor(machine.provide({ actors: { openRun } })).start();
    actor.send({ type: 'simulation.started', chart: 'pix' });
    await expect.poll(() => actor.getSnapshot().hasTag('on')).toBe(true);
    for (let at = 0; at <= MOST_RUN_STEPS; at++)
      actor.send({ type: 'step.taken', step: { do: 'wait', ms: at } });
    const { steps } = actor.getSnapshot().context.run;
    expect([steps.length, steps.at(-1)]).toEqual([MOST_RUN_STEPS, { do: 'wait', ms: MOST_RUN_STEPS - 1 }]);
  });
});
