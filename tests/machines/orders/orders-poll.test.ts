import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { HeldClock, fireTimer, timersOf } from '#tests/support/browser/held-clock.ts';
import { prepare } from '#tests/support/walk.ts';
import { machine } from './orders.model.ts';
import { order } from '../samples.ts';

const { machine: quiet, trail } = prepare(machine);
const resting = (jitter = 0) => {
  const clock = new HeldClock();
  const actor = createActor(quiet, { input: { jitter }, clock }).start();
  actor.send({ type: 'session.opened' });
  actor.send({
    type: 'xstate.done.actor.loadOrders',
    output: { orders: [order(1)], page: 0, totalPages: 1 },
  } as never);
  return { actor, clock, timers: () => timersOf(actor, clock) };
};

describe('open orders', () => {
  it('are asked for every 5 min, up to a tenth later and never sooner', () => {
    expect(
      [0, 0.5, 1].map((jitter) =>
        resting(jitter)
          .timers()
          .map(({ delay }) => delay),
      ),
    ).toEqual([[300_000], [315_000], [330_000]]);
    trail.calls = [];
    const { actor, clock, timers } = resting();
    fireTimer(actor, clock, timers()[0]?.type ?? '');
    expect(trail.calls.at(-1)?.port).toBe('loadOpenOrders');
  });
});
