import { assign, setup } from 'xstate';
import type { QuoteOption, ShippingChoice } from '#contract/cart.ts';
import type { Order } from '#contract/order/order.ts';
import { changesLeft } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
  retry,
} from '#machines/port.ts';

export interface ReschedulingInput {
  /** number of the order, as the address says it; null where it names none (D76) */
  id: string | null;
  /** the window that was chosen before */
  windowId: string | null;
}
/** An order, and what it may be moved to: its own way of receiving with the free windows; null: nothing. */
export interface Movable {
  order: Order;
  option: QuoteOption | null;
}
/** `choice`: the same way with another window; null asks for another try of what failed. */
export interface NewWindow {
  id: string;
  version: number;
  choice: ShippingChoice | null;
}
export interface ReschedulingContext extends ReschedulingInput {
  /** the orders of this person that can be moved, where none was named */
  candidates: readonly Order[];
  order: Order | null;
  option: QuoteOption | null;
  /** what was asked of the server last, and how often the order had been moved before */
  sent: { windowId: string | null; reschedules: number } | null;
  /** why nothing came of it; the choice stays */
  problem: FlowProblem | null;
  failures: number;
}
export type ReschedulingEvent =
  /** the address names another order: one of the list was chosen */
  | { type: 'order.named'; id: string; windowId: string | null }
  | { type: 'window.chosen'; windowId: string }
  | { type: 'reschedule.submitted' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'page.shown' };

type Args = { context: ReschedulingContext };
const LONGEST_BACK_OFF = 60_000;
const note = { type: 'note', params: failure } as const;

const movedBefore = (order: Order | null): number => order?.properties.reschedules ?? 0;
const isFree = (option: QuoteOption | null, windowId: string | null): boolean =>
  (option?.windows ?? []).some(({ id, left }) => id === windowId && left > 0);
/** The port is only asked once an order is known; said once for the compiler. */
function newWindow({ context: { order, option, windowId } }: Args): NewWindow {
  if (!order || !option) throw new Error('nothing is moved before it is known');
  const { id, type, hubId } = option;
  const choice = windowId === null ? null : { id, type, windowId, ...(hubId ? { hubId } : {}) };
  return { id: order.id, version: order.version, choice };
}

/**
 * Another window for an order, or another try of a delivery that failed: two at most, before the goods leave.
 * The old window is kept until the server has taken the new one. Asked again after a silence it is the same
 * request: the version of the order lets it through once. Source: D41, D76; screen RescheduleOrder.
 */
