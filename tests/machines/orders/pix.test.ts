import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { HeldClock, fireTimer, timersOf } from '#tests/support/browser/held-clock.ts';
import { answered, machine, model, oracle, orderCode } from './pix.model.ts';

const waitingActor = () => {
  const clock = new HeldClock();
  const actor = createActor(prepare(machine).machine, { input: { orderCode }, clock }).start();
  actor.send({ type: 'xstate.done.actor.load', output: answered('pending').ok });
  return {
    actor,
    clock,
    delays: () => Object.fromEntries(timersOf(actor, clock).map(({ type, delay }) => [type, delay])),
  };
};

const walked = walkOf(machine, model, oracle);

describe('pix', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, and only the server says paid', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('looks every 3 s for two minutes, then every 10 s', () => {
    const { actor, clock, delays } = waitingActor();
    for (let check = 0; check < 40; check++) {
      expect(delays()['xstate.after.untilCheck.pix.waiting.resting']).toBe(3_000);
      fireTimer(actor, clock, 'xstate.after.untilCheck.pix.waiting.resting');
      actor.send({ type: 'xstate.done.actor.check', output: answered('pending').ok });
    }
    expect(delays()['xstate.after.untilCheck.pix.waiting.resting']).toBe(10_000);
    actor.stop();
  });
  it('looks again at the moment of expiry instead of calling the code expired', () => {
    const { actor, clock, delays } = waitingActor();
    expect(delays()['xstate.after.untilExpiry.pix.waiting']).toBe(30 * 60_000);
    fireTimer(actor, clock, 'xstate.after.untilExpiry.pix.waiting');
    expect(actor.getSnapshot().value).toBe('loading');
    actor.stop();
  });
});
