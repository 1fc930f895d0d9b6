import { cancellation } from './cancellation.ts';
import { noOrders } from './no-orders.ts';
import { opened, ordersSetup } from './setup.ts';
import { failure, fromEvent } from '#machines/port.ts';

/** What becomes of a question about an order that is not answered with it. */
const unanswered = [
  { guard: { type: 'isUnknown', params: failure }, target: 'gone' },
  { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
  { target: 'failed', actions: 'countFailure' },
] as const;

/** Heard while an answer is under way, it may be of before: the list is asked for once more. */
const whileAsking = {
  'order.changed': { guard: { type: 'isNewsOfList', params: fromEvent }, actions: 'leaveListBehind' },
  'order.stale': { actions: 'leaveListBehind' },
} as const;

/**
 * The orders of a client: the list by page, one order with where it is, and a cancellation (which succeeds only
 * on 204, §4). One that was made without an account becomes theirs when it is opened (D50). Open orders are read
 * again every 5 minutes while the page is seen (§9), and with the stream. Tags are per part: `list.busy` ….
 */
export const ordersMachine = ordersSetup.createMachine({
  id: 'orders',
  description: 'Os pedidos de quem entrou: a lista, um pedido aberto e um cancelamento.',
  type: 'parallel',
  context: ({ input }) => ({ ...noOrders, ...input.seed, jitter: input.jitter ?? 0 }),
  on: {
    'session.closed': { target: ['.list.idle', '.details.idle', '.cancellation.none'], actions: 'clear' },
  },
  states: {
    list: {
      description: 'A lista dos pedidos, do mais novo ao mais antigo.',
      initial: 'idle',
      on: {
        'session.opened': '.loading',
        'order.placed': { actions: { type: 'add', params: fromEvent } },
      },
      states: {
        idle: { description: 'Ninguém entrou ainda; ao entrar, os pedidos são buscados.' },
        loading: {
          description: 'Os pedidos estão sendo buscados.',
          tags: 'list.busy',
          entry: 'catchListUp',
          on: whileAsking,
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
          description: 'A lista está à vista e se mantém em dia sozinha.',
          initial: 'resting',
          states: {
            resting: {
              description: 'Nada a fazer até a próxima conferência ou até um pedido mudar.',
              always: [
                { guard: 'isEmpty', target: '#orders.list.empty' },
                { guard: 'isHidden', target: 'paused' },
                { guard: 'isListBehind', target: 'refreshing' },
              ],
              after: { untilNext: 'refreshing' },
              on: {
                'more.asked': { guard: 'hasMore', target: 'loadingMore' },
                'order.changed': {
                  guard: { type: 'isNewsOfList', params: fromEvent },
                  target: 'refreshing',
                },
                'order.stale': 'refreshing',
                'network.restored': { guard: 'hasFailed', target: 'refreshing' },
                restored: 'refreshing',
              },
            },
            refreshing: {
              description: 'Os pedidos em andamento são conferidos com o servidor.',
              entry: 'catchListUp',
              on: whileAsking,
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
              description: 'Pedidos mais antigos estão sendo buscados.',
              tags: 'list.busy',
              on: whileAsking,
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
              description: 'A página está escondida; a conferência espera até ela ser vista.',
              on: {
                'page.shown': 'refreshing',
                restored: 'refreshing',
              },
            },
          },
        },
        empty: {
          description: 'A pessoa ainda não fez nenhum pedido; o primeiro aparecerá aqui.',
          tags: 'list.empty',
          always: { guard: 'isFilled', target: 'ready' },
          on: { 'load.retried': 'loading' },
        },
        offline: {
          description: 'Sem internet para buscar a lista; a loja tenta de novo sozinha.',
          tags: 'list.offline',
          after: { backOff: 'loading' },
          on: { 'network.restored': 'loading', 'load.retried': 'loading' },
        },
        failed: {
          description: 'O servidor não entregou a lista; a pessoa pode tentar de novo.',
          tags: 'list.failed',
          on: { 'load.retried': 'loading' },
        },
      },
    },
    details: {
      description: 'Um pedido que foi aberto para ver.',
      initial: 'idle',
      on: {
        'order.opened': { target: '.loading', actions: { type: 'open', params: fromEvent } },
        'order.placed': {
          target: '.shown.placed',
          actions: { type: 'openPlaced', params: fromEvent },
        },
      },
      states: {
        idle: { description: 'Nenhum pedido está aberto; abrir um faz buscá-lo.' },
        // What is known of the order may be drawn meanwhile; how it stands is only said by the answer.
        loading: {
          description: 'O pedido está sendo buscado; o que já se sabe dele pode aparecer.',
          tags: 'details.busy',
          entry: 'catchOrderUp',
          on: {
            // What was asked before it was known who asks was asked for nobody.
            'session.opened': { target: 'loading', reenter: true },
            'order.changed': {
              guard: { type: 'isOpenAndOlder', params: fromEvent },
              actions: 'leaveOrderBehind',
            },
            'order.stale': { actions: 'leaveOrderBehind' },
          },
          invoke: {
            id: 'loadOrder',
            src: 'loadOrder',
            input: ({ context }) => ({ code: opened(context) }),
            onDone: { target: 'shown', actions: { type: 'keepOrder', params: ({ event }) => event.output } },
            onError: [{ guard: { type: 'isNotTheirs', params: failure }, target: 'foreign' }, ...unanswered],
          },
        },
        foreign: {
          description: 'O pedido não está entre os desta pessoa; talvez o tenha feito antes de entrar.',
          tags: 'details.busy',
          always: [{ guard: 'isSomebody', target: 'claiming' }, { target: 'gone' }],
        },
        claiming: {
          description: 'Um pedido feito sem conta passa a ser de quem entrou com o contato dele.',
          tags: 'details.busy',
          invoke: {
            id: 'claimOrder',
            src: 'claimOrder',
            input: ({ context }) => ({ code: opened(context) }),
            onDone: 'loading',
            onError: [...unanswered],
          },
        },
        shown: {
          description: 'O pedido está à vista e muda sozinho quando a loja o move.',
          initial: 'resting',
          tags: 'details.answered',
          on: {
            'order.changed': {
              guard: { type: 'isOpenAndOlder', params: fromEvent },
              target: '.refreshing',
            },
            'order.stale': '.refreshing',
            'page.shown': '.refreshing',
            'network.restored': '.refreshing',
            restored: '.refreshing',
          },
          states: {
            // The answer that made the order is an answer about it: its screen does not wait for another.
            placed: {
              description: 'O pedido acabou de ser feito, e a resposta do servidor basta para mostrá-lo.',
              on: {
                'order.opened': {
                  guard: { type: 'isOpen', params: fromEvent },
                  target: 'refreshing',
                },
              },
            },
            resting: {
              description: 'O pedido está em dia; uma novidade faz conferi-lo.',
              always: { guard: 'isOrderBehind', target: 'refreshing' },
            },
            refreshing: {
              description: 'O pedido é conferido com o servidor, sem sair da tela.',
              entry: 'catchOrderUp',
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
        gone: {
          description: 'Este pedido não existe ou é de outra pessoa; só resta abrir outro.',
          tags: 'details.gone',
        },
        offline: {
          description: 'Sem internet para buscar o pedido; a loja tenta de novo sozinha.',
          tags: 'details.offline',
          after: { backOff: 'loading' },
          on: { 'network.restored': 'loading', 'load.retried': 'loading', 'session.opened': 'loading' },
        },
        failed: {
          description: 'O servidor não entregou o pedido; a pessoa pode tentar de novo.',
          tags: 'details.failed',
          on: { 'load.retried': 'loading', 'session.opened': 'loading' },
        },
      },
    },
    page: {
      description: 'Se alguém vê a página: escondida, a lista não é conferida.',
      initial: 'shown',
      states: {
        shown: { description: 'A página está à vista.', on: { 'page.hidden': 'hidden' } },
        hidden: {
          description: 'A página está escondida, até ser vista ou reaberta.',
          on: { 'page.shown': 'shown', restored: 'shown' },
        },
      },
    },
    cancellation,
  },
});
