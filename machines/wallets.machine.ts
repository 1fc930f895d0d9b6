import { assign, setup } from 'xstate';
import type { Order, OrderState } from '#contract/order/order.ts';
import type { Bucket, Movement, Wallet } from '#contract/payment/wallet.ts';
import { backOffAfter, failure, fromEvent, isFault, isRefusedAs, port, retry } from '#machines/port.ts';
import { noWallets } from './no-wallets.ts';

/** What is in one wallet, and what moved, the newest first. */
export interface WalletLoaded {
  balance: Bucket[];
  statement: Movement[];
}
export type WalletsEvent =
  | { type: 'session.opened' }
  | { type: 'session.closed' }
  /** somebody looks at their wallets, or at one of them */
  | { type: 'wallets.opened'; uuid: string | null }
  | { type: 'order.placed'; order: Order }
  | { type: 'order.changed'; code: string; state: OrderState; version: number }
  | { type: 'order.stale' }
  | { type: 'load.retried' }
  | { type: 'page.shown'; now: number }
  | { type: 'restored'; now: number }
  | { type: 'network.restored' };
export interface WalletsContext {
  wallets: Wallet[];
  /** the wallet that is open */
  uuid: string | null;
  statement: Movement[];
  failures: number;
}

type Opening = { uuid: string | null };
const LONGEST_BACK_OFF = 60_000;

/** Whatever may have moved money of a wallet, and whoever comes back to it. */
const refresh = <T extends string>(target: T) =>
  ({
    'order.placed': target,
    'order.changed': target,
    'order.stale': target,
    'page.shown': target,
    restored: target,
    'network.restored': target,
    'load.retried': target,
  }) as const;

/**
 * The wallets of a client, and the statement of the one that is open. Nothing is asked before somebody looks; from
 * then on whatever moves an order asks again, because it may have paid or been paid back. A wallet that is not
 * theirs looks like none at all. Tags are per part: `list.busy`, `details.gone` ….
 * Source: spec.md §7; D58.
 */
