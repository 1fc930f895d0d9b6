import { fromEvent } from '#machines/port.ts';
import { assign, sendTo, setup } from 'xstate';
import type { Address } from '#contract/place.ts';
import { DEFAULT_LOCATION, type Point, placedAt } from '#domain/place/point.ts';
import { toParent } from '#machines/notify.ts';
import type { LocationMemory } from '#machines/stored.ts';

type LocationEvent =
  | { type: 'location.set'; location: Address }
  | { type: 'location.returned' }
  | { type: 'location.reset' }
  | { type: 'session.closed' };
/** What it tells the app. A return is chosen as any place is: what is bought goes there too. */
export type LocationNotification =
  | { type: 'location.changed'; location: Address | null; point: Point }
  | { type: 'location.chosen'; location: Address };
interface LocationContext {
  location: Address | null;
  /** where the person was until they said `location`; null for the default place */
  before: Address | null;
  isDefault: boolean;
  /** Where things are listed for: the chosen place, or São Paulo. Never a promise to deliver (D31). */
  point: Point;
}

/** The point of a place; the default one while it has no coordinates. */
export const pointOf = (location: Address | null | undefined): Point =>
  placedAt(location) ?? DEFAULT_LOCATION;
export const locationMemory = ({ location }: Pick<LocationContext, 'location'>): LocationMemory => ({
  version: 1,
  location,
});

const nowhere: LocationContext = {
  location: null,
  before: null,
  isDefault: true,
  point: DEFAULT_LOCATION,
};

/**
 * Where the person is: by default São Paulo, which lists things only (§9, D31). A place that is set is no
 * longer the default; reset returns to it. The one before can be returned to. Source: spec §4.
 */
export const locationMachine = setup({
  types: {
    input: {} as { memory?: LocationMemory | null },
    context: {} as LocationContext,
    events: {} as LocationEvent,
  },
  guards: {
    isKnown: ({ context }) => context.location !== null,
    isUnknown: ({ context }) => context.location === null,
    hasBefore: ({ context }) => context.before !== null,
  },
  actions: {
    settle: assign(({ context }, { location }: { location: Address }) => ({
      location,
      before: context.location,
      isDefault: false,
      point: pointOf(location),
    })),
    reset: assign(nowhere),
    notifyChanged: sendTo(toParent<LocationNotification>, ({ context }) => ({
      type: 'location.changed',
      location: context.location,
      point: context.point,
    })),
    notifyReturn: sendTo(toParent<LocationNotification>, ({ context }) => ({
      type: 'location.chosen',
      location: context.before ?? {},
    })),
  },
}).createMachine({
  id: 'location',
  description: 'O lugar que decide as campanhas: o que a pessoa disse ou o da loja.',
  initial: 'default',
  context: ({ input }) => {
    const location = input.memory?.location ?? null;
    return { ...nowhere, location, isDefault: location === null, point: pointOf(location) };
  },
  on: { 'location.set': { actions: [{ type: 'settle', params: fromEvent }, 'notifyChanged'] } },
  states: {
    default: {
      description: 'A pessoa não disse onde está; vale o lugar padrão da loja.',
      always: { guard: 'isKnown', target: 'set' },
    },
    set: {
      description: 'A pessoa disse onde está; vale até ela mudar ou sair.',
      always: { guard: 'isUnknown', target: 'default' },
      on: {
        'location.returned': { guard: 'hasBefore', actions: 'notifyReturn' },
        'location.reset': { actions: ['reset', 'notifyChanged'] },
        'session.closed': { actions: ['reset', 'notifyChanged'] },
      },
    },
  },
});
