import { assign, setup } from 'xstate';
import type { Order } from '#contract/order/order.ts';
import type { OrderFilter } from '#domain/order/order-filter.ts';
import { backOffAfter, failure, isFault, port } from '#machines/port.ts';

/** One page of what is wanted. */
export interface OrdersFound {
  orders: Order[];
  /** how many are wanted at all */
  total: number;
  /** how many the person has */
  all: number;
}
export interface OrdersRequest {
  filter: OrderFilter;
  /** from 0 */
  page: number;
}
export interface OrderListContext extends OrdersFound {
  filter: OrderFilter;
  /** pages that are there */
  pages: number;
  failures: number;
}
export type OrderListEvent = { type: 'more.asked' } | { type: 'load.retried' } | { type: 'network.restored' };

const LONGEST_BACK_OFF = 60_000;
const fromFound = ({ event }: { event: { output: OrdersFound } }) => event.output;

/**
 * Those of a client's orders that an address asks for, ten by ten; another filter is another list. Times in ms.
 * Source: specification §7, §9 (pages of ten); screen AccountDashboard.
 */
export const orderListMachine = setup({
  types: {
    input: {} as { filter: OrderFilter },
    context: {} as OrderListContext,
    events: {} as OrderListEvent,
    tags: {} as 'busy' | 'more' | 'stuck' | 'empty' | 'offline' | 'failed',
  },
  actors: { loadFound: port<OrdersFound, OrdersRequest>('loadFound') },
  guards: {
    isFault,
    isEmpty: ({ context }) => context.orders.length === 0,
    hasMore: ({ context: { orders, total } }) => orders.length < total,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, found: OrdersFound) => ({ ...found, pages: 1, failures: 0 })),
    append: assign(({ context }, { orders, total, all }: OrdersFound) => {
      // An order that was made meanwhile moves the others from one page to the next.
      const isNew = new Set(orders.map(({ id }) => id));
      return {
        orders: [...context.orders.filter(({ id }) => !isNew.has(id)), ...orders],
        total,
        all,
        pages: context.pages + 1,
      };
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'orderList',
  description: 'Os pedidos que a pessoa procura entre os seus, de dez em dez.',
  initial: 'loading',
  context: ({ input: { filter } }) => ({ filter, orders: [], total: 0, all: 0, pages: 0, failures: 0 }),
  states: {
    loading: {
      description: 'Os pedidos que se procuram estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadFound',
        src: 'loadFound',
        input: ({ context: { filter } }) => ({ filter, page: 0 }),
        onDone: { target: 'shown', actions: { type: 'keep', params: fromFound } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    shown: {
      description: 'O que foi achado está à vista; pedir mais traz os dez seguintes.',
      initial: 'resting',
      states: {
        resting: {
          description: 'Nada é buscado até a pessoa pedir mais.',
          always: { guard: 'isEmpty', target: '#orderList.empty' },
          on: { 'more.asked': { guard: 'hasMore', target: 'more' } },
        },
        more: {
          description: 'Pedidos mais antigos estão chegando, atrás dos que já se veem.',
          tags: 'more',
          invoke: {
            id: 'loadMore',
            src: 'loadFound',
            input: ({ context: { filter, pages } }) => ({ filter, page: pages }),
            onDone: { target: 'resting', actions: { type: 'append', params: fromFound } },
            onError: 'stuck',
          },
        },
        stuck: {
          description: 'Os pedidos seguintes não vieram; pedir de novo ou a volta da internet os traz.',
          tags: 'stuck',
          on: { 'more.asked': 'more', 'network.restored': 'more' },
        },
      },
    },
    empty: {
      description: 'Nenhum pedido é como se procura; a pessoa muda o filtro ou vê todos.',
      tags: 'empty',
    },
    offline: {
      description: 'Sem internet para procurar; o que este aparelho já sabe fica à vista até ela voltar.',
      tags: 'offline',
      after: { backOff: 'loading' },
      on: { 'network.restored': 'loading', 'load.retried': 'loading' },
    },
    failed: {
      description: 'O servidor não procurou entre os pedidos; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
