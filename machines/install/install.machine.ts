import { assign, emit, setup } from 'xstate';
import type { Dialog } from '#contract/place.ts';
import { port } from '#machines/port.ts';

/**
 * How the app comes to the home screen: by the browser's own question, by hand in its menu of sharing, or first out of
 * an app that shows pages without being a browser.
 */
export type Way = 'prompt' | 'share' | 'outside';
export interface InstallInput {
  /** null: this browser has none, or not yet */
  way: Way | null;
  /** the page runs as an app already */
  isInstalled: boolean;
}
export type InstallContext = InstallInput & {
  /** the store's own words; null: those that come with the program */
  words: Dialog | null;
};
/** The names that a dialog of the store gives its buttons are among these. */
export type InstallEvent =
  | { type: 'prompt.offered' }
  | { type: 'install.accepted' }
  | { type: 'install.dismissed' }
  | { type: 'app.installed' };
export type PromptAnswer = 'accepted' | 'dismissed';

/**
 * The offer to keep the store on the home screen; begun where it may come: after an order or from the second visit on,
 * and not for a long time once it was sent away. Source: specification §2 (install banner); D90.
 */
export const installMachine = setup({
  types: {
    input: {} as InstallInput,
    context: {} as InstallContext,
    events: {} as InstallEvent,
    /** sent away by the person: to be remembered */
    emitted: {} as { type: 'silenced' },
    tags: {} as 'offered',
  },
  actors: {
    readInstallWords: port<Dialog | null, { way: Way }>('readInstallWords'),
    promptInstall: port<PromptAnswer>('promptInstall'),
  },
  guards: {
    isInstalled: ({ context }) => context.isInstalled,
    hasWay: ({ context }) => context.way !== null,
    hasPrompt: ({ context }) => context.way === 'prompt',
    isAccepted: (_, { answer }: { answer: PromptAnswer }) => answer === 'accepted',
  },
  actions: {
    usePrompt: assign({ way: 'prompt' }),
    losePrompt: assign({ way: null }),
    keepWords: assign((_, { words }: { words: Dialog | null }) => ({ words })),
    remember: emit({ type: 'silenced' }),
  },
}).createMachine({
  id: 'install',
  description: 'O convite para deixar a loja na tela inicial do celular.',
  initial: 'resting',
  context: ({ input }) => ({ ...input, words: null }),
  on: { 'app.installed': '.installed' },
  states: {
    resting: {
      description: 'Enquanto este navegador não tem jeito de instalar, nada se oferece.',
      always: [
        { guard: 'isInstalled', target: 'installed' },
        { guard: 'hasWay', target: 'reading' },
      ],
      on: { 'prompt.offered': { actions: 'usePrompt' } },
    },
    reading: {
      description: 'As palavras da loja para o convite estão chegando.',
      invoke: {
        id: 'readInstallWords',
        src: 'readInstallWords',
        input: ({ context: { way } }) => ({ way: way ?? 'prompt' }),
        onDone: {
          target: 'offered',
          actions: { type: 'keepWords', params: ({ event }) => ({ words: event.output }) },
        },
        onError: 'offered',
      },
      on: { 'prompt.offered': { actions: 'usePrompt' } },
    },
    offered: {
      description: 'O convite está na tela, por cima da página, e pode ser dispensado.',
      tags: 'offered',
      on: {
        'prompt.offered': { actions: 'usePrompt' },
        'install.accepted': [
          { guard: 'hasPrompt', target: 'asking' },
          { target: 'silent', actions: 'remember' },
        ],
        'install.dismissed': { target: 'silent', actions: 'remember' },
      },
    },
    asking: {
      description: 'O navegador pergunta com as palavras dele se pode instalar.',
      invoke: {
        id: 'promptInstall',
        src: 'promptInstall',
        input: {},
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => ({ answer: event.output }) },
            target: 'installed',
          },
          { target: 'silent', actions: 'remember' },
        ],
        onError: { target: 'resting', actions: 'losePrompt' },
      },
    },
    silent: {
      description: 'A pessoa dispensou o convite; por noventa dias ele não volta.',
    },
    installed: {
      description: 'A loja já está na tela inicial: não há o que oferecer.',
    },
  },
});