export const reschedulingMachine = setup({
  types: {
    input: {} as ReschedulingInput,
    context: {} as ReschedulingContext,
    events: {} as ReschedulingEvent,
    tags: {} as 'busy' | 'choosing' | 'refused' | 'saving' | 'offline' | 'failed' | 'unknown',
  },
  actors: {
    loadCandidates: port<Order[]>('loadCandidates'),
    loadWindows: port<Movable, { id: string }>('loadWindows'),
    reschedule: port<Order, NewWindow>('reschedule'),
  },
  guards: {
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    /** the order or its windows are not what they were */
    isOutdated: isRefusedAs('VERSION', 'ILLEGAL_EVENT', 'WINDOW', 'RESCHEDULE_LIMIT'),
    isNamed: ({ context }) => context.id !== null,
    isNone: ({ context }) => context.candidates.length === 0,
    isOnly: ({ context }) => context.candidates.length === 1,
    /** the answer was lost, and what was asked for is done */
    isDone: ({ context: { order, sent } }) =>
      sent !== null &&
      movedBefore(order) > sent.reschedules &&
      (sent.windowId === null || sent.windowId === order?.properties.shippingMethod?.windowId),
    isPassed: ({ context: { order } }) => order !== null && !hasOrderTag(order.state, 'reschedulable'),
    isSpent: ({ context: { order } }) => order !== null && changesLeft(order) === 0,
    isFull: ({ context: { option } }) => option === null,
    isFree: ({ context: { option } }, { windowId }: { windowId: string }) => isFree(option, windowId),
    isDecided: ({ context: { option, windowId } }) => windowId !== null || !option?.windows?.length,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepCandidates: assign((_, { candidates }: { candidates: Order[] }) => ({ candidates, failures: 0 })),
    begin: assign((_, { id, windowId }: { id: string; windowId: string | null }) => ({
      id,
      windowId,
      order: null,
      option: null,
      sent: null,
      problem: null,
    })),
    nameOnly: assign(({ context: { candidates, id } }) => ({ id: candidates[0]?.id ?? id })),
    // A window that is gone is told, and no other is chosen for the person.
    keep: assign(({ context: { windowId, problem } }, { order, option }: Movable) => {
      const isKept = isFree(option, windowId);
      return {
        order,
        option,
        windowId: isKept ? windowId : null,
        problem: windowId === null || isKept ? problem : ({ code: 'WINDOW' } as const),
        failures: 0,
      };
    }),
    choose: assign((_, { windowId }: { windowId: string }) => ({ windowId, problem: null })),
    noteSent: assign(({ context: { windowId, order } }) => ({
      sent: { windowId, reschedules: movedBefore(order) },
      problem: null,
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    adopt: assign((_, order: Order) => ({ order, failures: 0 })),
  },
}).createMachine({
  id: 'rescheduling',
  description: 'Outro dia ou horário para um pedido que ainda não saiu, ou nova tentativa de entrega.',
  initial: 'opening',
  context: ({ input }) => ({
    ...input,
    candidates: [],
    order: null,
    option: null,
    sent: null,
    problem: null,
    failures: 0,
  }),
  on: { 'order.named': { target: '.opening', actions: { type: 'begin', params: fromEvent } } },
  states: {
    opening: {
      description: 'O endereço da tela pode dizer de que pedido se trata.',
      always: [{ guard: 'isNamed', target: 'loading' }, { target: 'searching' }],
    },
    searching: {
      description: 'Os pedidos da pessoa que ainda podem mudar de horário são procurados.',
      tags: 'busy',
      invoke: {
        id: 'loadCandidates',
        src: 'loadCandidates',
        input: {},
        onDone: {
          target: 'found',
          actions: { type: 'keepCandidates', params: ({ event }) => ({ candidates: event.output }) },
        },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    found: {
      description: 'Com um só pedido possível, é dele que se trata.',
      always: [
        { guard: 'isNone', target: 'none' },
        { guard: 'isOnly', target: 'loading', actions: 'nameOnly' },
        { target: 'picking' },
      ],
    },
    none: {
      description: 'Nenhum pedido pode mudar de horário agora; a pessoa volta aos seus pedidos.',
      on: { 'page.shown': 'searching' },
    },
    picking: {
      description: 'Vários pedidos podem mudar de horário; a pessoa escolhe qual.',
      on: { 'page.shown': 'searching' },
    },
    loading: {
      description: 'O pedido e os horários com vaga são buscados; o que já se via continua à vista.',
      tags: 'busy',
      invoke: {
        id: 'loadWindows',
        src: 'loadWindows',
        input: ({ context: { id } }) => ({ id: id ?? '' }),
        onDone: { target: 'judging', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isUnknown', params: failure }, target: 'unknown', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    judging: {
      description: 'O pedido diz se ainda pode mudar de horário.',
      always: [
        { guard: 'isDone', target: 'done' },
        { guard: 'isPassed', target: 'passed' },
        { guard: 'isSpent', target: 'spent' },
        { guard: 'isFull', target: 'full' },
        { target: 'choosing' },
      ],
    },
    choosing: {
      description: 'A pessoa escolhe outro horário; o de antes é dela até confirmar.',
      tags: 'choosing',
      initial: 'open',
      on: {
        'window.chosen': {
          guard: { type: 'isFree', params: fromEvent },
          target: '.open',
          actions: { type: 'choose', params: fromEvent },
        },
        'page.shown': 'loading',
      },
      states: {
        open: {
          description: 'Falta escolher um horário; confirmar sem ele mostra isso.',
          always: { guard: 'isDecided', target: 'decided' },
          on: { 'reschedule.submitted': 'lacking' },
        },
        lacking: {
          description: 'A pessoa quis confirmar sem horário; a tela diz o que falta.',
          tags: 'refused',
        },
        decided: {
          description: 'Nada falta: a pessoa pode confirmar.',
          on: { 'reschedule.submitted': { target: '#rescheduling.saving', actions: 'noteSent' } },
        },
      },
    },
    saving: {
      description: 'A loja troca o horário; o de antes só é solto quando o novo é reservado.',
      tags: 'saving',
      invoke: {
        id: 'reschedule',
        src: 'reschedule',
        input: newWindow,
        onDone: { target: 'done', actions: { type: 'adopt', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { guard: { type: 'isOutdated', params: failure }, target: 'loading', actions: note },
          { guard: { type: 'isUnknown', params: failure }, target: 'unknown', actions: note },
          { target: 'choosing', actions: note },
        ],
      },
    },
    unheard: {
      description: 'Não veio resposta; a loja pergunta de novo, e a mudança é feita uma vez só.',
      tags: 'saving',
      ...retry('saving'),
    },
    done: { description: 'O novo horário é da pessoa; a tela do pedido o mostra.', type: 'final' },
    passed: {
      description: 'O pedido já não pode mudar de horário; a tela diz por quê e o que fazer.',
      on: { 'page.shown': 'loading' },
    },
    spent: {
      description: 'As mudanças deste pedido acabaram; a loja ainda pode ajudar.',
      on: { 'page.shown': 'loading' },
    },
    full: {
      description: 'Nenhum outro horário tem vaga; o de antes continua e a pessoa pode procurar de novo.',
      on: { 'load.retried': 'loading', 'page.shown': 'loading' },
    },
    unknown: {
      description: 'O pedido não existe ou não é desta pessoa; ela vai aos seus pedidos.',
      tags: 'unknown',
    },
    offline: {
      description: 'Sem internet para buscar os horários; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('opening'),
    },
    failed: {
      description: 'O servidor não entregou os horários; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'opening' },
    },
  },
});
