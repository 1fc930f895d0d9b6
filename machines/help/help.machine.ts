import { assign, setup } from 'xstate';
import { failure, fromOutput, isFault, port } from '#machines/port.ts';

/** What the store's documents say of help; null where they say nothing. */
export interface HelpWords {
  text: string | null;
  /** an https address of a chat, in the place of the messaging app */
  chat: string | null;
}
export interface HelpInput {
  /** after which it is asked for, ms */
  delay: number;
  /** sent away before in this session */
  isDismissed: boolean;
}
export type HelpContext = HelpInput & HelpWords;
export type HelpEvent = { type: 'help.dismissed' } | { type: 'network.restored' };

/**
 * The store's own words about help, which no screen waits for: they come after a while, and without them what came
 * with the page stands. Source: specification §9 (help message, support widget); D89.
 */
export const helpMachine = setup({
  types: {
    input: {} as HelpInput,
    context: {} as HelpContext,
    events: {} as HelpEvent,
    tags: {} as 'offered',
  },
  actors: { readHelp: port<HelpWords>('readHelp') },
  guards: {
    isFault,
    isDismissed: ({ context }) => context.isDismissed,
  },
  delays: { delay: ({ context }) => context.delay },
  actions: {
    keep: assign((_, words: HelpWords) => words),
    dismiss: assign({ isDismissed: true }),
  },
}).createMachine({
  id: 'help',
  description: 'A ajuda que a loja oferece depois de um tempo, com as palavras dela.',
  initial: 'resting',
  context: ({ input }) => ({ ...input, text: null, chat: null }),
  states: {
    resting: {
      description: 'Ainda é cedo: a tela fala primeiro, a ajuda vem depois.',
      always: { guard: 'isDismissed', target: 'dismissed' },
      after: { delay: 'asking' },
    },
    asking: {
      description: 'As palavras da loja sobre a ajuda estão chegando.',
      invoke: {
        id: 'readHelp',
        src: 'readHelp',
        input: {},
        onDone: { target: 'offered', actions: { type: 'keep', params: fromOutput } },
        onError: [{ guard: { type: 'isFault', params: failure }, target: 'waiting' }, { target: 'offered' }],
      },
    },
    waiting: {
      description: 'Sem resposta sobre a ajuda; o que veio com a página vale até a internet voltar.',
      tags: 'offered',
      on: {
        'network.restored': 'asking',
        'help.dismissed': { target: 'dismissed', actions: 'dismiss' },
      },
    },
    offered: {
      description: 'A ajuda está oferecida, com o que a loja diz dela.',
      tags: 'offered',
      on: { 'help.dismissed': { target: 'dismissed', actions: 'dismiss' } },
    },
    dismissed: {
      description: 'A pessoa dispensou o botão de ajuda; nesta visita ele não volta.',
    },
  },
});
