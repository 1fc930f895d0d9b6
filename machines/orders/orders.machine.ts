import { raise } from 'xstate';
import { noOrders } from './no-orders.ts';
import { opened, ordersSetup, wishedToCancel } from './setup.ts';
import { failure } from '#machines/port.ts';

/**
 * The orders of a client: the list by page, one order with where it is, and a cancellation (which succeeds
 * only on 204, §4).
 * Open orders are refreshed every 5 minutes while the page is seen (§9), at once when the stream tells of a
 * newer version. Tags are per part: `list.busy`, `details.gone` ….
 */
export const ordersMachine = ordersSetup.createMachine({
  id: 'orders',
  type: 'parallel',
  context: ({ input }) => ({ ...noOrders, jitter: input.jitter ?? 0, hidden: false }),
  on: {
    'page.hidden': { actions: 'hide' },
    'page.shown': { actions: 'show' },
    'session.closed': { target: ['.list.idle', '.details.idle', '.cancellation.none'], actions: 'clear' },
  },
  states: {
    list: {
      initial: 'idle',
      on: {
        'session.opened': '.loading',
        'order.placed': { actions: { type: 'add', params: ({ event }) => event } },
      },
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
                'order.changed': {
                  guard: { type: 'isListedAndOlder', params: ({ event }) => event },
                  target: 'refreshing',
                },
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
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepOpen', params: ({ event }) => ({ orders: event.output }) },
                },
                onError: { target: 'resting', actions: 'countFailure' },
              },
            },
            loadingMore: {
              tags: 'list.busy',
              invoke: {
                id: 'loadMoreOrders',
                src: 'loadOrders',
                input: ({ context }) => ({ page: context.page + 1 }),
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepMore', params: ({ event }) => event.output },
                },
                onError: { target: 'resting', actions: 'countFailure' },
              },
            },
            paused: {
              on: {
                'page.shown': { target: 'refreshing', actions: 'show' },
                restored: { target: 'refreshing', actions: 'show' },
              },
            },
          },
        },
        empty: {
          tags: 'list.empty',
          always: { guard: 'isFilled', target: 'ready' },
          on: { 'load.retried': 'loading' },
        },
        offline: {
          tags: 'list.offline',
          after: { backOff: 'loading' },
          on: { 'network.restored': 'loading', 'load.retried': 'loading' },
        },
        failed: { tags: 'list.failed', on: { 'load.retried': 'loading' } },
      },
    },
    details: {
      initial: 'idle',
      on: {
        'order.opened': { target: '.loading', actions: { type: 'open', params: ({ event }) => event } },
        'order.placed': {
          target: '.shown.placed',
          actions: { type: 'openPlaced', params: ({ event }) => event },
        },
      },
      states: {
        idle: {},
        // What is known of the order may be drawn meanwhile; how it stands is only said by the answer.
        loading: {
          tags: 'details.busy',
          // What was asked before it was known who asks was asked for nobody.
          on: { 'session.opened': { target: 'loading', reenter: true } },
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
          tags: 'details.answered',
          on: {
            'order.changed': {
              guard: { type: 'isOpenAndOlder', params: ({ event }) => event },
              target: '.refreshing',
            },
            'order.stale': '.refreshing',
            'page.shown': { target: '.refreshing', actions: 'show' },
            'network.restored': '.refreshing',
            restored: '.refreshing',
          },
          states: {
            // The answer that made the order is an answer about it: its screen does not wait for another.
            placed: {
              on: {
                'order.opened': {
                  guard: { type: 'isOpen', params: ({ event }) => event },
                  target: 'refreshing',
                },
              },
            },
            resting: {},
            refreshing: {
              invoke: {
                id: 'refreshOrder',
                src: 'loadOrder',
                input: ({ context }) => ({ code: opened(context) }),
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepOrder', params: ({ event }) => event.output },
                },
                onError: [
                  { guard: { type: 'isUnknown', params: failure }, target: '#orders.details.gone' },
                  { target: 'resting' },
                ],
              },
            },
          },
        },
        gone: { tags: 'details.gone' },
        offline: {
          tags: 'details.offline',
          after: { backOff: 'loading' },
          on: { 'network.restored': 'loading', 'load.retried': 'loading', 'session.opened': 'loading' },
        },
        failed: { tags: 'details.failed', on: { 'load.retried': 'loading', 'session.opened': 'loading' } },
      },
    },
    cancellation: {
      initial: 'none',
      on: {
        'order.opened': '.none',
        // Again after a refusal or a silence: the order may have moved on, and the way out with it.
        'cancel.requested': {
          target: '.asking',
          actions: { type: 'wishToCancel', params: ({ event }) => event },
        },
      },
      states: {
        none: { entry: 'calmDown' },
        asking: {
          tags: 'cancel.busy',
          invoke: {
            id: 'cancelOrder',
            src: 'cancelOrder',
            input: ({ context }) => wishedToCancel(context),
            onDone: { target: 'canceled' },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'offline' },
              {
                guard: { type: 'isRefused', params: failure },
                target: 'refused',
                actions: { type: 'explain', params: failure },
              },
              { target: 'failed' },
            ],
          },
          // The answer is waited for: the person must know whether it was canceled.
          on: { 'order.opened': {}, 'cancel.requested': {} },
        },
        canceled: {
          tags: 'cancel.done',
          entry: raise({ type: 'order.stale' }),
          on: { 'cancel.dismissed': 'none', 'cancel.requested': {} },
        },
        refused: {
          tags: 'cancel.refused',
          entry: raise({ type: 'order.stale' }),
          on: { 'cancel.dismissed': 'none' },
        },
        offline: {
          tags: 'cancel.offline',
          on: { 'cancel.dismissed': 'none', 'load.retried': 'asking', 'network.restored': 'asking' },
        },
        failed: { tags: 'cancel.failed', on: { 'cancel.dismissed': 'none', 'load.retried': 'asking' } },
      },
    },
  },
});
