import { assign, raise, setup } from 'xstate';
import type { Follow, Order, OrderState } from '#contract/order.ts';
import { type ProblemCode, isProblem } from '#contract/problem.ts';
import { ORDERS_EVERY } from '#domain/constants.ts';
import { LONGEST_POLL_GAP, backOffAfter, failure, isFault, isRefusedAs, jittered, port } from './port.ts';

export interface OrdersPage {
  orders: Order[];
  page: number;
  totalPages: number;
}
export interface OrderLoaded {
  order: Order;
  follow: Follow | null;
}
export type OrdersEvent =
  | { type: 'session.opened' }
  | { type: 'session.closed' }
  | { type: 'order.opened'; code: string }
  | { type: 'order.changed'; code: string; state: OrderState; version: number }
  | { type: 'order.placed'; order: Order }
  | { type: 'more.asked' }
  | { type: 'cancel.requested'; id: string; reason?: string }
  | { type: 'cancel.dismissed' }
  | { type: 'order.stale' }
  | { type: 'load.retried' }
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'restored'; now: number }
  | { type: 'network.restored' };
export interface OrdersContext {
  orders: Order[];
  page: number;
  totalPages: number;
  code: string | null;
  order: Order | null;
  follow: Follow | null;
  canceling: { id: string; reason?: string } | null;
  /** why a cancellation was refused */
  refusal: ProblemCode | null;
  jitter: number;
  hidden: boolean;
  failures: number;
}
type OrdersTag = 'list.busy' | 'list.offline' | 'list.failed' | 'list.empty' | 'details.busy' | 'details.offline' | 'details.failed' | 'details.gone' | 'cancel.busy' | 'cancel.refused' | 'cancel.offline' | 'cancel.failed';

const LONGEST_BACK_OFF = 60_000;
const nothing = { orders: [], page: 0, totalPages: 0, code: null, order: null, follow: null, canceling: null, refusal: null, failures: 0 };
/** Newer orders over those of the same id, newest first. */
const merged = (orders: readonly Order[], more: readonly Order[]): Order[] =>
  [...orders.filter((order) => !more.some(({ id }) => id === order.id)), ...more].toSorted((a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1));

/**
 * The orders of a client: the list by page, one order with where it is, and a cancellation (which succeeds only on 204, §4).
 * Open orders are refreshed every 5 minutes while the page is seen (§9), at once when the stream tells of a newer version. Tags are per part: `list.busy`, `details.gone` ….
 */
