import { assign, sendTo, setup } from 'xstate';
import { fromEvent, source } from '#machines/port.ts';
import {
  type FromBook,
  type FromStore,
  type RunningChart,
  type SentEvent,
  TELLING_FOR,
  type ToldStep,
} from './telling.ts';

export interface LiveContext {
  /** the page that told last */
  tab: string | null;
  running: readonly RunningChart[];
  steps: readonly ToldStep[];
  /** the step that is looked back at; null follows what happens */
  at: number | null;
}
export type LiveEvent =
  | FromStore
  | { type: 'live.started' }
  | { type: 'live.stopped' }
  | { type: 'step.selected'; at: number }
  | { type: 'steps.followed' }
  | { type: 'steps.cleared' }
  | { type: 'recording.opened'; steps: readonly ToldStep[] }
  | { type: 'event.sent'; sent: SentEvent };

type Of<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

/** As many steps as are kept: the last ones. */
export const MOST_STEPS = 2_000;

/** The running charts at the step that is looked at. */
export const runningAt = ({ steps, at, running }: LiveContext): readonly RunningChart[] =>
  (at === null ? undefined : steps[at])?.running ?? running;

/** What happens in a store meanwhile, in another tab of the same browser; or in a recording of one. */
export const liveMachine = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    tags: {} as 'on' | 'recording',
  },
  actors: { hearStore: source<FromStore>('hearStore') },
  delays: { silence: TELLING_FOR },
  guards: { isSameTab: ({ context }, { tab }: Of<'store.left' | 'store.told'>) => tab === context.tab },
  actions: {
    meet: assign((_, { tab, running }: Of<'store.told'>) => ({ tab, running })),
    note: assign(({ context }, { tab, step }: Of<'store.stepped'>) => {
      const steps = [...context.steps, step].slice(-MOST_STEPS);
      const dropped = context.steps.length + 1 - steps.length;
      return {
        tab,
        running: step.running,
        steps,
        at: context.at === null ? null : Math.max(0, context.at - dropped),
      };
    }),
    leave: assign({ tab: null, running: [] }),
    select: assign((_, { at }: Of<'step.selected'>) => ({ at })),
    follow: assign({ at: null }),
    clear: assign({ steps: [], at: null }),
    open: assign((_, { steps }: Of<'recording.opened'>) => ({
      tab: null,
      running: steps.at(-1)?.running ?? [],
      steps,
      at: steps.length > 0 ? 0 : null,
    })),
    send: sendTo(
      'hearStore',
      ({ context }, { sent }: Of<'event.sent'>): FromBook => ({
        type: 'book.sent',
        tab: context.tab ?? '',
        sent,
      }),
    ),
  },
}).createMachine({
  id: 'live',
  description: 'O que acontece na loja enquanto alguém a usa, ou em uma gravação disso.',
  context: { tab: null, running: [], steps: [], at: null },
  initial: 'off',
  on: {
    'step.selected': { actions: { type: 'select', params: fromEvent } },
    'steps.followed': { actions: 'follow' },
    'steps.cleared': { actions: 'clear' },
    'recording.opened': { target: '.replaying', actions: { type: 'open', params: fromEvent } },
  },
  states: {
    off: {
      description: 'Ninguém olha a loja, e ela não conta nada; o que se viu antes ainda pode ser lido.',
      on: { 'live.started': { target: 'on', actions: 'clear' } },
    },
    on: {
      description: 'O livro olha a loja que está aberta em outra aba deste navegador.',
      tags: 'on',
      invoke: { id: 'hearStore', src: 'hearStore' },
      on: { 'live.stopped': { target: 'off', actions: 'leave' } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Nenhuma loja contou nada ainda; abrir uma em outra aba basta.',
          on: {
            'store.told': { target: 'watching', actions: { type: 'meet', params: fromEvent } },
            'store.stepped': { target: 'watching', actions: { type: 'note', params: fromEvent } },
          },
        },
        watching: {
          description: 'A loja conta cada passo dos seus gráficos, e aceita o que se manda daqui.',
          // A page that crashed says no word of leaving; one that lives answers every look.
          after: { silence: { target: 'waiting', actions: 'leave' } },
          on: {
            // Of several tabs the one is looked at in which something happened last.
            'store.told': {
              guard: { type: 'isSameTab', params: fromEvent },
              target: 'watching',
              reenter: true,
              actions: { type: 'meet', params: fromEvent },
            },
            'store.stepped': {
              target: 'watching',
              reenter: true,
              actions: { type: 'note', params: fromEvent },
            },
            'store.left': {
              guard: { type: 'isSameTab', params: fromEvent },
              target: 'waiting',
              actions: 'leave',
            },
            'event.sent': { actions: { type: 'send', params: fromEvent } },
          },
        },
      },
    },
    replaying: {
      description: 'Uma gravação está aberta: os passos dela são vistos um por um.',
      tags: 'recording',
      on: {
        'live.started': { target: 'on', actions: ['leave', 'clear'] },
        'live.stopped': { target: 'off', actions: ['leave', 'clear'] },
      },
    },
  },
});
