import {
  type AroundContext,
  type ToldAround,
  aroundMachine,
  pointsAround,
  storesAround,
} from '#machines/address/around.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault } from '../samples.ts';
import { hub } from './pickup-points.model.ts';

const [far, near, depot] = [hub(1, -23.9), hub(2, -23.5), hub(3, -23.4, { type: 'DISTRIBUTION' })];
const here = { latitude: -23.5, longitude: -46.6 };
/** The first is sold by the near store, the second by the far one. */
const campaigns = [1, 2].map((n) => ({
  id: campaignId(n),
  slug: `campanha-${n}`,
  name: `Campanha ${n}`,
  marketplaceId: n === 1 ? 'near' : 'far',
}));
const [first, second] = campaigns as [(typeof campaigns)[0], (typeof campaigns)[0]];
/** Of two campaigns that share a point; one store of three is on no map. */
export const told: ToldAround = {
  stores: [
    { id: 'lost', name: 'Sem mapa', partnerName: 'Feira' },
    { id: 'far', name: 'Longe', partnerName: 'Feira', latitude: -23.9, longitude: -46.6 },
    { id: 'near', name: 'Perto', partnerName: 'Feira', ...here },
  ],
  hubs: [
    { campaign: first, hubs: [far, depot, near] },
    { campaign: second, hubs: [near] },
  ],
};
export const input = { campaigns, near: here };

export const machine = aroundMachine;
export const model: Model<typeof aroundMachine> = {
  inputs: [input, { campaigns, near: null }],
  events: [
    { type: 'place.changed', near: here },
    { type: 'place.changed', near: null },
    { type: 'network.restored' },
    { type: 'load.retried' },
  ],
  outcomes: {
    loadAround: [
      { ok: told },
      { ok: { stores: [], hubs: [{ campaign: first, hubs: [depot] }] } },
      { ok: { stores: [], hubs: [] } },
      fault,
      bug,
    ],
  },
  reduceContext: ({ near: from, told: { stores }, failures }) => [
    from !== null,
    stores.length,
    Math.min(1, failures),
  ],
};

/** Each place once, the nearest first for somebody who said where they are, and no distance to who did not. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as AroundContext;
  const event = steps.at(-1);
  const isShown = snapshot.matches('shown');
  const [points, stores] = [pointsAround(context), storesAround(context)];
  const names = [...points, ...stores].map(({ name }) => name).join();
  expectThat(
    names ===
      (!isShown
        ? ''
        : context.near
          ? 'Ponto 2,Ponto 1,Perto,Longe,Sem mapa'
          : 'Ponto 1,Ponto 2,Sem mapa,Longe,Perto'),
    'what is around, nearest first',
  );
  if (isShown) {
    expectThat(
      points.find(({ id }) => id === near.id)?.campaigns.length === 2,
      'a shared point is one point',
    );
    expectThat(
      points.every(({ km }) => (km === null) === (context.near === null)),
      'a distance from somewhere',
    );
    expectThat(stores.find(({ id }) => id === 'lost')?.km === null, 'no distance to what is on no map');
  }
  for (const [tag, state] of [
    ['busy', 'loading'],
    ['empty', 'none'],
    ['offline', 'offline'],
    ['failed', 'failed'],
  ] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(state), tag);
  if (snapshot.matches('loading'))
    expectThat(
      Reflect.get(Object(calls.at(-1)?.input), 'campaigns') === campaigns,
      'asks of its own campaigns',
    );
  if (!event || !before) return;
  if (event.type === 'place.changed') expectThat(context.near === event['near'], 'the person has moved');
  if (event.type === 'xstate.error.actor.loadAround')
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
