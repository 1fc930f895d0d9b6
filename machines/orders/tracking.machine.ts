import { assign, setup } from 'xstate';
import type { OrderState, PublicOrder } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
} from '#machines/port.ts';

export interface TrackingInput {
  /** of the order, in any spelling */
  code: string;
}
export interface TrackingContext extends TrackingInput {
  /** as anybody with the code may see it; kept while it is asked for again */
  order: PublicOrder | null;
  problem: FlowProblem | null;
  failures: number;
}
export type TrackingEvent = { type: 'load.retried' } | { type: 'network.restored' } | { type: 'page.shown' };

/** ms between two looks at an order that still moves */
const EVERY = 60_000;
const LONGEST_BACK_OFF = 60_000;

const isMoving = (state: OrderState): boolean => !hasOrderTag(state, 'final');
const note = { type: 'note', params: failure } as const;

/**
 * Following an order by its code, without saying who one is: the masked view of it, asked for again while it
 * moves. Guessing is slowed by the server, and no answer tells whether a code exists (SEC-12). Times in ms.
 * Source: specification §2, §6; D47, D48.
 */
export const trackingMachine = setup({
  types: {
    input: {} as TrackingInput,
    context: {} as TrackingContext,
    events: {} as TrackingEvent,
    tags: {} as 'busy' | 'shown' | 'unknown' | 'slowed' | 'offline' | 'failed',
  },
  actors: { loadTracked: port<PublicOrder, TrackingInput>('loadTracked') },
  guards: {
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    isSlowed: isRefusedAs('TOO_MANY_REQUESTS'),
    isMoving: ({ context: { order } }) => order !== null && isMoving(order.state),
  },
  delays: {
    untilNext: EVERY,
    untilAllowed: ({ context: { problem } }) => (problem?.retryAfter ?? 60) * 1_000,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign((_, order: PublicOrder) => ({ order, problem: null, failures: 0 })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'tracking',
  description: 'O andamento de um pedido pelo código, sem dizer quem pergunta.',
  initial: 'looking',
  context: ({ input: { code } }) => ({ code, order: null, problem: null, failures: 0 }),
  states: {
    looking: {
      description: 'O pedido é procurado pelo código; o que já se sabia dele continua à vista.',
      tags: 'busy',
      invoke: {
        id: 'loadTracked',
        src: 'loadTracked',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'shown', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isUnknown', params: failure }, target: 'unknown', actions: note },
          { guard: { type: 'isSlowed', params: failure }, target: 'slowed', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    shown: {
      description: 'O andamento está à vista; enquanto o pedido anda, a loja pergunta de novo a cada minuto.',
      tags: 'shown',
      after: { untilNext: { guard: 'isMoving', target: 'looking' } },
      on: { 'page.shown': 'looking', 'network.restored': 'looking', 'load.retried': 'looking' },
    },
    unknown: {
      description: 'Nenhum pedido tem este código; a pessoa confere o que digitou ou digita outro.',
      tags: 'unknown',
      on: { 'load.retried': 'looking' },
    },
    slowed: {
      description: 'Foram buscas demais em pouco tempo; dali a pouco a loja busca de novo sozinha.',
      tags: 'slowed',
      after: { untilAllowed: 'looking' },
      on: { 'load.retried': 'looking' },
    },
    offline: {
      description: 'Sem internet para buscar o andamento; a loja tenta de novo sozinha.',
      tags: 'offline',
      after: { backOff: 'looking' },
      on: { 'network.restored': 'looking', 'load.retried': 'looking', 'page.shown': 'looking' },
    },
    failed: {
      description: 'O servidor não disse o andamento; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'looking' },
    },
  },
});
