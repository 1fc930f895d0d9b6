import { raise } from 'xstate';
import { noOrders } from './no-orders.ts';
import { opened, ordersSetup, wishedToCancel } from './setup.ts';
import { failure, fromEvent } from '#machines/port.ts';

/** What becomes of a question about an order that is not answered with it. */
const unanswered = [
  { guard: { type: 'isUnknown', params: failure }, target: 'gone' },
  { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
  { target: 'failed', actions: 'countFailure' },
] as const;

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
              ],
              after: { untilNext: 'refreshing' },
              on: {
                'more.asked': { guard: 'hasMore', target: 'loadingMore' },
                'order.changed': {
                  guard: { type: 'isListedAndOlder', params: fromEvent },
                  target: 'refreshing',
                },
                'order.stale': 'refreshing',
                'network.restored': { guard: 'hasFailed', target: 'refreshing' },
                restored: 'refreshing',
              },
            },
            refreshing: {
              description: 'Os pedidos em andamento são conferidos com o servidor.',
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
          // What was asked before it was known who asks was asked for nobody.
          on: { 'session.opened': { target: 'loading', reenter: true } },
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
            resting: { description: 'O pedido está em dia; uma novidade faz conferi-lo.' },
            refreshing: {
              description: 'O pedido é conferido com o servidor, sem sair da tela.',
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
    cancellation: {
      description: 'O cancelamento do pedido aberto.',
      initial: 'none',
      on: {
        'order.opened': '.none',
        // Again after a refusal or a silence: the order may have moved on, and the way out with it.
        'cancel.requested': {
          target: '.asking',
          actions: { type: 'wishToCancel', params: fromEvent },
        },
      },
      states: {
        none: { description: 'Nenhum cancelamento foi pedido; a pessoa pode pedir um.', entry: 'calmDown' },
        asking: {
          description: 'O cancelamento foi pedido e a resposta é esperada.',
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
          description: 'O cancelamento foi aceito; a pessoa fecha o aviso.',
          tags: 'cancel.done',
          entry: raise({ type: 'order.stale' }),
          on: { 'cancel.dismissed': 'none', 'cancel.requested': {} },
        },
        refused: {
          description: 'O cancelamento foi recusado e o motivo é mostrado.',
          tags: 'cancel.refused',
          entry: raise({ type: 'order.stale' }),
          on: { 'cancel.dismissed': 'none' },
        },
        offline: {
          description: 'Sem internet para cancelar; a loja pede de novo quando a conexão voltar.',
          tags: 'cancel.offline',
          on: { 'cancel.dismissed': 'none', 'load.retried': 'asking', 'network.restored': 'asking' },
        },
        failed: {
          description: 'Não se sabe por que o cancelamento falhou; a pessoa pode tentar de novo.',
          tags: 'cancel.failed',
          on: { 'cancel.dismissed': 'none', 'load.retried': 'asking' },
        },
      },
    },
  },
});
