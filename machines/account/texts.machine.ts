import { assign, setup } from 'xstate';
import type { AcceptedText } from '#contract/people/account.ts';
import type { Consent } from '#contract/people/privacy.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, fromOutput, isFault, port, retry } from '#machines/port.ts';

/** A text of the store, by the version that is shown. */
export type StoreText = Pick<AcceptedText, 'id' | 'version'>;
export interface TextsAnswer {
  texts: readonly StoreText[];
  granted: boolean;
}
export interface TextsInput {
  /** the texts as they are now */
  texts: readonly StoreText[];
}
export interface TextsContext extends TextsInput {
  /** those of which the person has accepted, or put off, another version */
  newer: readonly StoreText[];
  /** whether the person accepts them, while it is being kept */
  granted: boolean;
  problem: FlowProblem | null;
  failures: number;
}
export type TextsEvent =
  | { type: 'texts.accepted' }
  | { type: 'texts.postponed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;

/** Texts of which the person has said something, but not of this version. Who never saw one is not asked here. */
const newerOf = (texts: readonly StoreText[], consents: readonly Consent[]): StoreText[] =>
  texts.filter(({ id, version }) =>
    consents.some((said) => said.purpose === id && said.version !== undefined && said.version !== version),
  );

/**
 * The question about terms and policy that are newer than what somebody accepted: asked once, whatever the answer
 * is. Source: D91.
 */
export const textsMachine = setup({
  types: {
    input: {} as TextsInput,
    context: {} as TextsContext,
    events: {} as TextsEvent,
    tags: {} as 'offered' | 'busy' | 'offline',
  },
  actors: {
    loadConsents: port<readonly Consent[]>('loadConsents'),
    answerTexts: port<unknown, TextsAnswer>('answerTexts'),
  },
  guards: {
    isFault,
    hasNewer: ({ context }, consents: readonly Consent[]) => newerOf(context.texts, consents).length > 0,
    isStale: (_, { error }: Failure) => problemOf(error).code === 'VERSION',
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    noteNewer: assign(({ context }, consents: readonly Consent[]) => ({
      newer: newerOf(context.texts, consents),
      failures: 0,
    })),
    accept: assign({ granted: true, problem: null }),
    postpone: assign({ granted: false, problem: null }),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'texts',
  description: 'A pergunta sobre termos e política mais novos do que os aceitos.',
  initial: 'asking',
  context: ({ input }) => ({ ...input, newer: [], granted: false, problem: null, failures: 0 }),
  states: {
    asking: {
      description: 'A loja pergunta ao servidor quais textos a pessoa aceitou.',
      tags: 'busy',
      invoke: {
        id: 'loadConsents',
        src: 'loadConsents',
        input: {},
        onDone: [
          {
            guard: { type: 'hasNewer', params: fromOutput },
            target: 'offered',
            actions: { type: 'noteNewer', params: fromOutput },
          },
          { target: 'settled' },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'left' },
        ],
      },
    },
    unheard: {
      description: 'Não se sabe quais textos a pessoa aceitou; a loja pergunta de novo sozinha.',
      tags: 'offline',
      ...retry('asking'),
    },
    offered: {
      description: 'Um texto da loja mudou: a pessoa pode ler, aceitar ou deixar para depois.',
      tags: 'offered',
      on: {
        'texts.accepted': { target: 'answering', actions: 'accept' },
        'texts.postponed': { target: 'answering', actions: 'postpone' },
      },
    },
    answering: {
      description: 'A resposta sobre os textos novos está sendo guardada.',
      tags: ['offered', 'busy'],
      invoke: {
        id: 'answerTexts',
        src: 'answerTexts',
        input: ({ context: { newer, granted } }) => ({ texts: newer, granted }),
        onDone: 'settled',
        onError: [
          { guard: { type: 'isStale', params: failure }, target: 'left' },
          { target: 'offered', actions: note },
        ],
      },
    },
    settled: {
      description: 'Sobre estas versões nada mais se pergunta; o resto fica em Dados pessoais.',
    },
    left: {
      description: 'Agora não dá para perguntar sobre os textos; fica para a próxima página.',
    },
  },
});
