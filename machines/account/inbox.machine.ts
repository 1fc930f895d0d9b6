import { assign, setup } from 'xstate';
import type { News } from '#contract/people/push.ts';
import { backOffAfter, failure, fromEvent, fromOutput, isFault, port, retry } from '#machines/port.ts';

export interface InboxContext {
  /** newest first */
  messages: News[];
  /** the one that was opened last */
  opened: string;
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
      context.messages.some((message) => message.id === id && message.readAt === undefined),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, messages: News[]) => ({ messages, failures: 0 })),
    open: assign((_, { id }: Opened) => ({ opened: id })),
    keepRead: assign(({ context }, read: News) => ({
      messages: context.messages.map((message) => (message.id === read.id ? read : message)),
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'inbox',
  description: 'As mensagens da loja para a pessoa, as mais novas primeiro.',
  initial: 'loading',
  context: { messages: [], opened: '', failures: 0 },
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
          target: '.marking',
          actions: { type: 'open', params: fromEvent },
        },
      },
      states: {
        resting: { description: 'Nenhuma mensagem está sendo aberta.' },
        marking: {
          description: 'A loja é avisada de que a mensagem foi aberta; sem resposta, ela continua nova.',
          invoke: {
            id: 'markRead',
            src: 'markRead',
            input: ({ context }) => ({ id: context.opened }),
            onDone: { target: 'resting', actions: { type: 'keepRead', params: fromOutput } },
            onError: 'resting',
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