export const ordersMachine = setup({
  types: { input: {} as { jitter?: number }, context: {} as OrdersContext, events: {} as OrdersEvent, tags: {} as OrdersTag },
  actors: {
    loadOrders: port<OrdersPage, { page: number }>('loadOrders'),
    loadOpenOrders: port<Order[]>('loadOpenOrders'),
    loadOrder: port<OrderLoaded, { code: string }>('loadOrder'),
    cancelOrder: port<void, { id: string; reason?: string }>('cancelOrder'),
  },
  guards: {
    isEmpty: ({ context }) => context.orders.length === 0,
    isFilled: ({ context }) => context.orders.length > 0,
    isHidden: ({ context }) => context.hidden,
    hasMore: ({ context }) => context.page + 1 < context.totalPages,
    hasFailed: ({ context }) => context.failures > 0,
    isListedAndOlder: ({ context }, { code, version }: { code: string; version: number }) => context.orders.some((order) => order.code === code && order.version < version),
    isOpenAndOlder: ({ context }, { code, version }: { code: string; version: number }) => context.code === code && (context.order?.version ?? -1) < version,
    isKnown: ({ context }, { code }: { code: string }) => context.order?.code === code || context.orders.some((order) => order.code === code),
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    isRefused: (_, { error }: { error: unknown }) => isProblem(error),
  },
  delays: {
    untilNext: ({ context }) => Math.min(LONGEST_POLL_GAP, jittered(ORDERS_EVERY, context.jitter) * 2 ** context.failures),
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keepFirst: assign((_, { orders, page, totalPages }: OrdersPage) => ({ orders: merged([], orders), page, totalPages, failures: 0 })),
    keepMore: assign(({ context }, { orders, page, totalPages }: OrdersPage) => ({ orders: merged(context.orders, orders), page, totalPages, failures: 0 })),
    keepOpen: assign(({ context }, { orders }: { orders: Order[] }) => ({
      orders: merged(context.orders, orders), order: orders.find(({ code }) => code === context.order?.code) ?? context.order, failures: 0,
    })),
    add: assign(({ context }, { order }: { order: Order }) => ({ orders: merged(context.orders, [order]) })),
    open: assign(({ context }, { code }: { code: string }) => {
      const order = context.order?.code === code ? context.order : (context.orders.find((known) => known.code === code) ?? null);
      return { code, order, follow: context.follow?.orderCode === code ? context.follow : null };
    }),
    keepOrder: assign(({ context }, { order, follow }: OrderLoaded) => ({
      order, follow, orders: context.orders.some(({ id }) => id === order.id) ? merged(context.orders, [order]) : context.orders, failures: 0,
    })),
    wishToCancel: assign((_, { id, reason }: { id: string; reason?: string }) => ({ canceling: reason === undefined ? { id } : { id, reason }, refusal: null })),
    explain: assign((_, { error }: { error: unknown }) => ({ refusal: isProblem(error) ? error.code : null })),
    calmDown: assign({ canceling: null, refusal: null }),
    clear: assign(nothing),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    hide: assign({ hidden: true }),
    show: assign({ hidden: false }),
  },
}).createMachine({
  id: 'orders',
  type: 'parallel',
  context: ({ input }) => ({ ...nothing, jitter: input.jitter ?? 0, hidden: false }),
  on: {
    'page.hidden': { actions: 'hide' },
    'page.shown': { actions: 'show' },
    'session.closed': { target: ['.list.idle', '.details.idle', '.cancellation.none'], actions: 'clear' },
  },
  states: {
    list: {
      initial: 'idle',
      on: { 'session.opened': '.loading', 'order.placed': { actions: { type: 'add', params: ({ event }) => event } } },
      states: {
        idle: {},
        loading: {
          tags: 'list.busy',
          invoke: {
            id: 'loadOrders',
            src: 'loadOrders',
            input: { page: 0 },
            onDone: { target: 'ready', actions: { type: 'keepFirst', params: ({ event }) => event.output } },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
        },
        ready: {
          initial: 'resting',
          states: {
            resting: {
              always: [
                { guard: 'isEmpty', target: '#orders.list.empty' },
                { guard: 'isHidden', target: 'paused' },
              ],
              after: { untilNext: 'refreshing' },
              on: {
                'more.asked': { guard: 'hasMore', target: 'loadingMore' },
                'order.changed': { guard: { type: 'isListedAndOlder', params: ({ event }) => event }, target: 'refreshing' },
                'order.stale': 'refreshing',
                'network.restored': { guard: 'hasFailed', target: 'refreshing' },
                restored: 'refreshing',
              },
            },
            refreshing: {
              invoke: {
                id: 'loadOpenOrders',
                src: 'loadOpenOrders',
                input: {},
                onDone: { target: 'resting', actions: { type: 'keepOpen', params: ({ event }) => ({ orders: event.output }) } },
                onError: { target: 'resting', actions: 'countFailure' },
              },
            },
            loadingMore: {
              tags: 'list.busy',
              invoke: {
                id: 'loadMoreOrders',
                src: 'loadOrders',
                input: ({ context }) => ({ page: context.page + 1 }),
                onDone: { target: 'resting', actions: { type: 'keepMore', params: ({ event }) => event.output } },
                onError: { target: 'resting', actions: 'countFailure' },
              },
            },
            paused: { on: { 'page.shown': { target: 'refreshing', actions: 'show' }, restored: { target: 'refreshing', actions: 'show' } } },
          },
        },
        empty: { tags: 'list.empty', always: { guard: 'isFilled', target: 'ready' }, on: { 'load.retried': 'loading' } },
        offline: { tags: 'list.offline', after: { backOff: 'loading' }, on: { 'network.restored': 'loading', 'load.retried': 'loading' } },
        failed: { tags: 'list.failed', on: { 'load.retried': 'loading' } },
      },
    },
    details: {
      initial: 'idle',
      on: {
        'order.opened': [
          { guard: { type: 'isKnown', params: ({ event }) => event }, target: '.shown.refreshing', actions: { type: 'open', params: ({ event }) => event } },
          { target: '.loading', actions: { type: 'open', params: ({ event }) => event } },
        ],
      },
      states: {
        idle: {},
        loading: {
          tags: 'details.busy',
          invoke: {
            id: 'loadOrder',
            src: 'loadOrder',
            input: ({ context }) => ({ code: opened(context) }),
            onDone: { target: 'shown', actions: { type: 'keepOrder', params: ({ event }) => event.output } },
            onError: [
              { guard: { type: 'isUnknown', params: failure }, target: 'gone' },
              { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
        },
        shown: {
          initial: 'resting',
          on: {
            'order.changed': { guard: { type: 'isOpenAndOlder', params: ({ event }) => event }, target: '.refreshing' },
            'order.stale': '.refreshing',
            'page.shown': { target: '.refreshing', actions: 'show' },
            'network.restored': '.refreshing',
            restored: '.refreshing',
          },
          states: {
            resting: {},
            refreshing: {
              invoke: {
                id: 'refreshOrder',
                src: 'loadOrder',
                input: ({ context }) => ({ code: opened(context) }),
                onDone: { target: 'resting', actions: { type: 'keepOrder', params: ({ event }) => event.output } },
                onError: [{ guard: { type: 'isUnknown', params: failure }, target: '#orders.details.gone' }, { target: 'resting' }],
              },
            },
          },
        },
        gone: { tags: 'details.gone' },
        offline: { tags: 'details.offline', after: { backOff: 'loading' }, on: { 'network.restored': 'loading', 'load.retried': 'loading' } },
        failed: { tags: 'details.failed', on: { 'load.retried': 'loading' } },
      },
    },
    cancellation: {
      initial: 'none',
      on: { 'order.opened': '.none' },
      states: {
        none: { entry: 'calmDown', on: { 'cancel.requested': { target: 'asking', actions: { type: 'wishToCancel', params: ({ event }) => event } } } },
        asking: {
          tags: 'cancel.busy',
          invoke: {
            id: 'cancelOrder',
            src: 'cancelOrder',
            input: ({ context }) => wishedToCancel(context),
            onDone: { target: 'canceled' },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'offline' },
              { guard: { type: 'isRefused', params: failure }, target: 'refused', actions: { type: 'explain', params: failure } },
              { target: 'failed' },
            ],
          },
          // The answer is waited for: the person must know whether it was canceled.
          on: { 'order.opened': {} },
        },
        canceled: { entry: raise({ type: 'order.stale' }), on: { 'cancel.dismissed': 'none' } },
        refused: { tags: 'cancel.refused', entry: raise({ type: 'order.stale' }), on: { 'cancel.dismissed': 'none' } },
        offline: { tags: 'cancel.offline', on: { 'cancel.dismissed': 'none', 'load.retried': 'asking', 'network.restored': 'asking' } },
        failed: { tags: 'cancel.failed', on: { 'cancel.dismissed': 'none', 'load.retried': 'asking' } },
      },
    },
  },
});

/** Outside `idle` an order has been opened; said once for the compiler. */
function opened({ code }: OrdersContext): string {
  if (code === null) throw new Error('nothing is loaded before an order is opened');
  return code;
}
function wishedToCancel({ canceling }: OrdersContext): { id: string; reason?: string } {
  if (canceling === null) throw new Error('nothing is canceled before it is asked for');
  return canceling;
}
