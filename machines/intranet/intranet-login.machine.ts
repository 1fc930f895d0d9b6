import { assertEvent, assign, setup } from 'xstate';
import type { Account, User } from '#contract/people/account.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import {
  type CodeSent,
  type Wait,
  codeActors,
  codeGuards,
  untilAnother,
  untilResend,
  waitAfter,
  waitFrom,
} from '#machines/login/code.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isRefusedAs,
  port,
  retry,
} from '#machines/port.ts';
import type { Renewal, SessionTokens } from '#machines/session/token.machine.ts';

/** Who somebody says they are: the company's number or the CPF, and the store of the company. */
export interface Identified {
  identification: string;
  marketplaceId: string | null;
}
/** A code is on its way; to whom is told masked, and the same for people whom the company does not know. */
export interface IntranetSent {
  contact: string;
  /** what stands for the identification at the sign-in; nobody can read it */
  username: string;
}
export interface IntranetCodeSent extends CodeSent, IntranetSent {}
/** What this tab knows of it; `resendAt` in epoch ms of the shop's clock. */
export interface IntranetRecalled extends IntranetSent, Identified {
  resendAt: number;
}
export interface IntranetInput {
  /** a code that is on its way is typed here; where somebody says who they are, another may be wanted */
  isTyping: boolean;
}
export interface IntranetContext extends IntranetInput, Wait {
  asked: Identified;
  sent: IntranetSent | null;
  problem: FlowProblem | null;
  failures: number;
  tokens: SessionTokens | null;
  signupGrant: string | null;
  user: User | null;
  account: Account | null;
}
export type IntranetEvent =
  | ({ type: 'code.requested' } & Identified)
  | { type: 'code.resent' }
  /** `privacyVersion`: the text that the person has just agreed to */
  | { type: 'code.submitted'; code: string; privacyVersion: string }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };
export interface IntranetCodeTyped {
  username: string;
  code: string;
  privacyVersion: string;
}

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'noteProblem', params: failure } as const;
type Recalled = { event: { output: IntranetRecalled | null } };
const recalled = ({ event }: Recalled) => ({ kept: event.output });
const ask = { target: 'sending', actions: { type: 'identify', params: fromEvent } } as const;
const { counting, waiting } = untilAnother('allowed');
const another = {
  counting: {
    ...counting,
    description: 'A loja confere o relógio antes de liberar outro código da empresa.',
  },
  waiting: { ...waiting, description: 'Ainda é cedo para pedir à empresa outro código.' },
  allowed: {
    description: 'Outro código da empresa já pode ser pedido no lugar deste.',
    on: { 'code.resent': '#intranetLogin.sending' },
  },
} as const;

/**
 * The door of a company's store: somebody says who they are, a code goes to the contact that the company has, and
 * with it and the privacy text they are in. Nothing here tells whether the company knows a number: every answer is
 * the same for everybody. Times in epoch ms of the shop's clock.
 * Source: specification §2, §8; D62, D63; SEC-05, SEC-16.
 */
