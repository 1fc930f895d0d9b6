import { assign, sendTo, setup } from 'xstate';
import type { Answer } from '#contract/endpoint.ts';
import type { findHandover } from '#contract/ops/orders.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { toParent } from '#machines/notify.ts';
import { type Failure, backOffAfter, failure, fromEvent, fromOutput, isFault, port } from '#machines/port.ts';
import type { OrdersMoved } from './moves.machine.ts';

export type Found = Answer<typeof findHandover>;
/** What leaves with the person: the lines of the parts that wait, each to be taken in hand. */
export const linesOf = ({ order, childIds }: Found) =>
  order.parts.filter(({ childId }) => childIds.includes(childId)).flatMap(({ lines }) => lines);
export interface Delivery {
  found: Found;
  /** what the person showed: the proof that goes with the event */
  code: string;
  /** the same for every repeat: it happens once */
  key: string;
}
export interface HandoverContext {
  code: string;
  found: Found | null;
  /** lines in hand, by their place */
  ticked: readonly number[];
  count: number;
  problem: FlowProblem | null;
  failures: number;
}
export type HandoverEvent =
  | { type: 'code.submitted'; code: string }
  | { type: 'line.ticked'; line: number }
  | { type: 'delivery.confirmed' }
  | { type: 'handover.left' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const TOLD_TIME = 8_000;
const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const isCode = (code: string) => code.trim().length >= 6;

/**
 * Goods for whoever shows the code. Looking a code up moves nothing; the button does, once every line is in hand.
 * Times in ms. Source: operator's design §2 (screen 6); D86.
 */
export const handoverMachine = setup({
  types: {
    context: {} as HandoverContext,
    events: {} as HandoverEvent,
    tags: {} as 'scanning' | 'busy' | 'found' | 'waiting' | 'refused' | 'delivered',
  },
  actors: {
    findHandover: port<Found, { code: string }>('findHandover'),
    deliver: port<void, Delivery>('deliver'),
  },
  guards: {
    isFault,
    isCode: ({ event }) => event.type === 'code.submitted' && isCode(event.code),
    isWhole: ({ context: { found, ticked } }) => found !== null && ticked.length === linesOf(found).length,
  },
  delays: {
    untilNext: TOLD_TIME,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    takeCode: assign(({ context }, { code }: { code: string }) => ({
      code: code.trim(),
      count: context.count + 1,
      found: null,
      ticked: [],
      problem: null,
      failures: 0,
    })),
    keep: assign((_, found: Found) => ({ found, ticked: [], problem: null, failures: 0 })),
    tick: assign(({ context: { ticked } }, { line }: { line: number }) => {
      const others = ticked.filter((one) => one !== line);
      return { ticked: others.length < ticked.length ? others : [...others, line] };
    }),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    forget: assign({ found: null, ticked: [], code: '', problem: null, failures: 0 }),
    notifyDelivered: sendTo(toParent<OrdersMoved>, ({ context }) => ({
      type: 'orders.moved',
      ids: context.found?.childIds ?? [],
    })),
  },
}).createMachine({
  id: 'opsHandover',
  description: 'A entrega no balcão a quem mostra o código.',
  initial: 'scanning',
  context: { code: '', found: null, ticked: [], count: 0, problem: null, failures: 0 },
  states: {
    scanning: {
      description: 'A câmera procura o código da pessoa, ou alguém digita os seis caracteres.',
      tags: 'scanning',
      on: {
        'code.submitted': {
          guard: 'isCode',
          target: 'looking',
          actions: { type: 'takeCode', params: fromEvent },
        },
      },
    },
    looking: {
      description: 'O servidor diz de quem é o código; nada muda no pedido.',
      tags: 'busy',
      invoke: {
        id: 'findHandover',
        src: 'findHandover',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'found', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'lookingAgain', actions: note },
          { target: 'refused', actions: note },
        ],
      },
    },
    lookingAgain: {
      description: 'Sem conexão para procurar o código; ele fica guardado e é procurado de novo.',
      tags: 'waiting',
      after: { backOff: 'looking' },
      on: {
        'network.restored': 'looking',
        'load.retried': 'looking',
        'handover.left': { target: 'scanning', actions: 'forget' },
      },
    },
    found: {
      description: 'O pedido está à vista; cada item é marcado antes de entregar.',
      tags: 'found',
      on: {
        'line.ticked': { actions: { type: 'tick', params: fromEvent } },
        'delivery.confirmed': { guard: 'isWhole', target: 'delivering' },
        'handover.left': { target: 'scanning', actions: 'forget' },
      },
    },
    delivering: {
      description: 'A entrega é registrada com o código que a pessoa mostrou.',
      tags: ['busy', 'found'],
      invoke: {
        id: 'deliver',
        src: 'deliver',
        input: ({ context: { found, code, count } }) => {
          if (!found) throw new Error('nothing to hand over');
          return { found, code, key: `handover-${found.order.id}-${found.order.version}-${count}` };
        },
        onDone: { target: 'delivered', actions: 'notifyDelivered' },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'deliveringAgain', actions: note },
          { target: 'refused', actions: [note, 'notifyDelivered'] },
        ],
      },
    },
    deliveringAgain: {
      description: 'Sem resposta da entrega; ela é repetida com a mesma chave e vale uma vez.',
      tags: ['waiting', 'found'],
      after: { backOff: 'delivering' },
      on: { 'network.restored': 'delivering', 'load.retried': 'delivering' },
    },
    refused: {
      description: 'O código não serve ou o pedido já mudou; a pessoa vê por quê e tenta outro.',
      tags: 'refused',
      on: {
        'code.submitted': {
          guard: 'isCode',
          target: 'looking',
          actions: { type: 'takeCode', params: fromEvent },
        },
        'handover.left': { target: 'scanning', actions: 'forget' },
      },
    },
    delivered: {
      description: 'Os itens foram entregues; logo o balcão espera o próximo código.',
      tags: 'delivered',
      after: { untilNext: { target: 'scanning', actions: 'forget' } },
      on: { 'handover.left': { target: 'scanning', actions: 'forget' } },
    },
  },
});
