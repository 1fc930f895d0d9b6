import { assign, setup } from 'xstate';
import type { Pickup } from '#contract/order/after-purchase.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
  retry,
} from '#machines/port.ts';

/** An order that may be chosen. */
export type PickupChoice = Pick<Pickup, 'id' | 'orderCode' | 'state' | 'place'>;
export interface PickupInput {
  /** id of the order; null: whichever there is */
  id: string | null;
  /** those that were seen on this device */
  kept: readonly Pickup[];
}
export interface PickupContext extends PickupInput {
  /** as it was heard last; kept while it is asked for again */
  pickup: Pickup | null;
  choices: readonly PickupChoice[];
  failures: number;
}
export type PickupEvent = { type: 'load.retried' } | { type: 'network.restored' } | { type: 'page.shown' };

/** ms between two looks at an order that is not fetched yet */
const EVERY = 30_000;
const LONGEST_BACK_OFF = 60_000;
const count = { type: 'countFailure' } as const;

/**
 * Fetching an order: its code, its point and how long it is kept, there without a network once it was seen.
 * Times in ms. Source: D76, D85, D86.
 */
export const pickupMachine = setup({
  types: {
    input: {} as PickupInput,
    context: {} as PickupContext,
    events: {} as PickupEvent,
    tags: {} as 'busy' | 'shown' | 'choosing' | 'empty' | 'gone' | 'offline' | 'failed',
  },
  actors: {
    loadPickup: port<Pickup, { id: string }>('loadPickup'),
    loadPickups: port<PickupChoice[]>('loadPickups'),
  },
  guards: {
    isNamed: ({ context }) => context.id !== null,
    isOne: (_, choices: readonly PickupChoice[]) => choices.length === 1,
    isNone: (_, choices: readonly PickupChoice[]) => choices.length === 0,
    hasKept: ({ context }, { error }: Failure) =>
      isFault(undefined, { error }) && context.pickup === null && context.kept.length > 0,
    isWaitedFor: ({ context: { pickup } }) => pickup !== null && !hasOrderTag(pickup.state, 'final'),
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
  },
  delays: {
    untilNext: EVERY,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign((_, pickup: Pickup) => ({ pickup, failures: 0 })),
    choose: assign((_, [one]: readonly PickupChoice[]) => ({ id: one?.id ?? null, failures: 0 })),
    offer: assign((_, choices: readonly PickupChoice[]) => ({ choices, failures: 0 })),
    offerKept: assign(({ context }) => ({ choices: context.kept })),
    forget: assign({ pickup: null }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'pickup',
  description: 'A retirada de um pedido: o código, o lugar e o prazo, também sem internet.',
  initial: 'opening',
  context: ({ input }) => ({
    ...input,
    pickup: input.kept.find(({ id }) => id === input.id) ?? null,
    choices: [],
    failures: 0,
  }),
  states: {
    opening: {
      description: 'A tela abre com um pedido escolhido, ou procura os que esperam retirada.',
      always: [{ guard: 'isNamed', target: 'looking' }, { target: 'listing' }],
    },
    listing: {
      description: 'Os pedidos da pessoa que são de retirada estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadPickups',
        src: 'loadPickups',
        input: {},
        onDone: [
          {
            guard: { type: 'isOne', params: fromOutput },
            target: 'looking',
            actions: { type: 'choose', params: fromOutput },
          },
          { guard: { type: 'isNone', params: fromOutput }, target: 'empty' },
          { target: 'choosing', actions: { type: 'offer', params: fromOutput } },
        ],
        onError: [
          { guard: { type: 'hasKept', params: failure }, target: 'choosing', actions: 'offerKept' },
          { guard: { type: 'isFault', params: failure }, target: 'unlisted', actions: count },
          { target: 'listFailed', actions: count },
        ],
      },
    },
    choosing: {
      description: 'Há mais de um pedido de retirada: a pessoa escolhe qual.',
      tags: 'choosing',
      on: { 'network.restored': 'listing' },
    },
    empty: {
      description: 'Nenhum pedido espera retirada; a pessoa vê como encontrar os seus pedidos.',
      tags: 'empty',
      on: { 'page.shown': 'listing' },
    },
    unlisted: {
      description: 'Sem internet para buscar os pedidos; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('listing'),
    },
    listFailed: {
      description: 'O servidor não disse quais pedidos são de retirada; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'listing' },
    },
    looking: {
      description: 'A retirada está sendo buscada; o que já se sabia dela continua à vista.',
      tags: 'busy',
      invoke: {
        id: 'loadPickup',
        src: 'loadPickup',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'shown', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isUnknown', params: failure }, target: 'gone', actions: 'forget' },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: count },
          { target: 'failed', actions: count },
        ],
      },
    },
    shown: {
      description: 'O código e o lugar estão à vista; até a retirada, a loja confere de tempo em tempo.',
      tags: 'shown',
      after: { untilNext: { guard: 'isWaitedFor', target: 'looking' } },
      on: { 'page.shown': 'looking', 'network.restored': 'looking' },
    },
    gone: {
      description: 'Este pedido não existe para esta pessoa ou não é de retirada; ela vê os seus pedidos.',
      tags: 'gone',
    },
    offline: {
      description: 'Sem internet: o que foi visto antes continua à vista, e a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('looking'),
    },
    failed: {
      description: 'O servidor não disse como é a retirada; o que se sabia continua à vista.',
      tags: 'failed',
      on: { 'load.retried': 'looking', 'network.restored': 'looking' },
    },
  },
});
