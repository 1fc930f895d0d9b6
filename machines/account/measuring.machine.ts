import { assign, setup } from 'xstate';
import type { Measured } from '#contract/measurement.ts';
import { type Failure, backOffAfter, failure, fromEvent, isFault, port, retry } from '#machines/port.ts';

export interface MeasuringContext {
  /** what was counted and did not go out yet, the oldest first */
  events: readonly Measured[];
  /** how many of them are on their way */
  sending: number;
  failures: number;
}
export type MeasuringEvent =
  | { type: 'event.measured'; measured: Measured }
  /** the person said yes or no to it, here */
  | { type: 'consent.changed'; granted: boolean }
  | { type: 'page.hidden' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };
type Of<T extends MeasuringEvent['type']> = Extract<MeasuringEvent, { type: T }>;

/** As many as one call takes; what comes when they wait is not counted. */
export const MOST_MEASURED = 50;
const LONGEST_BACK_OFF = 300_000;
const note = { type: 'countFailure', params: failure } as const;
const granted = { guard: { type: 'isGranted', params: fromEvent }, target: '#measuring.counting' } as const;

/**
 * What a person does is counted, without their name, once they allow it: nothing goes out before "sim" and nothing
 * after "não". Source: specification §7 External; D61; PRV-03, PRV-05.
 */
export const measuringMachine = setup({
  types: { context: {} as MeasuringContext, events: {} as MeasuringEvent },
  actors: {
    recallConsent: port<boolean>('recallConsent'),
    sendMeasured: port<unknown, { events: readonly Measured[] }>('sendMeasured'),
  },
  guards: {
    isFault,
    isGranted: (_, { granted: isGranted }: { granted: boolean }) => isGranted,
    hasRoom: ({ context }) => context.events.length < MOST_MEASURED,
    hasEvents: ({ context }) => context.events.length > 0,
    isFull: ({ context }) => context.events.length >= MOST_MEASURED,
  },
  delays: { soon: 15_000, backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign(({ context }, { measured }: Of<'event.measured'>) => ({
      events: [...context.events, measured],
    })),
    begin: assign(({ context }) => ({ sending: context.events.length })),
    drop: assign(({ context }) => ({
      events: context.events.slice(context.sending),
      sending: 0,
      failures: 0,
    })),
    forget: assign({ events: [], sending: 0 }),
    countFailure: assign(({ context }, _: Failure) => ({ sending: 0, failures: context.failures + 1 })),
  },
}).createMachine({
  id: 'measuring',
  description: 'O uso da loja, contado por dia e sem dizer de quem, se a pessoa permite.',
  initial: 'asking',
  context: { events: [], sending: 0, failures: 0 },
  on: {
    'event.measured': { guard: 'hasRoom', actions: { type: 'keep', params: fromEvent } },
    // Only a "não" comes so far.
    'consent.changed': '.off',
  },
  states: {
    asking: {
      description: 'A loja vê se a pessoa permite que o uso seja contado; até saber, nada sai.',
      invoke: {
        id: 'recallConsent',
        src: 'recallConsent',
        input: {},
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => ({ granted: event.output }) },
            target: 'counting',
          },
          { target: 'off' },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'off' },
        ],
      },
      on: { 'consent.changed': [granted, { target: 'off' }] },
    },
    unheard: {
      description: 'Sem resposta sobre o que a pessoa permite: nada sai, e a loja pergunta de novo.',
      after: { backOff: 'asking' },
      on: {
        'network.restored': 'asking',
        'load.retried': 'asking',
        'consent.changed': [granted, { target: 'off' }],
      },
    },
    off: {
      description: 'A pessoa não permite: nada é contado, e o que esperava foi esquecido.',
      entry: 'forget',
      on: { 'event.measured': {}, 'consent.changed': { ...granted } },
    },
    counting: {
      description: 'A pessoa permite: o que acontece é juntado e sai de vez em quando.',
      initial: 'idle',
      on: { 'consent.changed': [{ guard: granted.guard }, { target: 'off' }] },
      states: {
        idle: {
          description: 'Nada espera para sair.',
          always: { guard: 'hasEvents', target: 'gathering' },
        },
        gathering: {
          description: 'O que foi contado espera mais um pouco por companhia.',
          always: { guard: 'isFull', target: 'sending' },
          after: { soon: 'sending' },
          on: { 'page.hidden': 'sending' },
        },
        sending: {
          description: 'O que foi contado está saindo.',
          entry: 'begin',
          invoke: {
            id: 'sendMeasured',
            src: 'sendMeasured',
            input: ({ context }) => ({ events: context.events }),
            onDone: { target: 'idle', actions: 'drop' },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'unsent', actions: note },
              // The store takes no more of it: the person said no elsewhere, or it was too much.
              { target: '#measuring.off' },
            ],
          },
        },
        unsent: {
          description: 'O que foi contado não saiu; a loja tenta de novo mais tarde.',
          ...retry('sending'),
        },
      },
    },
  },
});
