import { assign, setup } from 'xstate';
import type { News } from '#contract/people/push.ts';
import { backOffAfter, failure, fromEvent, fromOutput, isFault, port, retry } from '#machines/port.ts';

export interface InboxContext {
  /** newest first */
  messages: News[];
  /** those that were opened and that the store was not told of yet, by id */
  opened: readonly string[];
  failures: number;
}
interface Opened {
  id: string;
}

const LONGEST_BACK_OFF = 60_000;

/**
 * What the store told a person. A message is read once it was opened; where that does not reach the store it stays
 * new, and is read the next time. Source: D71.
 */
export const inboxMachine = setup({
  types: {
    context: {} as InboxContext,
    events: {} as
      | ({ type: 'message.opened' } & Opened)
      | { type: 'load.retried' }
      | { type: 'network.restored' },
    tags: {} as 'busy' | 'empty' | 'offline' | 'failed',
  },
  actors: {
    loadMessages: port<News[]>('loadMessages'),
    markRead: port<News, Opened>('markRead'),
  },
  guards: {
    isFault,
    isEmpty: (_, { loaded }: { loaded: News[] }) => loaded.length === 0,
    isNew: ({ context }, { id }: Opened) =>
      !context.opened.includes(id) &&
      context.messages.some((message) => message.id === id && message.readAt === undefined),
    hasOpened: ({ context }) => context.opened.length > 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, messages: News[]) => ({ messages, failures: 0 })),
    open: assign(({ context }, { id }: Opened) => ({ opened: [...context.opened, id] })),
    keepRead: assign(({ context }, read: News) => ({
      messages: context.messages.map((message) => (message.id === read.id ? read : message)),
    })),
    goOn: assign(({ context }) => ({ opened: context.opened.slice(1) })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'inbox',
  description: 'As mensagens da loja para a pessoa, as mais novas primeiro.',
  initial: 'loading',
  context: { messages: [], opened: [], failures: 0 },
  states: {
    loading: {
      description: 'As mensagens estão sendo buscadas.',
      tags: 'busy',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: {},
        onDone: [
          { guard: { type: 'isEmpty', params: ({ event }) => ({ loaded: event.output }) }, target: 'none' },
          { target: 'shown', actions: { type: 'keep', params: fromOutput } },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    shown: {
      description: 'As mensagens estão à vista; as que ninguém abriu ainda são novas.',
      initial: 'resting',
      on: {
        'message.opened': {
          guard: { type: 'isNew', params: fromEvent },
          actions: { type: 'open', params: fromEvent },
        },
      },
      states: {
        resting: {
          description: 'Nenhuma mensagem está sendo aberta.',
          always: { guard: 'hasOpened', target: 'marking' },
        },
        marking: {
          description: 'A loja é avisada de que a mensagem foi aberta; sem resposta, ela continua nova.',
          invoke: {
            id: 'markRead',
            src: 'markRead',
            input: ({ context }) => ({ id: context.opened[0] ?? '' }),
            onDone: { target: 'resting', actions: [{ type: 'keepRead', params: fromOutput }, 'goOn'] },
            onError: { target: 'resting', actions: 'goOn' },
          },
        },
      },
    },
    none: { description: 'A loja ainda não disse nada à pessoa.', tags: 'empty' },
    offline: {
      description: 'Sem internet para buscar as mensagens; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não entregou as mensagens; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
