import { assign, emit, setup } from 'xstate';
import type { Quote, QuoteOption } from '#contract/cart.ts';
import type { Address } from '#contract/place.ts';
import { instantOf } from '#domain/instant.ts';
import { type Point, placedAt } from '#domain/place/point.ts';
import { backOffAfter, capped, failure, fromEvent, isFault, port, retry } from '#machines/port.ts';

/** What is to be brought: an item of a campaign, or a cart as the server has it. */
export interface FreightSubject {
  id: string;
  campaign?: string | undefined;
}
export interface FreightRequest extends FreightSubject {
  point: Point | null;
}
/** A quote, and the server's time at which it came, epoch ms. */
export interface ToldQuote {
  quote: Quote;
  at: number;
}
/** Where the person is, as far as it is known: null while they have not said; without a point when no map has it. */
export type FreightPlace = { point: Point | null } | null;
export interface FreightContext {
  subject: FreightSubject;
  place: FreightPlace;
  /** the address of a code that was typed, until it is told: a place that nothing reaches is nobody's at once */
  found: Address | null;
  /** kept while it is asked again */
  told: ToldQuote | null;
  failures: number;
}
export type FreightEvent =
  | { type: 'postalCode.submitted'; postalCode: string }
  | { type: 'answer.edited' }
  /** another code than the one that nothing reaches */
  | { type: 'code.reopened' }
  /** that place it is, whatever is to be had there */
  | { type: 'place.accepted' }
  | { type: 'place.changed'; place: FreightPlace }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 60_000;
/** The shortest time between two quotes, ms: a clock that differs asks no faster. */
const BREATH = 5_000;

const isDelivery = ({ type }: QuoteOption): boolean => type !== 'PICKUP';
/** A place that was typed becomes the person's. */
const remembered = { guard: 'isFound', actions: ['tellFound', 'settleFound'] } as const;

/** When a quote says something that is no longer so: an hour to order by has passed, or it holds no more. */
const dueAt = ({ options, validUntil }: Quote): number =>
  Math.min(...[validUntil, ...options.map(({ orderBy }) => orderBy)].map((at) => instantOf(at) ?? Infinity));

/**
 * What it costs to have something brought, and when the first of it could come, before anything is ordered. The
 * figures are the server's. It asks for a postal code where no place is known, and tells the place that it found
 * (`place.found`). Source: features A8; D31, D41.
 */
