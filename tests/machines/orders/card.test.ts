import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { HeldClock, fireTimer, timersOf } from '#tests/support/browser/held-clock.ts';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { answered, machine, model, oracle, orderCode } from './card.model.ts';

const walked = walkOf(machine, model, oracle);

describe('card', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, and only the server says paid', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('asks the server when the provider does not answer in time, and never pays again by itself', () => {
    const { machine: quiet, trail } = prepare(machine);
    trail.told = []; // what the walks were told
    const clock = new HeldClock();
    const actor = createActor(quiet, { input: { orderCode, account: null }, clock }).start();
    actor.send({ type: 'xstate.done.actor.load', output: answered('pending').ok });
    actor.send({ type: 'field.ready', isSaved: false });
    actor.send({ type: 'payment.submitted' });
    expect(timersOf(actor, clock).map(({ delay }) => delay)).toEqual([45_000]);
    fireTimer(actor, clock, 'xstate.after.payPatience.card.paying.confirming');
    actor.send({ type: 'xstate.done.actor.ask', output: answered('pending').ok });
    fireTimer(actor, clock, 'xstate.after.untilLook.card.paying.undecided');
    expect(actor.getSnapshot().value).toEqual({ paying: 'looking' });
    expect(trail.told.filter(({ action }) => action === 'notifyPay')).toHaveLength(1);
    actor.stop();
  });
});