export const intranetLoginMachine = setup({
  types: {
    input: {} as IntranetInput,
    context: {} as IntranetContext,
    events: {} as IntranetEvent,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    recallSent: port<IntranetRecalled | null>('recallSent'),
    sendCode: port<IntranetCodeSent, Identified>('sendCode'),
    signIn: port<Renewal, IntranetCodeTyped>('signIn'),
    activate: port<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>('activate'),
    readClock: codeActors.readClock,
  },
  guards: {
    ...codeGuards,
    isOnItsWay: ({ context }, { kept }: { kept: IntranetRecalled | null }) =>
      context.isTyping && kept !== null,
    isAsked: ({ context }) => context.asked.identification !== '',
    /** One was sent before from here: it may be typed. */
    hasSent: ({ context }, { error }: Failure) =>
      context.sent !== null && codeGuards.isTooSoon(null, { error }),
    isSpent: isRefusedAs('EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'),
    isPassing: (_, { error }: Failure) => isPassing(error),
    isSubmittable: (_, { code, privacyVersion }: { code: string; privacyVersion: string }) =>
      codeGuards.isCode(null, { code }) && privacyVersion !== '',
  },
  delays: { untilResend, backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    recall: assign((_, { kept }: { kept: IntranetRecalled | null }) =>
      kept
        ? {
            asked: { identification: kept.identification, marketplaceId: kept.marketplaceId },
            sent: { contact: kept.contact, username: kept.username },
            resendAt: kept.resendAt,
          }
        : {},
    ),
    recallOfAsked: assign(({ context: { asked } }, { kept }: { kept: IntranetRecalled | null }) =>
      kept?.identification === asked.identification
        ? { sent: { contact: kept.contact, username: kept.username }, resendAt: kept.resendAt }
        : {},
    ),
    // A code that is on its way is somebody's: another person has none.
    identify: assign(({ context }, { identification, marketplaceId }: Identified) => ({
      asked: { identification, marketplaceId },
      sent: context.asked.identification === identification ? context.sent : null,
      problem: null,
    })),
    noteSent: assign((_, { contact, username, ...sent }: IntranetCodeSent) => ({
      ...waitAfter(sent),
      sent: { contact, username },
      problem: null,
    })),
    noteTime: assign(({ context: { resendAt, problem } }, { now }: { now: number }) =>
      waitFrom(now, resendAt, problem),
    ),
    noteProblem: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
    keepTokens: assign((_, { tokens, signupGrant }: Renewal) => ({ tokens, signupGrant, problem: null })),
    keepPerson: assign((_, person: { user: User; account: Account | null }) => person),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'intranetLogin',
  description: 'A entrada de quem trabalha na empresa, com matrícula ou CPF e um código.',
  initial: 'recalling',
  context: ({ input }) => ({
    ...input,
    asked: { identification: '', marketplaceId: null },
    sent: null,
    resendAt: 0,
    now: 0,
    problem: null,
    failures: 0,
    tokens: null,
    signupGrant: null,
    user: null,
    account: null,
  }),
  states: {
    recalling: {
      description: 'A loja vê se um código da empresa já está a caminho nesta aba.',
      tags: 'busy',
      invoke: {
        id: 'recallSent',
        src: 'recallSent',
        input: {},
        onDone: [
          {
            guard: { type: 'isOnItsWay', params: recalled },
            target: 'typing',
            actions: { type: 'recall', params: recalled },
          },
          {
            guard: 'isAsked',
            target: 'sending',
            actions: { type: 'recallOfAsked', params: recalled },
          },
          { target: 'idle', actions: { type: 'recall', params: recalled } },
        ],
        onError: [{ guard: 'isAsked', target: 'sending' }, { target: 'idle' }],
      },
      // Whoever was quicker than that is heard: the code goes out once it is known.
      on: { 'code.requested': { actions: ask.actions } },
    },
    idle: {
      description: 'A pessoa diz a matrícula ou o CPF; em seguida um código é enviado.',
      tags: 'editable',
      on: { 'code.requested': ask },
    },
    sending: {
      description: 'Um código vai ao contato que a empresa tem; em seguida ele é digitado.',
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => context.asked,
        onDone: { target: 'typing', actions: { type: 'noteSent', params: fromOutput } },
        onError: [
          { guard: { type: 'hasSent', params: failure }, target: 'typing', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'unsent', actions: note },
          { target: 'idle', actions: note },
        ],
      },
    },
    unsent: {
      description: 'Não se sabe se o código da empresa saiu; a pessoa pode pedir de novo.',
      tags: ['editable', 'offline'],
      on: { 'code.requested': ask, 'code.resent': 'sending' },
    },
    typing: {
      description: 'A pessoa aceita o aviso de privacidade e digita o código que a empresa mandou.',
      tags: 'editable',
      initial: 'counting',
      on: {
        'code.submitted': { guard: { type: 'isSubmittable', params: fromEvent }, target: 'checking' },
      },
      states: another,
    },
    checking: {
      description: 'O código da empresa está sendo conferido; certo, a pessoa entrou.',
      tags: 'busy',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context, event }) => {
          assertEvent(event, 'code.submitted');
          const { code, privacyVersion } = event;
          return { username: context.sent?.username ?? '', code, privacyVersion };
        },
        onDone: { target: 'entering', actions: { type: 'keepTokens', params: fromOutput } },
        onError: [
          { guard: { type: 'isSpent', params: failure }, target: 'spent', actions: note },
          { target: 'typing', actions: note },
        ],
      },
    },
    spent: {
      description: 'Este código da empresa não vale mais; é preciso outro.',
      tags: 'refused',
      initial: 'counting',
      states: another,
    },
    entering: {
      description: 'A pessoa da empresa entrou; a loja abre a conta dela.',
      tags: 'busy',
      invoke: {
        id: 'activate',
        src: 'activate',
        input: ({ context: { tokens } }) => ({ tokens }),
        onDone: { target: 'done', actions: { type: 'keepPerson', params: fromOutput } },
        onError: [
          {
            guard: { type: 'isPassing', params: failure },
            target: 'waiting',
            actions: [note, 'countFailure'],
          },
          { target: 'failed', actions: note },
        ],
      },
    },
    waiting: {
      description: 'Sem resposta para abrir a conta da empresa; a loja tenta de novo sozinha.',
      tags: ['busy', 'offline'],
      ...retry('entering'),
    },
    failed: {
      description: 'O servidor não abriu a conta de quem é da empresa; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'entering' },
    },
    done: {
      description: 'Quem é da empresa está dentro: faz o cadastro que falta ou segue para a loja.',
      type: 'final',
    },
  },
});
