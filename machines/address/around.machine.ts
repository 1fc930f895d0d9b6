import { assign, setup } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import type { Hub, Marketplace } from '#contract/place.ts';
import { distanceKm } from '#domain/place/location.ts';
import { type Point, placedAt } from '#domain/place/point.ts';
import { backOffAfter, failure, fromEvent, isFault, port, retry } from '#machines/port.ts';
import { isPickup } from './pickup-points.machine.ts';

export type AroundCampaign = Pick<Campaign, 'id' | 'slug' | 'name' | 'marketplaceId'>;
export interface AroundSubject {
  campaigns: AroundCampaign[];
  /** Where the person is: the nearest first, with its distance. Null leaves the shop's own order. */
  near: Point | null;
}
export interface ToldAround {
  stores: Pick<Marketplace, 'id' | 'name' | 'partnerName' | 'latitude' | 'longitude'>[];
  hubs: { campaign: AroundCampaign; hubs: Hub[] }[];
}
interface Placed {
  id: string;
  name: string;
  /** null where no map has it, or it is not known where the person is */
  km: number | null;
}
export interface AroundStore extends Placed {
  partnerName: string;
}
/** Where things are fetched, with the campaigns of which they are. */
export interface AroundPoint extends Placed {
  hub: Hub;
  campaigns: AroundCampaign[];
}
export interface AroundContext extends AroundSubject {
  told: ToldAround;
  failures: number;
}

const LONGEST_BACK_OFF = 60_000;
const NOTHING: ToldAround = { stores: [], hubs: [] };

const kmTo = (near: Point | null, place: Parameters<typeof placedAt>[0]): number | null => {
  const point = placedAt(place);
  return near && point ? distanceKm(near, point) : null;
};
const nearestFirst = <T extends Placed>(places: T[]): T[] =>
  places.toSorted((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity) || 0);

export const storesAround = ({ near, told }: AroundContext): AroundStore[] =>
  nearestFirst(
    told.stores.map(({ id, name, partnerName, ...place }) => ({
      id,
      name,
      partnerName,
      km: kmTo(near, place),
    })),
  );
/**
 * Each once, however many campaigns can be fetched there.
 * @param store whose campaigns alone count; null: every store's
 */
export function pointsAround({ near, told }: AroundContext, store: string | null = null): AroundPoint[] {
  const points = new Map<string, AroundPoint>();
  for (const { campaign, hubs } of told.hubs.filter((one) =>
    [null, one.campaign.marketplaceId].includes(store),
  ))
    for (const hub of hubs.filter(isPickup)) {
      const { id, name } = hub;
      const known = points.get(id)?.campaigns ?? [];
      points.set(id, { id, name, hub, km: kmTo(near, hub), campaigns: [...known, campaign] });
    }
  return nearestFirst([...points.values()]);
}

/** The stores and pickup points around a person, of the campaigns that are open there. Source: D83. */
export const aroundMachine = setup({
  types: {
    input: {} as AroundSubject,
    context: {} as AroundContext,
    events: {} as
      | { type: 'place.changed'; near: Point | null }
      | { type: 'network.restored' }
      | { type: 'load.retried' },
    tags: {} as 'busy' | 'empty' | 'offline' | 'failed',
  },
  actors: { loadAround: port<ToldAround, AroundSubject>('loadAround') },
  guards: {
    isFault,
    hasNone: (_, { told }: { told: ToldAround }) =>
      told.stores.length === 0 && !told.hubs.some(({ hubs }) => hubs.some(isPickup)),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, { told }: { told: ToldAround }) => ({ told, failures: 0 })),
    move: assign((_, { near }: { near: Point | null }) => ({ near })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'around',
  description: 'As lojas e os pontos de retirada perto da pessoa.',
  initial: 'loading',
  context: ({ input }) => ({ ...input, told: NOTHING, failures: 0 }),
  on: { 'place.changed': { actions: { type: 'move', params: fromEvent } } },
  states: {
    loading: {
      description: 'As lojas e os pontos de retirada estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadAround',
        src: 'loadAround',
        input: ({ context: { campaigns, near } }) => ({ campaigns, near }),
        onDone: [
          { guard: { type: 'hasNone', params: ({ event }) => ({ told: event.output }) }, target: 'none' },
          { target: 'shown', actions: { type: 'keep', params: ({ event }) => ({ told: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    shown: { description: 'O que há por perto está à vista, o mais perto primeiro.' },
    none: { description: 'Não há loja nem ponto de retirada para mostrar.', tags: 'empty' },
    offline: {
      description: 'Sem internet para buscar o que há por perto; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não disse o que há por perto; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
