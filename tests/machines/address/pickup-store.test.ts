import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { walkOf } from '#tests/support/walked.ts';
import type { PickupStoreSubject, ToldStore } from '#machines/address/pickup-store.machine.ts';
import { input, machine, model, oracle, told } from './pickup-store.model.ts';

const walked = walkOf(machine, model, oracle);

describe('where an order is fetched', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('hands out the way of receiving at the point that was chosen', async () => {
    const loadStore = fromPromise<ToldStore, PickupStoreSubject>(() => Promise.resolve(told));
    const actor = createActor(machine.provide({ actors: { loadStore } }), { input });
    const taken: unknown[] = [];
    actor.on('pickup.taken', ({ choice }) => taken.push(choice));
    actor.start();
    await new Promise((done) => actor.subscribe((s) => s.matches('shown') && done(null)));
    const near = actor.getSnapshot().context.points.find(({ option }) => option)?.hub.id ?? '';
    actor.send({ type: 'point.taken' });
    expect(taken).toEqual([]);
    actor.send({ type: 'point.chosen', id: near });
    actor.send({ type: 'point.taken' });
    expect(taken).toEqual([{ id: 'fetch', type: 'PICKUP', hubId: near }]);
  });
});
