import { assign, sendTo, setup } from 'xstate';
import type { OpsEvent } from '#contract/ops/orders.ts';
import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import type { OrderState } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { detailProblems, detailsOf } from '#domain/ops/move-details.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { toParent } from '#machines/notify.ts';
import { type Failure, backOffAfter, failure, fromEvent, fromOutput, isFault, port } from '#machines/port.ts';

/** An order, or a part of one, as it was seen when it was chosen. */
export interface Movable {
  orderId: string;
  /** of the part; null for the whole order */
  childId: string | null;
  /** of the part, or of the order */
  code: string;
  state: OrderState;
  version: number;
  allowedEvents: readonly OpsEvent[];
}
export const idOf = ({ orderId, childId }: Pick<Movable, 'orderId' | 'childId'>): string =>
  childId ?? orderId;
/** One event for one or many orders, and what goes with it. */
export interface Move {
  type: OpsEvent;
  targets: readonly Movable[];
  reason?: string;
  /** what is said of the goods along with it */
  news?: DeliveryUpdate;
}
/** What became of one order of a move. */
export interface MoveResult {
  orderId: string;
  childId: string | null;
  code: string;
  problem: FlowProblem | null;
}
/** Orders may stand otherwise than before. */
export interface OrdersMoved {
  type: 'orders.moved';
  ids: readonly string[];
}
export interface MoveInput {
  move: Move;
  /** the same for every repeat of one move: it happens once */
  key: string;
}
export interface MovesContext {
  chosen: readonly Movable[];
  move: Move | null;
  /** asked for while another is on its way */
  next: Move | null;
  /** counts the moves of this sign-in: their keys */
  count: number;
  results: readonly MoveResult[];
  problem: FlowProblem | null;
  failures: number;
}
export type MovesEvent =
  | { type: 'order.chosen'; order: Movable }
  | { type: 'choice.cleared' }
  | { type: 'move.requested'; move: Move }
  | { type: 'move.undone' }
  | { type: 'told.seen' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

/** Orders that one move may take: each is a transaction of its own. */
export const MOST_CHOSEN = 200;
/** ms in which a move can be taken back, because nothing was sent yet */
export const UNDO_TIME = 5_000;
const TOLD_TIME = 6_000;
const LONGEST_BACK_OFF = 30_000;
/** Whether an event takes what is said of the goods along with it, each as the server takes it. */
const isFitting = ({ type, targets, news = {} }: Move): boolean =>
  Object.keys(news).every((name) => detailsOf(type, targets.length).some((one) => one === name)) &&
  Object.keys(detailProblems(news)).length === 0;
/** Events that are an answer to a person. */
const answers: readonly OpsEvent[] = [
  'order.canceled',
  'cancellation.requested',
  'cancellation.refused',
  'delivery.failed',
  'return.refused',
];

/** Whether a reason goes with an event: an answer to a person, or goods that leave without the code of the handover. */
export const needsReason = (type: OpsEvent, targets: readonly Pick<Movable, 'state'>[]): boolean =>
  answers.includes(type) ||
  (type === 'order.delivered' && targets.some(({ state }) => hasOrderTag(state, 'collectable')));

type Asked = { context: MovesContext; event: MovesEvent };
const isLegal = ({ event }: { event: MovesEvent }): boolean => {
  if (event.type !== 'move.requested') return false;
  const { type, targets, reason } = event.move;
  return (
    targets.length > 0 &&
    targets.length <= MOST_CHOSEN &&
    targets.every(({ allowedEvents }) => allowedEvents.includes(type)) &&
    isFitting(event.move) &&
    (!needsReason(type, targets) || Boolean(reason?.trim()))
  );
};

/** Nothing was refused. */
const isQuiet = ({ results, problem }: MovesContext): boolean =>
  problem === null && results.every((one) => one.problem === null);

/**
 * What an operator does to orders: an event for one or for many. Five seconds pass before anything is sent, so that
 * it can be taken back; each order answers for itself. Times in ms. Emits nothing: `notifyMoved` tells the desk.
 * Source: operator's design §1 (legal moves only, bulk), decision 119.
 */
export const movesMachine = setup({
  types: {
    context: {} as MovesContext,
    events: {} as MovesEvent,
    tags: {} as 'choosing' | 'confirming' | 'busy' | 'waiting' | 'told',
  },
  actors: { sendMove: port<readonly MoveResult[], MoveInput>('sendMove') },
  guards: {
    isFault,
    isLegal,
    isLegalNext: ({ context, event }: Asked) => context.next === null && isLegal({ event }),
    hasRoom: ({ context, event }: Asked) =>
      event.type === 'order.chosen' &&
      (context.chosen.length < MOST_CHOSEN || context.chosen.some((one) => idOf(one) === idOf(event.order))),
    hasNext: ({ context }: { context: MovesContext }) => context.next !== null,
    isQuietWithNext: ({ context }: { context: MovesContext }) => context.next !== null && isQuiet(context),
    isQuiet: ({ context }: { context: MovesContext }) => isQuiet(context),
  },
  delays: {
    untilSent: UNDO_TIME,
    untilForgotten: TOLD_TIME,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    choose: assign(({ context: { chosen } }, { order }: { order: Movable }) => {
      const others = chosen.filter((one) => idOf(one) !== idOf(order));
      return { chosen: others.length < chosen.length ? others : [...others, order] };
    }),
    clear: assign({ chosen: [] }),
    take: assign(({ context }, { move }: { move: Move }) => ({
      move,
      count: context.count + 1,
      results: [],
      problem: null,
      failures: 0,
    })),
    queue: assign((_, { move }: { move: Move }) => ({ next: move })),
    takeNext: assign(({ context }) => ({
      move: context.next,
      next: null,
      count: context.count + 1,
      results: [],
      problem: null,
      failures: 0,
    })),
    forget: assign({ move: null }),
    keep: assign((_, results: readonly MoveResult[]) => ({
      results,
      problem: null,
      failures: 0,
      chosen: [],
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    notifyMoved: sendTo(toParent<OrdersMoved>, ({ context }) => ({
      type: 'orders.moved',
      ids: context.move?.targets.map(idOf) ?? [],
    })),
  },
}).createMachine({
  id: 'opsMoves',
  description: 'O que a operação faz com os pedidos, um ou muitos de uma vez.',
  initial: 'choosing',
  context: { chosen: [], move: null, next: null, count: 0, results: [], problem: null, failures: 0 },
  states: {
    choosing: {
      description: 'A pessoa escolhe pedidos e o que fazer com eles; só cabe o que vale para todos.',
      tags: 'choosing',
      entry: 'forget',
      on: {
        'order.chosen': { guard: 'hasRoom', actions: { type: 'choose', params: fromEvent } },
        'choice.cleared': { actions: 'clear' },
        'move.requested': {
          guard: 'isLegal',
          target: 'confirming',
          actions: { type: 'take', params: fromEvent },
        },
      },
    },
    confirming: {
      description: 'Nada foi enviado ainda: por cinco segundos a pessoa pode desfazer.',
      tags: 'confirming',
      after: { untilSent: 'sending' },
      on: {
        'move.undone': 'choosing',
        'move.requested': {
          guard: 'isLegalNext',
          target: 'sending',
          actions: { type: 'queue', params: fromEvent },
        },
      },
    },
    sending: {
      description: 'O servidor recebe cada pedido por si e responde por cada um.',
      tags: 'busy',
      invoke: {
        id: 'sendMove',
        src: 'sendMove',
        input: ({ context: { move, count } }) => {
          if (!move) throw new Error('nothing to send');
          return { move, key: `move-${count}` };
        },
        onDone: { target: 'told', actions: [{ type: 'keep', params: fromOutput }, 'notifyMoved'] },
        onError: [
          {
            guard: { type: 'isFault', params: failure },
            target: 'waiting',
            actions: { type: 'note', params: failure },
          },
          { target: 'told', actions: [{ type: 'note', params: failure }, 'notifyMoved'] },
        ],
      },
      on: { 'move.requested': { guard: 'isLegalNext', actions: { type: 'queue', params: fromEvent } } },
    },
    waiting: {
      description:
        'Sem resposta do servidor; o envio é repetido com a mesma chave, e nada acontece duas vezes.',
      tags: 'waiting',
      after: { backOff: 'sending' },
      on: { 'network.restored': 'sending', 'load.retried': 'sending' },
    },
    told: {
      description: 'Cada pedido diz o que aconteceu com ele; o que outra pessoa fez antes aparece aqui.',
      tags: 'told',
      // A refusal is read before what was asked for meanwhile begins.
      always: { guard: 'isQuietWithNext', target: 'confirming', actions: 'takeNext' },
      after: { untilForgotten: { guard: 'isQuiet', target: 'choosing' } },
      on: {
        'told.seen': [
          { guard: 'hasNext', target: 'confirming', actions: 'takeNext' },
          { target: 'choosing' },
        ],
        'order.chosen': { guard: 'hasRoom', actions: { type: 'choose', params: fromEvent } },
        'move.requested': {
          guard: 'isLegalNext',
          target: 'confirming',
          actions: { type: 'take', params: fromEvent },
        },
      },
    },
  },
});
