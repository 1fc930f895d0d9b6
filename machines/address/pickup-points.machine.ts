import { assign, setup } from 'xstate';
import type { Hub } from '#contract/place.ts';
import { byDistance } from '#domain/place/location.ts';
import { type Point } from '#domain/place/point.ts';
import { backOffAfter, failure, isFault, port, retry } from '#machines/port.ts';

/** A pickup point of a campaign, as somebody looks for one who has not bought yet. */
export type PickupPoint = Hub;
export interface PickupPointsContext {
  campaign: string;
  /** Where the person is: the nearest point first. Null leaves the shop's own order. */
  near: Point | null;
  /** All that serve the campaign, those that bring as well. */
  hubs: Hub[];
  points: PickupPoint[];
  failures: number;
}

const LONGEST_BACK_OFF = 60_000;
export const isPickup = ({ type, pickup }: Hub): boolean => type !== 'DISTRIBUTION' && pickup.enabled;

/**
 * Where the things of a campaign can be fetched. Beside a screen that says everything else without it, so a
 * failure is quiet and mends itself. Source: D27; "Every screen", Campaign.
 */
export const pickupPointsMachine = setup({
  types: {
    input: {} as Pick<PickupPointsContext, 'campaign' | 'near'>,
    context: {} as PickupPointsContext,
    events: {} as { type: 'network.restored' } | { type: 'load.retried' },
    tags: {} as 'busy' | 'empty' | 'offline' | 'failed',
  },
  actors: { loadHubs: port<Hub[], { campaign: string }>('loadHubs') },
  guards: { isFault, hasNone: (_, { hubs }: { hubs: Hub[] }) => !hubs.some(isPickup) },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign(({ context: { near } }, { hubs }: { hubs: Hub[] }) => {
      const points = hubs.filter(isPickup);
      return { hubs, points: near ? points.toSorted(byDistance(near)) : points, failures: 0 };
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'pickupPoints',
  description: 'Os pontos onde os produtos de uma campanha podem ser retirados.',
  initial: 'loading',
  context: ({ input }) => ({ ...input, hubs: [], points: [], failures: 0 }),
  states: {
    loading: {
      description: 'Os pontos de retirada estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadHubs',
        src: 'loadHubs',
        input: ({ context }) => ({ campaign: context.campaign }),
        onDone: [
          {
            guard: { type: 'hasNone', params: ({ event }) => ({ hubs: event.output }) },
            target: 'none',
            actions: { type: 'keep', params: ({ event }) => ({ hubs: event.output }) },
          },
          { target: 'shown', actions: { type: 'keep', params: ({ event }) => ({ hubs: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    shown: { description: 'Os pontos de retirada estão à vista, o mais perto primeiro.' },
    none: {
      description: 'Nenhum ponto de retirada serve esta campanha; só se pode receber em casa.',
      tags: 'empty',
    },
    offline: {
      description: 'Sem internet para buscar os pontos; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não entregou os pontos; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