export const freightMachine = setup({
  types: {
    input: {} as Pick<FreightContext, 'subject' | 'place'>,
    context: {} as FreightContext,
    events: {} as FreightEvent,
    emitted: {} as { type: 'place.found'; location: Address },
    tags: {} as 'editable' | 'busy' | 'unknown' | 'silent' | 'offline' | 'failed',
  },
  actors: {
    lookUpPostalCode: port<Address | null, { postalCode: string }>('lookUpPostalCode'),
    loadQuote: port<ToldQuote, FreightRequest>('loadQuote'),
  },
  guards: {
    isFault,
    isNowhere: ({ context }) => context.place === null,
    isUnplaced: ({ context }) => context.place?.point === null,
    isUnknown: (_, { location }: { location: Address | null }) => location === null,
    isSamePlace: ({ context }, { place }: { place: FreightPlace }) =>
      context.place?.point?.latitude === place?.point?.latitude &&
      context.place?.point?.longitude === place?.point?.longitude &&
      (context.place === null) === (place === null),
    isFound: ({ context }) => context.found !== null,
    isOutside: ({ context: { told } }) =>
      told?.quote.ignoreShippingAddress !== true && !told?.quote.options.some(isDelivery),
    isFetched: ({ context: { told } }) => !told?.quote.options.some(isDelivery),
  },
  delays: {
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
    untilDue: ({ context: { told } }) => capped(told ? Math.max(BREATH, dueAt(told.quote) + 1 - told.at) : 0),
  },
  actions: {
    move: assign((_, { place }: { place: FreightPlace }) => ({
      place,
      found: null,
      told: null,
      failures: 0,
    })),
    keepFound: assign((_, { location }: { location: Address | null }) => ({
      place: { point: placedAt(location) },
      found: location,
    })),
    tellFound: emit(({ context }) => ({ type: 'place.found' as const, location: context.found ?? {} })),
    settleFound: assign({ found: null }),
    forgetFound: assign({ place: null, found: null, told: null, failures: 0 }),
    keep: assign((_, { told }: { told: ToldQuote }) => ({ told, failures: 0 })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'freight',
  description: 'Quanto custa receber um produto ou um carrinho, e quando chega primeiro, antes do pedido.',
  initial: 'opening',
  context: ({ input }) => ({ ...input, found: null, told: null, failures: 0 }),
  on: {
    'place.changed': [
      { guard: { type: 'isSamePlace', params: fromEvent } },
      { target: '.opening', actions: { type: 'move', params: fromEvent } },
    ],
  },
  states: {
    opening: {
      description: 'A loja vê se já sabe onde a pessoa está.',
      always: [
        { guard: 'isNowhere', target: 'asking' },
        { guard: 'isUnplaced', target: 'unplaced' },
        { target: 'quoting' },
      ],
    },
    asking: {
      description: 'A pessoa ainda não disse onde está; com o CEP a loja diz o frete e o prazo.',
      tags: 'editable',
      initial: 'typing',
      on: { 'postalCode.submitted': 'lookingUp' },
      states: {
        typing: { description: 'O CEP está sendo digitado.' },
        unknown: {
          description: 'Ninguém conhece este CEP; a pessoa o corrige ou diz o endereço.',
          tags: 'unknown',
          on: { 'answer.edited': 'typing' },
        },
        silent: {
          description: 'A busca do CEP não respondeu; a pessoa pode enviar de novo.',
          tags: 'silent',
          on: { 'answer.edited': 'typing' },
        },
      },
    },
    lookingUp: {
      description: 'O lugar deste CEP está sendo procurado.',
      tags: ['editable', 'busy'],
      invoke: {
        id: 'lookUp',
        src: 'lookUpPostalCode',
        input: ({ event }) => ({
          postalCode: event.type === 'postalCode.submitted' ? event.postalCode : '',
        }),
        onDone: [
          {
            guard: { type: 'isUnknown', params: ({ event }) => ({ location: event.output }) },
            target: 'asking.unknown',
          },
          {
            target: 'opening',
            actions: { type: 'keepFound', params: ({ event }) => ({ location: event.output }) },
          },
        ],
        onError: 'asking.silent',
      },
    },
    unplaced: {
      description: 'O mapa não tem este lugar: sem ele não há preço; a pessoa diz outro endereço.',
      always: remembered,
    },
    quoting: {
      description: 'O servidor diz quanto custa e quando chega primeiro; o que já se sabia fica à vista.',
      tags: 'busy',
      invoke: {
        id: 'loadQuote',
        src: 'loadQuote',
        input: ({ context: { subject, place } }) => ({ ...subject, point: place?.point ?? null }),
        onDone: {
          target: 'deciding',
          actions: { type: 'keep', params: ({ event }) => ({ told: event.output }) },
        },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    deciding: {
      description: 'A loja vê o que a resposta quer dizer para este lugar.',
      always: [
        { guard: 'isOutside', target: 'outside' },
        remembered,
        { guard: 'isFetched', target: 'fetched' },
        { target: 'shown' },
      ],
    },
    shown: {
      description: 'Preço e primeiro horário à vista; quando o prazo para pedir passa, pergunta o próximo.',
      after: { untilDue: 'quoting' },
    },
    fetched: { description: 'Nesta campanha só se retira; não há entrega a calcular.' },
    outside: {
      description:
        'Não se entrega neste lugar; a pessoa retira, diz outro CEP ou fica nele e vê outras campanhas.',
      on: {
        'code.reopened': { guard: 'isFound', target: 'asking', actions: 'forgetFound' },
        'place.accepted': remembered,
      },
    },
    offline: {
      description: 'Sem internet para saber o frete; a loja pergunta de novo sozinha.',
      tags: 'offline',
      ...retry('quoting'),
    },
    failed: {
      description: 'O servidor não disse o frete; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'quoting' },
    },
  },
});
