import { assign, setup } from 'xstate';
import type { Account, User } from '#contract/people/account.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
  retry,
} from '#machines/port.ts';
import type { Renewal, SessionTokens } from '#machines/session/token.machine.ts';

export interface LinkContext {
  /** as it came in the address, which has it no more; null without one, and once it can do nothing any more */
  token: string | null;
  /** whom it signs in, masked */
  contact: string;
  problem: FlowProblem | null;
  tokens: SessionTokens | null;
  signupGrant: string | null;
  user: User | null;
  account: Account | null;
  failures: number;
}
export type LinkEvent =
  | { type: 'signin.confirmed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const tokenOf = ({ token }: LinkContext): string => {
  if (token === null) throw new Error('a link was read before');
  return token;
};
const note = { type: 'noteProblem', params: failure } as const;
const ifFault = { type: 'isFault', params: failure } as const;
const ifOver = { type: 'isOver', params: failure } as const;
const over = { guard: ifOver, target: '#signInLink.over', actions: [note, 'forget'] } as const;
type Read = { event: { output: string | null } };

/**
 * Signing in with the link of an e-mail, on whatever device it is opened. The link is only looked at until somebody
 * who reads whom it signs in has confirmed it: whoever fetches the page, or runs it, signs nobody in. Without an
 * answer the link is kept and sent again. Source: D87; SEC-01 to SEC-03; decision 139.
 */
export const signInLinkMachine = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    tags: {} as 'busy' | 'editable' | 'offline' | 'failed' | 'refused',
  },
  actors: {
    /** null where the address has none, and none is kept */
    readLink: port<string | null>('readLink'),
    lookAtLink: port<{ contact: string }, { token: string }>('lookAtLink'),
    redeemLink: port<Renewal, { token: string }>('redeemLink'),
    activate: port<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>('activate'),
  },
  guards: {
    isNothing: (_, { token }: { token: string | null }) => token === null,
    isFault,
    isOver: isRefusedAs('INVALID_CODE', 'EXPIRED_CODE', 'TOO_MANY_ATTEMPTS', 'MALFORMED'),
    isPassing: (_, { error }: Failure) => isPassing(error),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepLink: assign((_, { token }: { token: string | null }) => ({ token })),
    keepContact: assign((_, { contact }: { contact: string }) => ({ contact, problem: null, failures: 0 })),
    keepTokens: assign((_, { tokens, signupGrant }: Renewal) => ({
      tokens,
      signupGrant,
      token: null,
      problem: null,
      failures: 0,
    })),
    keepPerson: assign((_, person: { user: User; account: Account | null }) => ({
      ...person,
      problem: null,
    })),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    forget: assign({ token: null }),
  },
}).createMachine({
  id: 'signInLink',
  description: 'A entrada pelo link que vai no e-mail junto do código.',
  initial: 'reading',
  context: {
    token: null,
    contact: '',
    problem: null,
    tokens: null,
    signupGrant: null,
    user: null,
    account: null,
    failures: 0,
  },
  states: {
    reading: {
      description: 'A loja vê se o endereço trouxe um link de entrada.',
      tags: 'busy',
      invoke: {
        id: 'readLink',
        src: 'readLink',
        input: {},
        onDone: [
          {
            guard: { type: 'isNothing', params: ({ event }: Read) => ({ token: event.output }) },
            target: 'absent',
          },
          {
            target: 'looking',
            actions: { type: 'keepLink', params: ({ event }: Read) => ({ token: event.output }) },
          },
        ],
        onError: 'absent',
      },
    },
    absent: { description: 'O endereço não trouxe link: a tela é de quem volta de outra conta.' },
    looking: {
      description: 'A loja pergunta ao servidor quem o link faz entrar; ele não é gasto com isso.',
      tags: 'busy',
      invoke: {
        id: 'lookAtLink',
        src: 'lookAtLink',
        input: ({ context }) => ({ token: tokenOf(context) }),
        onDone: { target: 'asking', actions: { type: 'keepContact', params: fromOutput } },
        onError: [
          over,
          { guard: ifFault, target: 'unseen', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    unseen: {
      description: 'Sem resposta sobre o link; ele fica guardado, e a loja pergunta de novo sozinha.',
      tags: 'offline',
      ...retry('looking'),
    },
    asking: {
      description: 'A pessoa lê quem vai entrar e confirma com um toque; antes disso ninguém entra.',
      tags: 'editable',
      on: { 'signin.confirmed': 'redeeming' },
    },
    redeeming: {
      description: 'O toque foi dado: o link está sendo trocado pela entrada, uma única vez.',
      tags: 'busy',
      invoke: {
        id: 'redeemLink',
        src: 'redeemLink',
        input: ({ context }) => ({ token: tokenOf(context) }),
        onDone: { target: 'entering', actions: { type: 'keepTokens', params: fromOutput } },
        onError: [
          over,
          { guard: ifFault, target: 'unanswered', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    unanswered: {
      description: 'O toque não teve resposta; o link fica guardado, e a entrada é pedida de novo.',
      tags: 'offline',
      ...retry('redeeming'),
    },
    failed: {
      description: 'O servidor não atendeu agora; o link fica guardado, e a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'looking' },
    },
    over: {
      description: 'O link já não faz ninguém entrar: a tela diz por quê, e outro código pode ser pedido.',
      tags: 'refused',
    },
    entering: {
      description: 'O link valeu e a pessoa entrou; a conta dela está sendo aberta.',
      tags: 'busy',
      invoke: {
        id: 'activate',
        src: 'activate',
        input: ({ context: { tokens } }) => ({ tokens }),
        onDone: { target: 'done', actions: { type: 'keepPerson', params: fromOutput } },
        onError: [
          { guard: { type: 'isPassing', params: failure }, target: 'waiting', actions: note },
          { target: 'unopened', actions: note },
        ],
      },
    },
    waiting: {
      description: 'A conta não respondeu depois do link; a loja tenta abri-la de novo sozinha.',
      tags: ['busy', 'offline'],
      ...retry('entering'),
    },
    unopened: {
      description: 'O servidor não abriu a conta depois do link; a pessoa tenta de novo ou pede um código.',
      tags: 'failed',
      on: { 'load.retried': 'entering' },
    },
    done: {
      description: 'O link fez a pessoa entrar; ela volta ao que fazia ou faz o cadastro.',
      type: 'final',
    },
  },
});
