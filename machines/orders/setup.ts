import { assign, not, setup, stateIn } from 'xstate';
import type { Follow, Order, OrderState } from '#contract/order/order.ts';
import { isProblem } from '#contract/fault.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import { ORDERS_EVERY } from '#domain/constants.ts';
import { type OrderPart, type OrdersSeed, noOrders } from './no-orders.ts';
import { LONGEST_POLL_GAP, backOffAfter, isFault, isRefusedAs, jittered, port } from '#machines/port.ts';

export interface OrdersPage {
  orders: Order[];
  page: number;
  totalPages: number;
}
export interface OrderLoaded {
  order: Order;
  follow: Follow | null;
  /** those that go ways of their own, where there are */
  parts?: OrderPart[];
}
/** `asks`: the shop has begun, so that the cancellation is its own to grant (D51). */
export interface Canceling {
  id: string;
  reason?: string;
  asks: boolean;
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
  /** the server has said which there are */
  isListed: boolean;
  page: number;
  totalPages: number;
  code: string | null;
  order: Order | null;
  follow: Follow | null;
  parts: OrderPart[];
  canceling: Canceling | null;
  /** why a cancellation was refused */
  refusal: ProblemCode | null;
  jitter: number;
  failures: number;
  /** something moved since the list was asked for, so that its answer may not know of it */
  isListBehind: boolean;
  /** the same of the opened order */
  isOrderBehind: boolean;
}
type OrdersTag =
  | 'list.busy'
  | 'list.offline'
  | 'list.failed'
  | 'list.empty'
  | 'details.answered'
  | 'details.busy'
  | 'details.offline'
  | 'details.failed'
  | 'details.gone'
  | 'cancel.busy'
  | 'cancel.done'
  | 'cancel.refused'
  | 'cancel.offline'
  | 'cancel.failed';

const LONGEST_BACK_OFF = 60_000;
/** What came of an order, unless more is known of it: answers may pass each other on the way. */
const latest = (order: Order, known: readonly (Order | null)[]): Order =>
  known.find((one) => one?.id === order.id && one.version > order.version) ?? order;
/** The orders that are known and those that came, each as it was last, newest first. */
const merged = (orders: readonly Order[], more: readonly Order[]): Order[] =>
  [
    ...orders.filter((order) => !more.some(({ id }) => id === order.id)),
    ...more.map((order) => latest(order, orders)),
  ].toSorted((a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1));

/** The parts of the orders chart by name; the chart itself is in orders.machine.ts. */
export const ordersSetup = setup({
  types: {
    input: {} as { jitter?: number; seed?: Partial<OrdersSeed> | undefined },
    context: {} as OrdersContext,
    events: {} as OrdersEvent,
    tags: {} as OrdersTag,
  },
  actors: {
    loadOrders: port<OrdersPage, { page: number }>('loadOrders'),
    loadOpenOrders: port<Order[]>('loadOpenOrders'),
    loadOrder: port<OrderLoaded, { code: string }>('loadOrder'),
    claimOrder: port<unknown, { code: string }>('claimOrder'),
    cancelOrder: port<void, Canceling>('cancelOrder'),
  },
  guards: {
    isEmpty: ({ context }) => context.orders.length === 0,
    isFilled: ({ context }) => context.orders.length > 0,
    isHidden: stateIn({ page: 'hidden' }),
    hasMore: ({ context }) => context.page + 1 < context.totalPages,
    hasFailed: ({ context }) => context.failures > 0,
    isListBehind: ({ context }) => context.isListBehind,
    isOrderBehind: ({ context }) => context.isOrderBehind,
    isNewsOfList: ({ context }, { code, version }: { code: string; version: number }) =>
      !context.isListed || context.orders.some((order) => order.code === code && order.version < version),
    isOpenAndOlder: ({ context }, { code, version }: { code: string; version: number }) =>
      context.code === code && (context.order?.version ?? -1) < version,
    isOpen: ({ context }, { code }: { code: string }) => context.code === code,
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED', 'UNAUTHENTICATED'),
    isNotTheirs: isRefusedAs('NOT_FOUND'),
    isSomebody: not(stateIn({ list: 'idle' })),
    isRefused: (_, { error }: { error: unknown }) => isProblem(error),
  },
  delays: {
    untilNext: ({ context }) =>
      Math.min(LONGEST_POLL_GAP, jittered(ORDERS_EVERY, context.jitter) * 2 ** context.failures),
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keepFirst: assign(({ context }, { orders, page, totalPages }: OrdersPage) => ({
      orders: merged(
        [],
        orders.map((order) => latest(order, [context.order, ...context.orders])),
      ),
      isListed: true,
      page,
      totalPages,
      failures: 0,
    })),
    keepMore: assign(({ context }, { orders, page, totalPages }: OrdersPage) => ({
      orders: merged(context.orders, orders),
      page,
      totalPages,
      failures: 0,
    })),
    keepOpen: assign(({ context }, { orders: come }: { orders: Order[] }) => {
      const orders = merged(context.orders, come);
      const order = come.find(({ code }) => code === context.order?.code);
      return {
        orders,
        order: order ? latest(order, [context.order, ...orders]) : context.order,
        failures: 0,
      };
    }),
    add: assign(({ context }, { order }: { order: Order }) => ({ orders: merged(context.orders, [order]) })),
    open: assign(({ context }, { code }: { code: string }) => {
      const order =
        context.order?.code === code
          ? context.order
          : (context.orders.find((known) => known.code === code) ?? null);
      const isSame = context.follow?.orderCode === code;
      return { code, order, follow: isSame ? context.follow : null, parts: isSame ? context.parts : [] };
    }),
    openPlaced: assign((_, { order }: { order: Order }) => ({
      code: order.code,
      order,
      follow: null,
      parts: [],
    })),
    keepOrder: assign(({ context }, { order, follow, parts = [] }: OrderLoaded) => ({
      order: latest(order, [context.order, ...context.orders]),
      follow,
      parts,
      orders: context.orders.some(({ id }) => id === order.id)
        ? merged(context.orders, [order])
        : context.orders,
      failures: 0,
    })),
    wishToCancel: assign(
      ({ context: { order, parts } }, { id, reason }: { id: string; reason?: string }) => ({
        canceling: {
          id,
          ...(reason === undefined ? {} : { reason }),
          asks: [order, ...parts.map((part) => part.order)].some(
            (one) => one?.id === id && one.allowedEvents.includes('cancellation.requested'),
          ),
        },
        refusal: null,
      }),
    ),
    explain: assign((_, { error }: { error: unknown }) => ({
      refusal: isProblem(error) ? error.code : null,
    })),
    calmDown: assign({ canceling: null, refusal: null }),
    clear: assign(noOrders),
    leaveListBehind: assign({ isListBehind: true }),
    leaveOrderBehind: assign({ isOrderBehind: true }),
    catchListUp: assign({ isListBehind: false }),
    catchOrderUp: assign({ isOrderBehind: false }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
});

/** Outside `idle` an order has been opened; said once for the compiler. */
export function opened({ code }: OrdersContext): string {
  if (code === null) throw new Error('nothing is loaded before an order is opened');
  return code;
}
export function wishedToCancel({ canceling }: OrdersContext): Canceling {
  if (canceling === null) throw new Error('nothing is canceled before it is asked for');
  return canceling;
}
