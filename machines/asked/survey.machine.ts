import { assign, setup } from 'xstate';
import type { Account, AccountBody } from '#contract/people/account.ts';
import {
  type AskedSurvey,
  type SurveyAbout,
  type SurveyAnswers,
  type SurveyOrder,
  isAnswered,
  withSurvey,
} from '#domain/person/survey.ts';
import { currentAccountOf } from '#machines/account/current-account.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
  retry,
} from '#machines/port.ts';

export interface SurveySubject {
  /** id of the order that it is about; null: whichever can be answered about */
  order: string | null;
  /** the order itself, where the screen has it, or a campaign */
  known: SurveyAbout | null;
}
export interface SurveyInput extends SurveySubject {
  /** as it was when the screen was opened */
  account: Account;
}
/** What the store asks, and the delivered orders or the campaign that it may be about. */
export interface LoadedSurvey {
  survey: AskedSurvey | null;
  subjects: SurveyAbout[];
}
export interface SurveyContext extends SurveyInput, LoadedSurvey {
  about: SurveyAbout | null;
  answers: SurveyAnswers;
  problem: FlowProblem | null;
  failures: number;
}

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const submitted = {
  'survey.submitted': [
    {
      guard: { type: 'hasAnswers', params: fromEvent },
      target: 'saving',
      actions: { type: 'keepAnswers', params: fromEvent },
    },
    { target: 'blank', actions: 'forgetProblem' },
  ],
} as const;

/** What of it was not answered about yet. */
export const openSubjects = ({ account, survey, subjects }: SurveyContext): SurveyAbout[] =>
  survey ? subjects.filter((about) => !isAnswered(account, survey, about)) : [];

/**
 * The store's questions after a delivery or about a campaign: all of them at once, answered once for each. An
 * account that was changed elsewhere meanwhile takes the answers as it is now. Source: D70.
 */
export const surveyMachine = setup({
  types: {
    input: {} as SurveyInput,
    context: {} as SurveyContext,
    events: {} as
      | { type: 'survey.submitted'; answers: SurveyAnswers }
      | { type: 'order.chosen'; order: SurveyOrder }
      | { type: 'load.retried' }
      | { type: 'network.restored' },
    tags: {} as 'busy' | 'loading' | 'lost' | 'asking' | 'offline' | 'failed',
  },
  actors: {
    loadSurvey: port<LoadedSurvey, SurveySubject>('loadSurvey'),
    saveSurvey: port<Account, AccountBody>('saveSurvey'),
  },
  guards: {
    isFault,
    /** No such order, or somebody else's. */
    isNobodys: isRefusedAs('NOT_FOUND'),
    isAnsweredElsewhere: isRefusedAs('ANSWERED'),
    isRefused: isRefusedAs('MALFORMED'),
    isOutdated: (_, { error }: Failure) => currentAccountOf(error) !== null,
    hasAnswers: (_, { answers }: { answers: SurveyAnswers }) =>
      Object.values(answers).some((values) => values.length > 0),
    asksNothing: ({ context: { survey, subjects } }) => survey === null || subjects.length === 0,
    hasNoneOpen: ({ context }) => openSubjects(context).length === 0,
    hasOneOpen: ({ context }) => openSubjects(context).length === 1,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepSurvey: assign((_, { survey, subjects }: LoadedSurvey) => ({ survey, subjects, failures: 0 })),
    takeOnly: assign(({ context }) => ({ about: openSubjects(context)[0] ?? null })),
    take: assign((_, { order }: { order: SurveyOrder }) => ({ about: order })),
    keepAnswers: assign((_, { answers }: { answers: SurveyAnswers }) => ({
      answers,
      problem: null,
      failures: 0,
    })),
    forgetProblem: assign({ problem: null }),
    adopt: assign((_, account: Account) => ({ account, problem: null, failures: 0 })),
    adoptCurrent: assign(({ context }, { error }: Failure) => ({
      account: currentAccountOf(error) ?? context.account,
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'survey',
  description:
    'As perguntas da loja depois de uma entrega ou sobre uma campanha; cada uma é respondida uma vez.',
  initial: 'loading',
  context: ({ input }) => ({
    ...input,
    survey: null,
    subjects: [],
    about: null,
    answers: {},
    problem: null,
    failures: 0,
  }),
  states: {
    loading: {
      description: 'As perguntas e os pedidos entregues estão sendo buscados.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadSurvey',
        src: 'loadSurvey',
        input: ({ context: { order, known } }) => ({ order, known }),
        onDone: { target: 'sorting', actions: { type: 'keepSurvey', params: fromOutput } },
        onError: [
          { guard: { type: 'isNobodys', params: failure }, target: 'none' },
          { guard: { type: 'isFault', params: failure }, target: 'unreached', actions: note },
          { target: 'unloaded', actions: note },
        ],
      },
    },
    unreached: {
      description: 'Sem resposta sobre a pesquisa; a loja tenta de novo sozinha.',
      tags: ['lost', 'offline'],
      ...retry('loading'),
    },
    unloaded: {
      description: 'O servidor não entregou a pesquisa; a pessoa pode tentar de novo.',
      tags: ['lost', 'failed'],
      on: { 'load.retried': 'loading' },
    },
    sorting: {
      description: 'A loja vê de que as perguntas são: de um pedido ou de uma campanha.',
      always: [
        { guard: 'asksNothing', target: 'none' },
        { guard: 'hasNoneOpen', target: 'answered' },
        { guard: 'hasOneOpen', target: 'asking', actions: 'takeOnly' },
        { target: 'choosing' },
      ],
    },
    none: { description: 'A loja não pergunta nada, ou não há pedido entregue de que perguntar.' },
    answered: {
      description: 'As perguntas deste pedido ou desta campanha já foram respondidas; valem uma vez.',
    },
    choosing: {
      description: 'Há mais de um pedido entregue; a pessoa diz de qual quer falar.',
      on: { 'order.chosen': { target: 'asking', actions: { type: 'take', params: fromEvent } } },
    },
    asking: {
      description: 'As perguntas estão à vista; a pessoa responde e envia, ou deixa para depois.',
      tags: 'asking',
      on: submitted,
    },
    blank: {
      description: 'Nada foi respondido, e nada é enviado; a pessoa responde a uma pergunta ou deixa.',
      tags: 'asking',
      on: submitted,
    },
    saving: {
      description: 'As respostas estão sendo guardadas na conta.',
      tags: ['busy', 'asking'],
      invoke: {
        id: 'saveSurvey',
        src: 'saveSurvey',
        input: ({ context: { account, survey, about, answers } }) =>
          // There is no asking without both.
          withSurvey(account, survey as AskedSurvey, about as SurveyAbout, answers),
        onDone: { target: 'thanked', actions: { type: 'adopt', params: fromOutput } },
        onError: [
          {
            guard: { type: 'isOutdated', params: failure },
            target: 'saving',
            reenter: true,
            actions: { type: 'adoptCurrent', params: failure },
          },
          { guard: { type: 'isAnsweredElsewhere', params: failure }, target: 'answered', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { guard: { type: 'isRefused', params: failure }, target: 'asking', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    unheard: {
      description: 'Não se sabe se as respostas foram guardadas; a loja as envia de novo, e valem uma vez.',
      tags: ['busy', 'asking', 'offline'],
      ...retry('saving'),
    },
    failed: {
      description: 'O servidor não guardou as respostas; a pessoa envia de novo.',
      tags: ['asking', 'failed'],
      on: { ...submitted, 'load.retried': 'saving' },
    },
    thanked: { description: 'As respostas estão guardadas; a loja agradece e a pessoa segue.' },
  },
});
