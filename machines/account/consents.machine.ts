import { assign, setup } from 'xstate';
import type { Consent } from '#contract/people/privacy.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  port,
  retry,
} from '#machines/port.ts';

/** What a person says of one purpose, or of a text of the store. */
export interface Choice {
  purpose: Consent['purpose'];
  granted: boolean;
  /** of the text that is shown */
  version: string;
}
export interface ConsentsContext {
  consents: readonly Consent[];
  /** what is being said, while the server has not answered */
  choice: Choice | null;
  problem: FlowProblem | null;
  failures: number;
}
export type ConsentsEvent =
  | ({ type: 'consent.chosen' } & Choice)
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const lost = { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note } as const;
const adopt = { type: 'adopt', params: fromOutput } as const;

/**
 * What a person allows the store to do with their data. A consent stands as the server has it, never as it was
 * pressed. Source: D91; PRV-03.
 */
export const consentsMachine = setup({
  types: {
    context: {} as ConsentsContext,
    events: {} as ConsentsEvent,
    tags: {} as 'busy' | 'editable' | 'offline' | 'failed',
  },
  actors: {
    loadConsents: port<readonly Consent[]>('loadConsents'),
    setConsent: port<readonly Consent[], Choice>('setConsent'),
  },
  guards: { isFault },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    adopt: assign((_, consents: readonly Consent[]) => ({
      consents,
      choice: null,
      problem: null,
      failures: 0,
    })),
    choose: assign((_, { purpose, granted, version }: Choice) => ({
      choice: { purpose, granted, version },
      problem: null,
    })),
    note: assign(({ context }, { error }: Failure) => ({
      choice: null,
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'consents',
  description: 'O que a pessoa permite que a loja faça com os seus dados.',
  initial: 'loading',
  context: { consents: [], choice: null, problem: null, failures: 0 },
  states: {
    loading: {
      description: 'A loja pergunta ao servidor o que a pessoa permite.',
      tags: 'busy',
      invoke: {
        id: 'loadConsents',
        src: 'loadConsents',
        input: {},
        onDone: { target: 'idle', actions: adopt },
        onError: [lost, { target: 'failed', actions: note }],
      },
    },
    // Also after a choice whose answer was lost: whether it was kept is asked.
    unheard: {
      description: 'Não se sabe o que a pessoa permite agora; a loja pergunta de novo.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não disse o que a pessoa permite; ela pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
    idle: {
      description: 'A pessoa vê o que permite, desde quando, e muda o que quiser.',
      tags: 'editable',
      on: { 'consent.chosen': { target: 'choosing', actions: { type: 'choose', params: fromEvent } } },
    },
    choosing: {
      description: 'O que a pessoa permite ou retira está sendo guardado.',
      tags: 'busy',
      invoke: {
        id: 'setConsent',
        src: 'setConsent',
        input: ({ context: { choice } }) => chosen(choice),
        onDone: { target: 'idle', actions: adopt },
        onError: [lost, { target: 'idle', actions: note }],
      },
    },
  },
});

/** Only a choice leads to `choosing`; said once for the compiler. */
function chosen(choice: Choice | null): Choice {
  if (choice === null) throw new Error('nothing was chosen');
  return choice;
}
