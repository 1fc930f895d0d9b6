import { assign, setup } from 'xstate';
import type { Account, AccountBody } from '#contract/people/account.ts';
import type { FormField } from '#contract/place.ts';
import {
  type Profile,
  conflicting,
  holds,
  profileErrors,
  profileOf,
  withProfile,
} from '#domain/person/profile.ts';
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
import { currentAccountOf } from './current-account.ts';

export interface ProfileInput {
  /** as it was when the form was opened */
  account: Account;
  /** those that are typed */
  fields: readonly FormField[];
}
export interface ProfileContext extends ProfileInput {
  /** what was sent, or stands to be sent again */
  typed: Profile;
  /** as it became elsewhere meanwhile, when it did */
  current: Account | null;
  problem: FlowProblem | null;
  failures: number;
}
export type ProfileEvent =
  | { type: 'profile.submitted'; profile: Profile }
  /** where both were changed: what was typed here */
  | { type: 'mine.chosen' }
  /** the same: what the account has */
  | { type: 'theirs.chosen' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;

/** The fields of which somebody has to say what holds. */
export const conflicts = ({ account, current, typed, fields }: ProfileContext): string[] =>
  current ? conflicting(account, current, typed, fields) : [];

/**
 * A person's own data, changed in one form. An account that was changed elsewhere meanwhile is never written
 * over unseen: where both changed the same field, the person says what holds; what was typed stays. A lost
 * answer is sent again, and found done by what the account then holds.
 * Source: spec §2 (personal-data form), §5; D10.
 */
export const profileMachine = setup({
  types: {
    input: {} as ProfileInput,
    context: {} as ProfileContext,
    events: {} as ProfileEvent,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: { saveProfile: port<Account, AccountBody>('saveProfile') },
  guards: {
    isFault,
    isRefused: isRefusedAs('MALFORMED', 'ANSWERED'),
    isOutdated: (_, { error }: Failure) => currentAccountOf(error) !== null,
    isWhole: ({ context: { fields } }, { profile }: { profile: Profile }) =>
      Object.keys(profileErrors(profile, fields)).length === 0,
    isSaved: ({ context: { current, typed, fields } }) => current !== null && holds(current, typed, fields),
    isContested: ({ context }) => conflicts(context).length > 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, { profile }: { profile: Profile }) => ({ typed: profile, problem: null, failures: 0 })),
    /** What was seen of it is what is changed from now on. */
    rebase: assign(({ context: { account, current } }) => ({ account: current ?? account, current: null })),
    takeTheirs: assign(({ context }) => {
      const theirs = profileOf(context.current ?? context.account, context.fields);
      const names = conflicts(context);
      return {
        typed: { ...context.typed, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) },
      };
    }),
    noteCurrent: assign((_, { error }: Failure) => ({ current: currentAccountOf(error) })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    adopt: assign((_, account: Account) => ({ account, current: null, problem: null })),
  },
}).createMachine({
  id: 'profile',
  description: 'Os dados da própria pessoa, mudados num formulário só.',
  initial: 'editing',
  context: ({ input }) => ({
    ...input,
    typed: profileOf(input.account, input.fields),
    current: null,
    problem: null,
    failures: 0,
  }),
  states: {
    editing: {
      description: 'A pessoa muda o que quiser; salvar sem algo necessário mostra o que falta.',
      tags: 'editable',
      on: {
        'profile.submitted': {
          guard: { type: 'isWhole', params: fromEvent },
          target: 'saving',
          actions: { type: 'keep', params: fromEvent },
        },
      },
    },
    saving: {
      description: 'Os dados estão sendo guardados na conta.',
      tags: 'busy',
      invoke: {
        id: 'saveProfile',
        src: 'saveProfile',
        input: ({ context: { account, typed, fields } }) => withProfile(account, typed, fields),
        onDone: { target: 'saved', actions: { type: 'adopt', params: fromOutput } },
        onError: [
          {
            guard: { type: 'isOutdated', params: failure },
            target: 'comparing',
            actions: { type: 'noteCurrent', params: failure },
          },
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { guard: { type: 'isRefused', params: failure }, target: 'editing', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    comparing: {
      description: 'A conta mudou em outro lugar; a loja vê se os mesmos dados mudaram.',
      always: [
        { guard: 'isSaved', target: 'saved', actions: 'rebase' },
        { guard: 'isContested', target: 'contested' },
        { target: 'saving', actions: 'rebase' },
      ],
    },
    contested: {
      description: 'O mesmo dado mudou aqui e em outro lugar: a pessoa vê os dois e diz qual vale.',
      tags: ['editable', 'refused'],
      on: {
        'mine.chosen': { target: 'saving', actions: 'rebase' },
        'theirs.chosen': { target: 'saving', actions: ['takeTheirs', 'rebase'] },
        'profile.submitted': {
          guard: { type: 'isWhole', params: fromEvent },
          target: 'saving',
          actions: [{ type: 'keep', params: fromEvent }, 'rebase'],
        },
      },
    },
    unheard: {
      description: 'Não veio resposta; a loja envia de novo, e nada é guardado duas vezes.',
      tags: ['busy', 'offline'],
      ...retry('saving'),
    },
    failed: {
      description: 'O servidor não guardou os dados; o que foi digitado continua na tela.',
      tags: ['editable', 'failed'],
      on: {
        'load.retried': 'saving',
        'profile.submitted': {
          guard: { type: 'isWhole', params: fromEvent },
          target: 'saving',
          actions: { type: 'keep', params: fromEvent },
        },
      },
    },
    saved: { description: 'Os dados novos estão na conta; a pessoa volta a eles.', type: 'final' },
  },
});