export const walletsMachine = setup({
  types: {
    context: {} as WalletsContext,
    events: {} as WalletsEvent,
    tags: {} as
      | 'list.busy'
      | 'list.known'
      | 'list.outdated'
      | 'list.offline'
      | 'list.failed'
      | 'details.busy'
      | 'details.known'
      | 'details.outdated'
      | 'details.offline'
      | 'details.failed'
      | 'details.gone',
  },
  actors: {
    loadWallets: port<Wallet[]>('loadWallets'),
    loadWallet: port<WalletLoaded, { uuid: string }>('loadWallet'),
  },
  guards: {
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    isOne: (_, { uuid }: Opening) => uuid !== null,
    isOpen: ({ context }, { uuid }: Opening) => context.uuid === uuid,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepWallets: assign((_, { wallets }: { wallets: Wallet[] }) => ({ wallets, failures: 0 })),
    open: assign(({ context }, { uuid }: Opening) => (context.uuid === uuid ? {} : { uuid, statement: [] })),
    keepWallet: assign(({ context }, { balance, statement }: WalletLoaded) => ({
      statement,
      wallets: context.wallets.map((one) => (one.uuid === context.uuid ? { ...one, balance } : one)),
      failures: 0,
    })),
    clear: assign(noWallets),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'wallets',
  description: 'As carteiras de quem entrou: a lista com os saldos e o extrato da que está aberta.',
  type: 'parallel',
  context: noWallets,
  on: { 'session.closed': { target: ['.list.idle', '.details.idle'], actions: 'clear' } },
  states: {
    list: {
      description: 'As carteiras com o que há em cada uma.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Ninguém olhou a carteira ainda; abri-la faz buscar os saldos.',
          on: { 'wallets.opened': 'loading' },
        },
        loading: {
          description: 'Os saldos estão sendo buscados.',
          tags: 'list.busy',
          on: { 'session.opened': { target: 'loading', reenter: true } },
          invoke: {
            id: 'loadWallets',
            src: 'loadWallets',
            input: {},
            onDone: {
              target: 'known',
              actions: { type: 'keepWallets', params: ({ event }) => ({ wallets: event.output }) },
            },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
        },
        known: {
          description: 'Os saldos estão à vista e são conferidos quando um pedido se move.',
          tags: 'list.known',
          initial: 'resting',
          on: {
            'wallets.opened': '.refreshing',
            ...refresh('.refreshing'),
          },
          states: {
            resting: { description: 'Os saldos estão em dia; uma novidade faz conferi-los.' },
            refreshing: {
              description: 'Os saldos são conferidos com o servidor, sem sair da tela.',
              invoke: {
                id: 'refreshWallets',
                src: 'loadWallets',
                input: {},
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepWallets', params: ({ event }) => ({ wallets: event.output }) },
                },
                onError: { target: 'outdated', actions: 'countFailure' },
              },
            },
            outdated: {
              description:
                'Não deu para conferir os saldos: ficam os últimos conhecidos, e a pessoa é avisada.',
              tags: 'list.outdated',
              after: { backOff: 'refreshing' },
            },
          },
        },
        offline: {
          description: 'Sem internet para buscar os saldos; a loja tenta de novo sozinha.',
          tags: 'list.offline',
          ...retry('loading'),
        },
        failed: {
          description: 'O servidor não entregou os saldos; a pessoa pode tentar de novo.',
          tags: 'list.failed',
          on: { 'load.retried': 'loading', 'wallets.opened': 'loading', 'session.opened': 'loading' },
        },
      },
    },
    details: {
      description: 'A carteira que está aberta, com o seu extrato.',
      initial: 'idle',
      on: {
        'wallets.opened': {
          guard: { type: 'isOne', params: fromEvent },
          target: '.loading',
          actions: { type: 'open', params: fromEvent },
        },
      },
      states: {
        idle: { description: 'Nenhuma carteira está aberta; abrir uma faz buscar o extrato.' },
        loading: {
          description: 'O extrato está sendo buscado.',
          tags: 'details.busy',
          // What was asked before it was known who asks was asked for nobody.
          on: { 'session.opened': { target: 'loading', reenter: true } },
          invoke: {
            id: 'loadWallet',
            src: 'loadWallet',
            input: ({ context }) => ({ uuid: opened(context) }),
            onDone: { target: 'known', actions: { type: 'keepWallet', params: ({ event }) => event.output } },
            onError: [
              { guard: { type: 'isUnknown', params: failure }, target: 'gone' },
              { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
        },
        known: {
          description: 'O extrato está à vista e é conferido quando um pedido se move.',
          tags: 'details.known',
          initial: 'resting',
          on: {
            'wallets.opened': { guard: { type: 'isOpen', params: fromEvent }, target: '.refreshing' },
            ...refresh('.refreshing'),
          },
          states: {
            resting: { description: 'O extrato está em dia; uma novidade faz conferi-lo.' },
            refreshing: {
              description: 'O extrato é conferido com o servidor, sem sair da tela.',
              invoke: {
                id: 'refreshWallet',
                src: 'loadWallet',
                input: ({ context }) => ({ uuid: opened(context) }),
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepWallet', params: ({ event }) => event.output },
                },
                onError: [
                  { guard: { type: 'isUnknown', params: failure }, target: '#wallets.details.gone' },
                  { target: 'outdated', actions: 'countFailure' },
                ],
              },
            },
            outdated: {
              description: 'Não deu para conferir o extrato: fica o último conhecido, e a pessoa é avisada.',
              tags: 'details.outdated',
              after: { backOff: 'refreshing' },
            },
          },
        },
        gone: {
          description: 'Esta carteira não existe ou é de outra pessoa; só resta abrir outra.',
          tags: 'details.gone',
        },
        offline: {
          description: 'Sem internet para buscar o extrato; a loja tenta de novo sozinha.',
          tags: 'details.offline',
          ...retry('loading'),
        },
        failed: {
          description: 'O servidor não entregou o extrato; a pessoa pode tentar de novo.',
          tags: 'details.failed',
          on: { 'load.retried': 'loading', 'session.opened': 'loading' },
        },
      },
    },
  },
});

/** Outside `idle` a wallet has been opened; said once for the compiler. */
function opened({ uuid }: WalletsContext): string {
  if (uuid === null) throw new Error('nothing is loaded before a wallet is opened');
  return uuid;
}
