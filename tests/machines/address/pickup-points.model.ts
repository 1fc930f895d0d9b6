import type { Hub } from '#contract/place.ts';
import { type PickupPointsContext, pickupPointsMachine } from '#machines/address/pickup-points.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault } from '../samples.ts';

export const hub = (n: number, latitude: number, more: Partial<Hub> = {}): Hub => ({
  id: campaignId(700 + n),
  name: `Ponto ${n}`,
  type: 'BOTH',
  address: 'Rua dos Pinheiros, 1037',
  latitude,
  longitude: -46.6,
  hours: [],
  leadTimeMin: 60,
  cutoff: '18:00',
  pickup: { enabled: true, instructions: '', holdDays: 3 },
  shippingMethodIds: [],
  ...more,
});
const far = hub(1, -23.9);
const near = hub(2, -23.5);
const depot = hub(3, -23.4, { type: 'DISTRIBUTION' });
const shut = hub(4, -23.4, { pickup: { enabled: false, instructions: '', holdDays: 0 } });

export const machine = pickupPointsMachine;
export const model: Model<typeof pickupPointsMachine> = {
  inputs: [
    { campaign: campaignId(1), near: { latitude: -23.5, longitude: -46.6 } },
    { campaign: campaignId(1), near: null },
  ],
  events: [{ type: 'network.restored' }, { type: 'load.retried' }],
  outcomes: { loadHubs: [{ ok: [far, depot, near, shut] }, { ok: [depot, shut] }, { ok: [] }, fault, bug] },
  reduceContext: ({ near: from, points, failures }) => [from !== null, points.length, Math.min(1, failures)],
};

/**
 * Only what is open to fetchers, the nearest first for somebody who said where they are; a failure never
 * hides for good.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const { points, hubs, near: from } = snapshot.context as PickupPointsContext;
  const event = steps.at(-1);
  const names = points.map(({ name }) => name).join();
  expectThat(
    names === (snapshot.matches('shown') ? (from ? 'Ponto 2,Ponto 1' : 'Ponto 1,Ponto 2') : ''),
    'the points to fetch at, nearest first',
  );
  if (snapshot.matches('shown')) expectThat(hubs.length === 4, 'those that bring are known as well');
  for (const [tag, state] of [
    ['busy', 'loading'],
    ['empty', 'none'],
    ['offline', 'offline'],
    ['failed', 'failed'],
  ] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(state), tag);
  if (snapshot.matches('loading'))
    expectThat(
      JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ campaign: campaignId(1) }),
      'asks for its own campaign',
    );
  if (event?.type === 'xstate.error.actor.loadHubs')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed'),
      'no answer is not a wrong one',
    );
  if (event?.type === 'load.retried' && (before?.matches('offline') || before?.matches('failed')))
    expectThat(snapshot.matches('loading'), 'asked again by a press');
  if (
    before?.matches('offline') &&
    (event?.type === 'network.restored' || event?.type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('loading'), 'asked again by itself');
};
