import { assign, setup } from 'xstate';
import type { Follow, Order } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, capped, failure, isFault, isRefusedAs, port } from '#machines/port.ts';

/** What opens an order in this tab; times in epoch ms of the shop's clock. */
export interface OrderPass {
  proof: string;
  until: number;
}
export interface OrderOpened {
  order: Order;
  follow: Follow;
  now: number;
}
export interface OpenedOrderContext {
  code: string;
  pass: OrderPass | null;
  opened: OrderOpened | null;
  problem: FlowProblem | null;
  failures: number;
}
export type OpenedOrderEvent =
  | { type: 'claim.requested' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'page.shown' };
export interface OrderRead {
  code: string;
  proof: string;
}

/** ms between two looks at an order that still moves */
const EVERY = 60_000;
const LONGEST_BACK_OFF = 60_000;

const note = { type: 'note', params: failure } as const;
const ifOver = { type: 'isOver', params: failure } as const;
const keep = {
  type: 'keep',
  params: ({ event }: { event: { output: OrderOpened } }) => event.output,
} as const;
const reading = ({ context: { code, pass } }: { context: OpenedOrderContext }): OrderRead => ({
  code,
  proof: pass?.proof ?? '',
});

/**
 * The whole of an order for whoever proved its contact in this tab, for as long as the proof lives; and taking a
 * guest's order into one's account with it. Times in ms. Source: D48, D50; SEC-12; decision 117.
 */
export const openedOrderMachine = setup({
  types: {
    input: {} as { code: string },
    context: {} as OpenedOrderContext,
    events: {} as OpenedOrderEvent,
    tags: {} as
      | 'busy'
      | 'closed'
      | 'shown'
      | 'expired'
      | 'offline'
      | 'failed'
      | 'claim.free'
      | 'claim.busy'
      | 'claim.done'
      | 'claim.taken'
      | 'claim.failed',
  },
  actors: {
    recallPass: port<OrderPass | null, { code: string }>('recallPass'),
    readOpened: port<OrderOpened, OrderRead>('readOpened'),
    claimOpened: port<unknown, OrderRead>('claimOpened'),
  },
  guards: {
    isFault,
    hasPass: (_, { pass }: { pass: OrderPass | null }) => pass !== null,
    isOver: isRefusedAs('FRESH_PROOF'),
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    isTaken: isRefusedAs('TAKEN'),
    isMoving: ({ context: { opened } }) => opened !== null && !hasOrderTag(opened.order.state, 'final'),
  },
  delays: {
    untilNext: EVERY,
    untilOver: ({ context: { pass, opened } }) => capped((pass?.until ?? 0) - (opened?.now ?? 0)),
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    take: assign((_, { pass }: { pass: OrderPass | null }) => ({ pass })),
    keep: assign((_, opened: OrderOpened) => ({ opened, problem: null, failures: 0 })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    forget: assign({ pass: null, opened: null }),
  },
}).createMachine({
  id: 'openedOrder',
  description: 'Um pedido por inteiro, para quem provou o contato dele, enquanto a prova vale.',
  initial: 'recalling',
  context: ({ input: { code } }) => ({ code, pass: null, opened: null, problem: null, failures: 0 }),
  states: {
    recalling: {
      description: 'A loja vê se o contato do pedido já foi provado nesta aba.',
      tags: 'busy',
      invoke: {
        id: 'recallPass',
        src: 'recallPass',
        input: ({ context: { code } }) => ({ code }),
        onDone: [
          {
            guard: { type: 'hasPass', params: ({ event }) => ({ pass: event.output }) },
            target: 'reading',
            actions: { type: 'take', params: ({ event }) => ({ pass: event.output }) },
          },
          { target: 'closed' },
        ],
        onError: 'closed',
      },
    },
    closed: {
      description: 'Só o andamento está à vista; ver tudo pede um código ao contato do pedido.',
      tags: 'closed',
    },
    reading: {
      description: 'O pedido inteiro está sendo buscado com a prova do contato.',
      tags: 'busy',
      invoke: {
        id: 'readOpened',
        src: 'readOpened',
        input: reading,
        onDone: { target: 'shown', actions: keep },
        onError: [
          { guard: ifOver, target: 'ended' },
          { guard: { type: 'isUnknown', params: failure }, target: 'closed' },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    shown: {
      description: 'O pedido inteiro está à vista até a prova do contato vencer.',
      tags: 'shown',
      initial: 'resting',
      after: { untilOver: 'ended' },
      states: {
        resting: {
          description:
            'O pedido está em dia e pode ir para a conta; enquanto anda, é conferido a cada minuto.',
          tags: 'claim.free',
          after: { untilNext: { guard: 'isMoving', target: 'refreshing' } },
          on: {
            'page.shown': 'refreshing',
            'network.restored': 'refreshing',
            'claim.requested': 'claiming',
          },
        },
        refreshing: {
          description: 'O pedido é conferido com o servidor, sem sair da vista.',
          tags: 'claim.free',
          invoke: {
            id: 'refreshOpened',
            src: 'readOpened',
            input: reading,
            onDone: { target: 'resting', actions: keep },
            onError: [{ guard: ifOver, target: '#openedOrder.ended' }, { target: 'resting' }],
          },
          on: { 'claim.requested': 'claiming' },
        },
        claiming: {
          description: 'O pedido está indo para a conta de quem entrou.',
          tags: 'claim.busy',
          invoke: {
            id: 'claimOpened',
            src: 'claimOpened',
            input: reading,
            onDone: 'claimed',
            onError: [
              { guard: ifOver, target: '#openedOrder.ended' },
              { guard: { type: 'isTaken', params: failure }, target: 'taken' },
              { target: 'unclaimed', actions: note },
            ],
          },
        },
        claimed: {
          description: 'O pedido está na conta da pessoa, entre os outros dela.',
          tags: 'claim.done',
        },
        taken: {
          description: 'O pedido já é de uma conta; de quem ela é não se diz.',
          tags: 'claim.taken',
        },
        unclaimed: {
          description: 'O pedido não foi para a conta; a pessoa pode tentar de novo.',
          tags: 'claim.failed',
          on: { 'claim.requested': 'claiming' },
        },
      },
    },
    ended: {
      description: 'A prova do contato venceu: só o andamento fica à vista, e outro código abre o resto.',
      tags: 'expired',
      entry: 'forget',
    },
    offline: {
      description: 'Sem internet para buscar o pedido inteiro; a loja tenta de novo sozinha.',
      tags: 'offline',
      after: { backOff: 'reading' },
      on: { 'network.restored': 'reading', 'load.retried': 'reading', 'page.shown': 'reading' },
    },
    failed: {
      description: 'O servidor não entregou o pedido inteiro; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'reading' },
    },
  },
});
