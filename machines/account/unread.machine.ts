import { assign, setup } from 'xstate';
import { backOffAfter, port, retry } from '#machines/port.ts';

export interface UnreadContext {
  /** messages that nobody opened; 0 until it is known */
  count: number;
  failures: number;
}
export type UnreadEvent =
  /** there may be more than were counted */
  | { type: 'messages.stale' }
  /** whoever has the messages in view counted them */
  | { type: 'messages.seen'; count: number }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 300_000;
const seen = {
  target: '#unread.known',
  actions: { type: 'keep', params: ({ event }: { event: { count: number } }) => ({ count: event.count }) },
} as const;

/** How many messages of the store a person has not opened. Source: D71. */
export const unreadMachine = setup({
  types: { context: {} as UnreadContext, events: {} as UnreadEvent },
  actors: { countMessages: port<number>('countMessages') },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, { count }: { count: number }) => ({ count, failures: 0 })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'unread',
  description: 'Quantas mensagens da loja a pessoa ainda não abriu.',
  initial: 'counting',
  context: { count: 0, failures: 0 },
  // What is in view is newer than an answer on its way.
  on: { 'messages.seen': seen },
  states: {
    counting: {
      description: 'A loja conta as mensagens que ninguém abriu ainda.',
      invoke: {
        id: 'countMessages',
        src: 'countMessages',
        input: {},
        onDone: {
          target: 'known',
          actions: { type: 'keep', params: ({ event }) => ({ count: event.output }) },
        },
        onError: { target: 'unheard', actions: 'countFailure' },
      },
      on: { 'messages.stale': { target: 'counting', reenter: true } },
    },
    known: {
      description: 'A conta das mensagens novas está à vista até que chegue outra.',
      on: { 'messages.stale': 'counting' },
    },
    unheard: {
      description: 'Sem resposta sobre as mensagens novas; vale a conta de antes, e a loja tenta de novo.',
      ...retry('counting'),
    },
  },
});
