import type { Quote } from '#contract/cart.ts';
import { type PickupStoreContext, pickupStoreMachine } from '#machines/address/pickup-store.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault } from '../samples.ts';
import { hub } from './pickup-points.model.ts';

const [far, near, depot] = [hub(1, -23.9), hub(2, -23.5), hub(3, -23.4, { type: 'DISTRIBUTION' })];
const here = { latitude: -23.5, longitude: -46.6 };
/** The near point has what is to be fetched, the far one has not; what is brought is no point. */
const quote: Quote = {
  validUntil: '2026-11-21T13:00:00Z',
  options: [
    { id: 'express', name: 'Expressa', type: 'EXPRESS', price: 9, days: { min: 0, max: 0 }, hubId: far.id },
    { id: 'fetch', name: 'Retirada', type: 'PICKUP', price: 0, days: { min: 0, max: 1 }, hubId: near.id },
  ],
};
export const told = { hubs: [far, depot, near], quote };
export const input = { campaign: campaignId(1), cart: 'cart', near: null };

export const machine = pickupStoreMachine;
export const model: Model<typeof pickupStoreMachine> = {
  inputs: [input, { ...input, cart: null, near: here }],
  events: [
    { type: 'point.chosen', id: near.id },
    { type: 'point.chosen', id: far.id },
    { type: 'point.chosen', id: depot.id },
    { type: 'point.taken' },
    { type: 'place.changed', near: here },
    { type: 'place.changed', near: null },
    { type: 'network.restored' },
    { type: 'load.retried' },
  ],
  outcomes: {
    loadStore: [{ ok: told }, { ok: { hubs: [depot], quote } }, fault, bug],
  },
  reduceContext: (given) => {
    const { cart, near: from, points, chosen, failures } = given as PickupStoreContext;
    return [cart, from !== null, points.map(({ hub: { name } }) => name), chosen, Math.min(1, failures)];
  },
};

/** Only points to fetch at, none chosen for the person, and only what can be had there is taken, for a cart. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as PickupStoreContext;
  const event = steps.at(-1);
  const names = context.points.map(({ hub: { name } }) => name).toSorted();
  expectThat(names.join() === (snapshot.matches('shown') ? 'Ponto 1,Ponto 2' : ''), 'the points to fetch at');
  for (const { hub: point, option } of context.points)
    expectThat((option?.id === 'fetch') === (point.id === near.id), 'each with what is offered there');
  if (context.near && snapshot.matches('shown'))
    expectThat(context.points[0]?.hub.id === near.id, 'the nearest first');
  const picked = steps.filter(({ type }) => type === 'point.chosen').map(({ id }) => id);
  expectThat(context.chosen === null || picked.includes(context.chosen), 'nothing is chosen for the person');
  expectThat(context.chosen !== depot.id, 'a depot is no point to fetch at');
  for (const [tag, state] of [
    ['busy', 'loading'],
    ['empty', 'none'],
    ['offline', 'offline'],
    ['failed', 'failed'],
  ] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(state), tag);
  if (snapshot.matches('loading'))
    expectThat(
      JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ campaign: campaignId(1), cart: context.cart }),
      'asks for its own subject',
    );
  if (!event || !before) return;
  if (event.type === 'point.chosen' && before.matches('shown') && event['id'] !== depot.id)
    expectThat(context.chosen === event['id'], 'a choice is taken');
  const had = before.context as PickupStoreContext;
  const canTake = before.matches('shown') && had.cart !== null && had.chosen === near.id;
  expectThat(before.can({ type: 'point.taken' }) === canTake, 'only what a cart can have there is taken');
  if (event.type === 'place.changed') expectThat(context.near === event['near'], 'the person has moved');
  if (event.type === 'xstate.error.actor.loadStore')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed'),
      'no answer is not a wrong one',
    );
  if (event.type === 'load.retried' && (before.matches('offline') || before.matches('failed')))
    expectThat(snapshot.matches('loading'), 'asked again by a press');
  if (
    before.matches('offline') &&
    (event.type === 'network.restored' || event.type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('loading'), 'asked again by itself');
};
