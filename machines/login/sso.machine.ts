import { assign, setup } from 'xstate';
import type { Account, User } from '#contract/people/account.ts';
import { isPassing } from '#machines/flow-problem.ts';
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
import type { Renewal, SessionTokens } from '#machines/session/token.machine.ts';

/** One try at a provider; it lives ten minutes and is good for one answer (SEC-10). */
export interface SsoTry {
  provider: string;
  /** of the provider's page, with all that it is asked */
  url: string;
  state: string;
  codeVerifier: string;
  redirectUri: string;
}
/** What the provider sent back with the person; no code where it or they refused. */
export interface SsoAnswer {
  code: string | null;
  state: string | null;
}
/** What an earlier page of this tab began and a return of the provider brought; null where nothing is kept. */
export interface SsoKept {
  attempt: SsoTry;
  answer: SsoAnswer;
}
/** Why somebody is not signed in. */
export type SsoFailure = 'denied' | 'mixed' | 'lost' | 'unreachable' | 'unanswered' | 'refused';
export interface SsoInput {
  /** the provider has sent this very page back */
  isReturn: boolean;
}
export interface SsoContext extends SsoInput {
  provider: string;
  /** the provider's page is in a window beside this one */
  isBeside: boolean;
  attempt: SsoTry | null;
  answer: SsoAnswer | null;
  why: SsoFailure | null;
  tokens: SessionTokens | null;
  signupGrant: string | null;
  user: User | null;
  account: Account | null;
  failures: number;
}
export type SsoEvent =
  /** `isBeside`: a window was opened with the tap; false where the browser refused one, or none is wanted */
  | { type: 'provider.chosen'; provider: string; isBeside: boolean }
  | { type: 'wait.ended' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const attemptOf = ({ attempt }: SsoContext): SsoTry => {
  if (!attempt) throw new Error('a try was made before');
  return attempt;
};
const answerOf = ({ answer }: SsoContext): SsoAnswer => {
  if (!answer) throw new Error('an answer came before');
  return answer;
};
const choose = {
  target: '#sso.preparing',
  reenter: true,
  actions: { type: 'choose', params: fromEvent },
} as const;
const fail = (why: SsoFailure) => ({ type: 'fail', params: { why } }) as const;
type Told = { event: { output: SsoAnswer | null } };
const told = ({ event }: Told): SsoAnswer => event.output ?? { code: null, state: null };
type Recalled = { event: { output: SsoKept | null } };

/**
 * Signing in with somebody else's account: a try is made, the provider asks who is there in a window of its own
 * or on this page, and what it sends back is exchanged here. What was sent back counts only with the state of
 * this very try. A page that the provider sent back begins with what was kept in this tab.
 * Source: specification §7 to §9; D72, D87; SEC-10, SEC-11; decision 120.
 */
export const ssoMachine = setup({
  types: {
    input: {} as SsoInput,
    context: {} as SsoContext,
    events: {} as SsoEvent,
    tags: {} as 'busy' | 'offline' | 'failed' | 'editable',
  },
  actors: {
    prepareTry: port<SsoTry, { provider: string; isBeside: boolean }>('prepareTry'),
    /** null when the window was closed */
    askBeside: port<SsoAnswer | null, { attempt: SsoTry }>('askBeside'),
    /** settles when somebody comes back without an answer */
    leaveFor: port<void, { attempt: SsoTry }>('leaveFor'),
    recallTry: port<SsoKept | null>('recallTry'),
    redeem: port<Renewal, { attempt: SsoTry; answer: SsoAnswer }>('redeem'),
    activate: port<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>('activate'),
  },
  guards: {
    isReturn: ({ context }) => context.isReturn,
    isBeside: ({ context }) => context.isBeside,
    isClosed: (_, { answer }: { answer: SsoAnswer | null }) => answer === null,
    isNothing: (_, { kept }: { kept: SsoKept | null }) => kept === null,
    isMixed: ({ context }) => answerOf(context).state !== attemptOf(context).state,
    isDenied: ({ context }) => answerOf(context).code === null,
    isFault,
    isPassing: (_, { error }: Failure) => isPassing(error),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    choose: assign((_, { provider, isBeside }: { provider: string; isBeside: boolean }) => ({
      provider,
      isBeside,
      attempt: null,
      answer: null,
      why: null,
    })),
    keepTry: assign((_, attempt: SsoTry) => ({ attempt })),
    keepAnswer: assign((_, answer: SsoAnswer) => ({ answer })),
    recall: assign((_, { kept }: { kept: SsoKept | null }) => ({
      ...kept,
      provider: kept?.attempt.provider ?? '',
    })),
    fail: assign((_, { why }: { why: SsoFailure }) => ({ why, attempt: null, answer: null })),
    keepTokens: assign((_, { tokens, signupGrant }: Renewal) => ({
      tokens,
      signupGrant,
      attempt: null,
      answer: null,
    })),
    keepPerson: assign((_, person: { user: User; account: Account | null }) => person),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'sso',
  description: 'A entrada com a conta que a pessoa tem em outro lugar.',
  initial: 'opening',
  context: ({ input }) => ({
    ...input,
    provider: '',
    isBeside: false,
    attempt: null,
    answer: null,
    why: null,
    tokens: null,
    signupGrant: null,
    user: null,
    account: null,
    failures: 0,
  }),
  states: {
    opening: {
      description: 'A loja vê se o provedor acabou de devolver a pessoa a esta página.',
      always: [{ guard: 'isReturn', target: 'recalling' }, { target: 'idle' }],
    },
    idle: {
      description: 'A pessoa pode entrar com outra conta ou seguir com um código.',
      tags: 'editable',
      on: { 'provider.chosen': choose },
    },
    preparing: {
      description: 'A loja prepara a pergunta ao provedor; em seguida a página dele aparece.',
      tags: 'busy',
      invoke: {
        id: 'prepareTry',
        src: 'prepareTry',
        input: ({ context: { provider, isBeside } }) => ({ provider, isBeside }),
        onDone: { target: 'leading', actions: { type: 'keepTry', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'failed', actions: fail('unanswered') },
          { target: 'failed', actions: fail('unreachable') },
        ],
      },
      on: { 'wait.ended': 'idle', 'provider.chosen': choose },
    },
    leading: {
      description: 'A pergunta vai para a janela que se abriu; sem ela, para esta mesma página.',
      always: [{ guard: 'isBeside', target: 'asking' }, { target: 'leaving' }],
    },
    asking: {
      description: 'O provedor pergunta na janela dele quem é a pessoa; esta página espera.',
      tags: 'busy',
      invoke: {
        id: 'askBeside',
        src: 'askBeside',
        input: ({ context }) => ({ attempt: attemptOf(context) }),
        onDone: [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ answer: event.output }) },
            target: 'closed',
          },
          { target: 'comparing', actions: { type: 'keepAnswer', params: told } },
        ],
        onError: { target: 'failed', actions: fail('unreachable') },
      },
      on: { 'wait.ended': 'idle', 'provider.chosen': choose },
    },
    leaving: {
      description: 'Sem outra janela, a página do provedor se abre no lugar desta e depois a devolve.',
      tags: 'busy',
      invoke: {
        id: 'leaveFor',
        src: 'leaveFor',
        input: ({ context }) => ({ attempt: attemptOf(context) }),
        onDone: 'idle',
        onError: { target: 'failed', actions: fail('unreachable') },
      },
    },
    recalling: {
      description: 'O provedor devolveu a pessoa; a loja procura o que esta aba tinha perguntado.',
      tags: 'busy',
      invoke: {
        id: 'recallTry',
        src: 'recallTry',
        input: {},
        onDone: [
          {
            guard: { type: 'isNothing', params: ({ event }: Recalled) => ({ kept: event.output }) },
            target: 'failed',
            actions: fail('lost'),
          },
          {
            target: 'comparing',
            actions: { type: 'recall', params: ({ event }: Recalled) => ({ kept: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: fail('lost') },
      },
    },
    comparing: {
      description: 'A resposta só vale para a pergunta que foi feita aqui, e se o provedor disse quem é.',
      always: [
        { guard: 'isMixed', target: 'failed', actions: fail('mixed') },
        { guard: 'isDenied', target: 'failed', actions: fail('denied') },
        { target: 'finishing' },
      ],
    },
    finishing: {
      description: 'A loja confere com o provedor quem é a pessoa; se der certo, ela entrou.',
      tags: 'busy',
      invoke: {
        id: 'redeem',
        src: 'redeem',
        input: ({ context }) => ({ attempt: attemptOf(context), answer: answerOf(context) }),
        onDone: { target: 'entering', actions: { type: 'keepTokens', params: fromOutput } },
        // An answer is good once: whether it was heard is not known, so that a new try is the way on.
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'failed', actions: fail('unanswered') },
          { target: 'failed', actions: fail('refused') },
        ],
      },
    },
    entering: {
      description: 'A pessoa entrou; a loja abre a conta dela.',
      tags: 'busy',
      invoke: {
        id: 'activate',
        src: 'activate',
        input: ({ context: { tokens } }) => ({ tokens }),
        onDone: { target: 'done', actions: { type: 'keepPerson', params: fromOutput } },
        onError: [
          { guard: { type: 'isPassing', params: failure }, target: 'waiting', actions: 'countFailure' },
          { target: 'failed', actions: fail('refused') },
        ],
      },
    },
    waiting: {
      description: 'Sem resposta para abrir a conta; a loja tenta de novo sozinha.',
      tags: ['busy', 'offline'],
      ...retry('entering'),
    },
    closed: {
      description:
        'A janela do provedor foi fechada antes do fim; a pessoa tenta de novo ou entra com um código.',
      tags: 'editable',
      on: { 'provider.chosen': choose },
    },
    failed: {
      description: 'A entrada não deu certo; a pessoa tenta de novo ou entra com um código.',
      tags: 'failed',
      on: { 'provider.chosen': choose },
    },
    done: {
      description: 'A outra conta disse quem é a pessoa; ela volta ao que fazia ou faz o cadastro.',
      type: 'final',
    },
  },
});
