import { assign, setup } from 'xstate';
import type { Dialog } from '#contract/place.ts';
import { port } from '#machines/port.ts';

/** The questions of the shop that a store may word, by the name that its dialog has in the document. */
export type Moment = 'installAndroid' | 'installIos' | 'logout' | 'cancelOrder' | 'location';
export interface DialogInput {
  /** null: this question has the words of the program alone */
  moment: Moment | null;
  /** the store's own words, where this page has read them before */
  words: Dialog | null;
  /** it stands from the beginning: a whole screen asks it */
  isAsked: boolean;
}
export type DialogContext = DialogInput;
export type DialogEvent = { type: 'question.asked' } | { type: 'question.closed' };

/**
 * A question that a store may word. Its words are read while it may come soon; it waits for none, and none change
 * while it stands: what is not there when it is asked is said in the program's own words. Source: D90, D59.
 */
export const dialogMachine = setup({
  types: {
    input: {} as DialogInput,
    context: {} as DialogContext,
    events: {} as DialogEvent,
  },
  actors: { readDialog: port<Dialog | null, { moment: Moment | null }>('readDialog') },
  guards: {
    isAsked: ({ context }) => context.isAsked,
    hasWords: ({ context }) => context.words !== null || context.moment === null,
  },
  actions: {
    open: assign({ isAsked: true }),
    close: assign({ isAsked: false }),
    keepWords: assign((_, { words }: { words: Dialog | null }) => ({ words })),
  },
}).createMachine({
  id: 'dialog',
  description: 'Uma pergunta que a loja pode fazer com as palavras dela.',
  initial: 'beginning',
  context: ({ input }) => input,
  states: {
    beginning: {
      description: 'Vê-se se a pergunta já está na tela e se as palavras da loja já são conhecidas.',
      always: [
        { guard: 'isAsked', target: 'asking' },
        { guard: 'hasWords', target: 'ready' },
        { target: 'near' },
      ],
    },
    near: {
      description: 'A pergunta pode vir: as palavras da loja são lidas, sem que nada espere por elas.',
      invoke: {
        id: 'readDialog',
        src: 'readDialog',
        input: ({ context: { moment } }) => ({ moment }),
        onDone: {
          target: 'ready',
          actions: { type: 'keepWords', params: ({ event }) => ({ words: event.output }) },
        },
        onError: 'ready',
      },
      on: { 'question.asked': { target: 'asking', actions: 'open' } },
    },
    ready: {
      description: 'Com as palavras da loja ou com as do programa, a pergunta pode ser feita.',
      on: { 'question.asked': { target: 'asking', actions: 'open' } },
    },
    asking: {
      description: 'A pergunta está na tela; as palavras dela não mudam até ela se fechar.',
      on: { 'question.closed': { target: 'beginning', actions: 'close' } },
    },
  },
});
