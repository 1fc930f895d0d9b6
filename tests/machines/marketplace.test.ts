import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { HeldClock, fireTimer, timersOf } from '../support/browser/held-clock.ts';
import { prepare } from '../support/walk.ts';
import { walkOf } from '../support/walked.ts';
import { machine, model, oracle } from './marketplace.model.ts';
import { fault, store } from './samples.ts';

const waiting = (jitter = 0) => {
  const clock = new HeldClock();
  const actor = createActor(prepare(machine).machine, { input: { seed: store(), jitter }, clock }).start();
  const failOnce = () => {
    fireTimer(actor, clock, 'xstate.after.untilNext.marketplace.store.ready.resting');
    actor.send({ type: 'xstate.error.actor.refreshMarketplace', ...fault } as never);
  };
  return { actor, failOnce, delay: () => timersOf(actor, clock)[0]?.delay };
};

const walked = walkOf(machine, model, oracle);

describe('marketplace', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, and loses nothing by a failure', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('asks every 60 s, up to a tenth later and never sooner', () =>
    expect([waiting().delay(), waiting(0.5).delay(), waiting(1).delay(), waiting(9).delay()]).toEqual([
      60_000, 63_000, 66_000, 66_000,
    ]));
  it('waits longer after each failure, at most a quarter of an hour', () => {
    const { failOnce, delay } = waiting();
    const delays = Array.from({ length: 6 }, () => (failOnce(), delay()));
    expect(delays).toEqual([120_000, 240_000, 480_000, 900_000, 900_000, 900_000]);
  });
  it('REL-18 sets no timer while the page is hidden', () => {
    const { actor, delay } = waiting();
    actor.send({ type: 'page.hidden' });
    expect(delay()).toBeUndefined();
  });
});
