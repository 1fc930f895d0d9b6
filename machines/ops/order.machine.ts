import { assign, setup } from 'xstate';
import type { OpsOrder } from '#contract/ops/orders.ts';
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

export type Pictures = Readonly<Record<string, string | null>>;
/** The pictures of an order's return that are still to be read. */
export interface PicturesAsked {
  id: string;
  photos: readonly string[];
}
export interface OpsOrderContext {
  id: string;
  /** as it was read last; kept while it is read again */
  order: OpsOrder | null;
  /** of the return that is asked for, by their ids, as addresses of data; null for one that is gone */
  pictures: Pictures;
  problem: FlowProblem | null;
  failures: number;
}
export type OpsOrderEvent =
  | { type: 'order.changed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const unread = ({ order, pictures }: OpsOrderContext): string[] =>
  order?.returnRequest?.photos.filter((id) => !(id in pictures)) ?? [];
const note = { type: 'note', params: failure } as const;

/**
 * One order at the desk, with its parts, money and history: read again whenever the board changes.
 * Source: operator's design §2 (screen 4).
 */
export const opsOrderMachine = setup({
  types: {
    input: {} as { id: string },
    context: {} as OpsOrderContext,
    events: {} as OpsOrderEvent,
    tags: {} as 'busy' | 'shown' | 'unknown' | 'offline' | 'failed' | 'withoutPictures',
  },
  actors: {
    loadOpsOrder: port<OpsOrder, { id: string }>('loadOpsOrder'),
    loadReturnPictures: port<Pictures, PicturesAsked>('loadReturnPictures'),
  },
  guards: {
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    hasUnread: ({ context }: { context: OpsOrderContext }) => unread(context).length > 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, order: OpsOrder) => ({ order, problem: null, failures: 0 })),
    keepPictures: assign(({ context }, pictures: Pictures) => ({
      pictures: { ...context.pictures, ...pictures },
      problem: null,
      failures: 0,
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'opsOrder',
  description: 'Um pedido no balcão, com as partes, o dinheiro e o histórico.',
  initial: 'reading',
  context: ({ input: { id } }) => ({ id, order: null, pictures: {}, problem: null, failures: 0 }),
  states: {
    reading: {
      description: 'O pedido é lido; o que já se via dele continua à vista.',
      tags: 'busy',
      invoke: {
        id: 'loadOpsOrder',
        src: 'loadOpsOrder',
        input: ({ context: { id } }) => ({ id }),
        onDone: { target: 'shown', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isUnknown', params: failure }, target: 'unknown', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
      on: { 'order.changed': { target: 'reading', reenter: true } },
    },
    shown: {
      description: 'O pedido está à vista e em dia; quando algo muda nele, é lido de novo.',
      tags: 'shown',
      on: { 'order.changed': 'reading', 'network.restored': 'reading', 'load.retried': 'reading' },
      initial: 'whole',
      states: {
        whole: {
          description: 'Tudo do pedido está à vista; fotos que ainda faltam são pedidas.',
          always: { guard: 'hasUnread', target: 'readingPictures' },
        },
        readingPictures: {
          description: 'As fotos da devolução chegam; o resto do pedido já está à vista.',
          invoke: {
            id: 'loadReturnPictures',
            src: 'loadReturnPictures',
            input: ({ context }) => ({ id: context.id, photos: unread(context) }),
            onDone: { target: 'whole', actions: { type: 'keepPictures', params: fromOutput } },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'picturesOffline', actions: note },
              { target: 'picturesFailed', actions: note },
            ],
          },
        },
        picturesOffline: {
          description: 'Sem conexão para ler as fotos; o balcão tenta de novo sozinho.',
          tags: 'withoutPictures',
          after: { backOff: 'readingPictures' },
        },
        picturesFailed: {
          description: 'O servidor não mandou as fotos; a pessoa pode tentar de novo.',
          tags: 'withoutPictures',
        },
      },
    },
    unknown: {
      description: 'Nenhum pedido daqui tem este endereço; a pessoa volta ao quadro.',
      tags: 'unknown',
      on: { 'load.retried': 'reading' },
    },
    offline: {
      description: 'Sem conexão para ler o pedido; o balcão tenta de novo sozinho.',
      tags: 'offline',
      after: { backOff: 'reading' },
      on: { 'network.restored': 'reading', 'load.retried': 'reading' },
    },
    failed: {
      description: 'O servidor não disse o pedido; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'reading' },
    },
  },
});
