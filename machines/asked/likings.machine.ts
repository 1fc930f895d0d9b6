import { assign, setup } from 'xstate';
import type { Account, AccountBody } from '#contract/people/account.ts';
import { type AskedLiking, fits, nextUnanswered, valuesOf, withLiking } from '#domain/person/likings.ts';
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

export interface LikingsInput {
  /** as it was when the screen was opened */
  account: Account;
}
export interface LikingsContext extends LikingsInput {
  /** in the order in which they are asked */
  likings: AskedLiking[];
  /** the question that is asked, by its place among them */
  at: number;
  /** what was answered to it, or stands to be sent again */
  values: readonly string[];
  problem: FlowProblem | null;
  failures: number;
}
export type LikingsEvent =
  | { type: 'answer.submitted'; values: readonly string[] }
  | { type: 'question.skipped' }
  | { type: 'question.opened'; at: number }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const answering = {
  'answer.submitted': [
    { guard: { type: 'isKept', params: fromEvent }, target: 'advancing' },
    {
      guard: { type: 'isFitting', params: fromEvent },
      target: 'saving',
      actions: { type: 'keep', params: fromEvent },
    },
  ],
  'question.skipped': 'advancing',
} as const;
const opened = {
  guard: { type: 'isQuestion', params: fromEvent },
  target: 'asking',
  actions: { type: 'open', params: fromEvent },
} as const;

/** The question that is asked now. */
export const askedOf = ({ likings, at }: Pick<LikingsContext, 'likings' | 'at'>): AskedLiking | undefined =>
  likings[at];

/**
 * The questions about taste, one after another by their index. Each answer is kept in the account when it is given, so
 * that whoever leaves goes on where they were; any can be skipped, changed, or taken back where it is not needed. An
 * account that was changed elsewhere meanwhile takes the answer as it is now. Source: spec §3 (Likings state); D69.
 */
export const likingsMachine = setup({
  types: {
    input: {} as LikingsInput,
    context: {} as LikingsContext,
    events: {} as LikingsEvent,
    tags: {} as 'busy' | 'empty' | 'loading' | 'lost' | 'asking' | 'offline' | 'failed',
  },
  actors: {
    loadLikings: port<AskedLiking[]>('loadLikings'),
    saveLiking: port<Account, AccountBody>('saveLiking'),
  },
  guards: {
    isFault,
    isRefused: isRefusedAs('MALFORMED', 'ANSWERED'),
    isOutdated: (_, { error }: Failure) => currentAccountOf(error) !== null,
    isEmpty: (_, { loaded }: { loaded: AskedLiking[] }) => loaded.length === 0,
    isKept: ({ context }, { values }: { values: readonly string[] }) => {
      const kept = valuesOf(context.account, askedOf(context)?.id);
      return values.length > 0 && `${[...kept].sort()}` === `${[...values].sort()}`;
    },
    isFitting: ({ context }, { values }: { values: readonly string[] }) => {
      const asked = askedOf(context);
      if (!asked) return false;
      return values.length > 0
        ? fits(asked, values)
        : !asked.required && valuesOf(context.account, asked.id).length > 0;
    },
    isQuestion: ({ context }, { at }: { at: number }) => context.likings[at] !== undefined,
    hasMore: ({ context: { account, likings, at } }) => nextUnanswered(likings, account, at) !== null,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepLikings: assign((_, likings: AskedLiking[]) => ({ likings, problem: null, failures: 0 })),
    keep: assign((_, { values }: { values: readonly string[] }) => ({ values, problem: null, failures: 0 })),
    open: assign((_, { at }: { at: number }) => ({ at, problem: null })),
    next: assign(({ context: { account, likings, at } }) => ({
      at: nextUnanswered(likings, account, at) ?? at,
      problem: null,
    })),
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
  id: 'likings',
  description: 'As perguntas sobre gostos, uma por vez; cada resposta fica guardada na conta.',
  initial: 'loading',
  context: ({ input }) => ({ ...input, likings: [], at: -1, values: [], problem: null, failures: 0 }),
  states: {
    loading: {
      description: 'As perguntas da loja estão sendo buscadas.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadLikings',
        src: 'loadLikings',
        input: {},
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ loaded: event.output }) },
            target: 'empty',
          },
          { target: 'advancing', actions: { type: 'keepLikings', params: fromOutput } },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unreached', actions: note },
          { target: 'unloaded', actions: note },
        ],
      },
    },
    unreached: {
      description: 'Sem resposta sobre as perguntas; a loja tenta de novo sozinha.',
      tags: ['lost', 'offline'],
      ...retry('loading'),
    },
    unloaded: {
      description: 'O servidor não entregou as perguntas; a pessoa pode tentar de novo.',
      tags: ['lost', 'failed'],
      on: { 'load.retried': 'loading' },
    },
    empty: {
      description: 'Esta loja não pergunta nada sobre gostos; a pessoa segue para as campanhas.',
      tags: 'empty',
    },
    advancing: {
      description: 'A loja vai à próxima pergunta sem resposta; sem mais nenhuma, mostra as respostas.',
      always: [{ guard: 'hasMore', target: 'asking', actions: 'next' }, { target: 'reviewing' }],
    },
    asking: {
      description: 'Uma pergunta está à vista: a pessoa responde, pula ou vai ver as respostas.',
      tags: 'asking',
      on: { ...answering, 'question.opened': opened },
    },
    saving: {
      description: 'A resposta está sendo guardada na conta.',
      tags: ['busy', 'asking'],
      invoke: {
        id: 'saveLiking',
        src: 'saveLiking',
        input: ({ context }) => withLiking(context.account, askedOf(context), context.values),
        onDone: { target: 'advancing', actions: { type: 'adopt', params: fromOutput } },
        onError: [
          {
            guard: { type: 'isOutdated', params: failure },
            target: 'saving',
            reenter: true,
            actions: { type: 'adoptCurrent', params: failure },
          },
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { guard: { type: 'isRefused', params: failure }, target: 'asking', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    unheard: {
      description: 'Não se sabe se a resposta foi guardada; a loja a envia de novo, e ela vale uma vez.',
      tags: ['busy', 'asking', 'offline'],
      ...retry('saving'),
    },
    failed: {
      description: 'O servidor não guardou a resposta; a pessoa tenta de novo, pula ou vai ver as respostas.',
      tags: ['asking', 'failed'],
      on: { ...answering, 'load.retried': 'saving' },
    },
    reviewing: {
      description: 'As respostas estão à vista; cada uma pode ser mudada.',
      on: { 'question.opened': opened },
    },
  },
});
