import { assign, emit, setup } from 'xstate';
import type { Quote, QuoteOption, ShippingChoice } from '#contract/cart.ts';
import type { Hub } from '#contract/place.ts';
import { byDistance } from '#domain/place/location.ts';
import type { Point } from '#domain/place/point.ts';
import { backOffAfter, failure, fromEvent, isFault, port, retry } from '#machines/port.ts';
import { isPickup } from './pickup-points.machine.ts';

/** What is to be fetched: the cart where there is something in it, else whatever a campaign has. */
export interface PickupStoreSubject {
  campaign: string;
  cart: string | null;
}
/** The points of a campaign, and the ways of receiving that the server offers for the subject. */
export interface ToldStore {
  hubs: Hub[];
  quote: Quote;
}
export interface StorePoint {
  hub: Hub;
  /** null where what is to be fetched cannot be had there now */
  option: QuoteOption | null;
}
export interface PickupStoreContext extends PickupStoreSubject {
  /** Where the person is: the nearest point first. Null leaves the shop's own order. */
  near: Point | null;
  points: StorePoint[];
  chosen: string | null;
  failures: number;
}
export type PickupStoreEvent =
  | { type: 'point.chosen'; id: string }
  | { type: 'point.taken' }
  | { type: 'place.changed'; near: Point | null }
  | { type: 'network.restored' }
  | { type: 'load.retried' };

const LONGEST_BACK_OFF = 60_000;

const sorted = (points: readonly StorePoint[], near: Point | null): StorePoint[] => {
  if (!near) return [...points];
  const nearer = byDistance(near);
  return points.toSorted((a, b) => nearer(a.hub, b.hub));
};
const pointsOf = ({ hubs, quote }: ToldStore): StorePoint[] =>
  hubs.filter(isPickup).map((hub) => ({
    hub,
    option: quote.options.find(({ type, hubId }) => type === 'PICKUP' && hubId === hub.id) ?? null,
  }));
/** The point that is chosen, with the way of receiving there; null where there is none. */
export const chosenPoint = ({ points, chosen }: PickupStoreContext): StorePoint | null =>
  points.find(({ hub }) => hub.id === chosen) ?? null;
const choiceAt = (context: PickupStoreContext): ShippingChoice | null => {
  const option = chosenPoint(context)?.option;
  return option ? { id: option.id, type: option.type, hubId: option.hubId } : null;
};

/**
 * Where the things of a campaign are fetched, and which point a cart goes to. Nothing is chosen for the person.
 * Emits `pickup.taken` with the way of receiving. Source: D27; "Every screen", PickupStore.
 */
export const pickupStoreMachine = setup({
  types: {
    input: {} as PickupStoreSubject & Pick<PickupStoreContext, 'near'>,
    context: {} as PickupStoreContext,
    events: {} as PickupStoreEvent,
    emitted: {} as { type: 'pickup.taken'; choice: ShippingChoice },
    tags: {} as 'busy' | 'empty' | 'offline' | 'failed',
  },
  actors: { loadStore: port<ToldStore, PickupStoreSubject>('loadStore') },
  guards: {
    isFault,
    hasNone: (_, { told }: { told: ToldStore }) => !told.hubs.some(isPickup),
    isThere: ({ context }, { id }: { id: string }) => context.points.some(({ hub }) => hub.id === id),
    canTake: ({ context }) => context.cart !== null && choiceAt(context) !== null,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign(({ context: { near } }, { told }: { told: ToldStore }) => ({
      points: sorted(pointsOf(told), near),
      failures: 0,
    })),
    choose: assign((_, { id }: { id: string }) => ({ chosen: id })),
    move: assign(({ context: { points } }, { near }: { near: Point | null }) => ({
      near,
      points: sorted(points, near),
    })),
    take: emit(({ context }) => {
      const choice = choiceAt(context);
      if (!choice) throw new Error('no point');
      return { type: 'pickup.taken' as const, choice };
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'pickupStore',
  description: 'Onde retirar o que está no carrinho, ou o que uma campanha tem.',
  initial: 'loading',
  context: ({ input }) => ({ ...input, points: [], chosen: null, failures: 0 }),
  on: { 'place.changed': { actions: { type: 'move', params: fromEvent } } },
  states: {
    loading: {
      description: 'Os pontos de retirada e o que cada um oferece estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadStore',
        src: 'loadStore',
        input: ({ context: { campaign, cart } }) => ({ campaign, cart }),
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
    shown: {
      description: 'Os pontos estão à vista, o mais perto primeiro; a pessoa escolhe um.',
      on: {
        'point.chosen': {
          guard: { type: 'isThere', params: fromEvent },
          actions: { type: 'choose', params: fromEvent },
        },
        'point.taken': { guard: 'canTake', actions: 'take' },
      },
    },
    none: {
      description: 'A campanha não tem onde retirar; a pessoa vê onde ela entrega.',
      tags: 'empty',
    },
    offline: {
      description: 'Os pontos não vieram por falta de internet; a loja pergunta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'A loja não conseguiu dizer os pontos nem o que há neles; a pessoa tenta de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
