import { assign, setup } from 'xstate';
import type { Me } from '#contract/ops/session.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, capped, failure, fromEvent, fromOutput, isRefusedAs, port } from '#machines/port.ts';

/** The first step was right: what the second is proved against. */
export interface Challenged {
  challenge: string;
  /** what an app is to be given, where there is no second factor yet */
  enrolment: { secret: string; uri: string } | null;
}
export interface SignedIn {
  me: Me;
  /** after the enrolment, once */
  recoveryCodes: readonly string[];
}
export interface OpsLoginContext {
  /** as it was sent */
  contact: string;
  /** ms until another code may be asked for */
  resendAfter: number;
  challenged: Challenged | null;
  signedIn: SignedIn | null;
  problem: FlowProblem | null;
}
export type OpsLoginEvent =
  | { type: 'contact.submitted'; contact: string }
  | { type: 'contact.reset' }
  | { type: 'code.submitted'; code: string }
  | { type: 'code.resent' }
  | { type: 'recovery.kept' };

const note = { type: 'note', params: failure } as const;
const codeOf = ({ event }: { event: OpsLoginEvent }) => (event.type === 'code.submitted' ? event.code : '');

/**
 * Staff signs in: a code to the contact, then the second factor, which is set up at the first time. Tokens stay
 * outside: a port keeps them in memory. Times in ms.
 * Source: operator's design §2 (screen 1), §4.
 */
export const opsLoginMachine = setup({
  types: {
    input: {} as { contact: string },
    context: {} as OpsLoginContext & { code: string },
    events: {} as OpsLoginEvent,
    output: {} as Me,
    tags: {} as 'busy' | 'contact' | 'code' | 'second' | 'enrolling' | 'recovery',
  },
  actors: {
    sendStaffCode: port<{ resendAfter: number }, { contact: string }>('sendStaffCode'),
    checkStaffCode: port<Challenged, { contact: string; code: string }>('checkStaffCode'),
    proveSecond: port<SignedIn, { challenge: string; code: string }>('proveSecond'),
  },
  guards: {
    isContact: ({ event }) => event.type === 'contact.submitted' && event.contact.trim() !== '',
    isCode: ({ event }) => /^\d{6}$/.test(codeOf({ event })),
    isFactorCode: ({ event }) => /^(?:\d{6}|[\dA-Z]{10})$/i.test(codeOf({ event }).replaceAll(/[\s-]/g, '')),
    isEnrolling: ({ context }) => Boolean(context.challenged?.enrolment),
    /** The first step does not count any more. */
    isOver: isRefusedAs('EXPIRED_CODE', 'TOO_MANY_ATTEMPTS', 'UNAUTHENTICATED'),
    isRecoverable: (_, { recoveryCodes }: SignedIn) => recoveryCodes.length > 0,
    needsEnrolment: (_, { enrolment }: Challenged) => enrolment !== null,
  },
  delays: { untilResend: ({ context }) => capped(context.resendAfter) },
  actions: {
    takeContact: assign((_, { contact }: { contact: string }) => ({
      contact: contact.trim(),
      problem: null,
    })),
    takeCode: assign((_, { code }: { code: string }) => ({ code, problem: null })),
    noteSent: assign((_, { resendAfter }: { resendAfter: number }) => ({ resendAfter, problem: null })),
    challenge: assign((_, challenged: Challenged) => ({ challenged, problem: null })),
    signIn: assign((_, signedIn: SignedIn) => ({ signedIn, problem: null })),
    note: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
    forget: assign({ challenged: null, problem: null }),
  },
}).createMachine({
  id: 'opsLogin',
  description: 'A entrada da equipe: um código no contato e depois o segundo fator.',
  initial: 'request',
  context: ({ input: { contact } }) => ({
    contact,
    code: '',
    resendAfter: 0,
    challenged: null,
    signedIn: null,
    problem: null,
  }),
  output: ({ context: { signedIn } }) => {
    if (!signedIn) throw new Error('nobody signed in');
    return signedIn.me;
  },
  states: {
    request: {
      description: 'A pessoa da equipe diz o e-mail ou o celular com que foi convidada.',
      tags: 'contact',
      on: {
        'contact.submitted': {
          guard: 'isContact',
          target: 'sendingCode',
          actions: { type: 'takeContact', params: fromEvent },
        },
      },
    },
    sendingCode: {
      description: 'O código está sendo mandado para o contato.',
      tags: ['busy', 'contact'],
      invoke: {
        id: 'sendStaffCode',
        src: 'sendStaffCode',
        input: ({ context: { contact } }) => ({ contact }),
        onDone: { target: 'codeSent', actions: { type: 'noteSent', params: fromOutput } },
        onError: { target: 'request', actions: note },
      },
    },
    codeSent: {
      description: 'O código foi mandado, se o contato é da equipe; a pessoa o digita.',
      tags: 'code',
      initial: 'waiting',
      on: {
        'code.submitted': {
          guard: 'isCode',
          target: 'checkingCode',
          actions: { type: 'takeCode', params: fromEvent },
        },
        'contact.reset': { target: 'request', actions: 'forget' },
      },
      states: {
        waiting: {
          description: 'Ainda não dá para pedir outro código.',
          after: { untilResend: 'resendable' },
        },
        resendable: {
          description: 'Para quem não recebeu o código, já se pode pedir outro.',
          on: { 'code.resent': '#opsLogin.sendingCode' },
        },
      },
    },
    checkingCode: {
      description: 'O servidor confere o código do contato.',
      tags: ['busy', 'code'],
      invoke: {
        id: 'checkStaffCode',
        src: 'checkStaffCode',
        input: ({ context: { contact, code } }) => ({ contact, code }),
        onDone: [
          {
            guard: { type: 'needsEnrolment', params: fromOutput },
            target: 'enrolling',
            actions: { type: 'challenge', params: fromOutput },
          },
          { target: 'second', actions: { type: 'challenge', params: fromOutput } },
        ],
        onError: { target: 'codeSent', actions: note },
      },
    },
    second: {
      description: 'Falta o segundo fator: os seis números do aplicativo, ou um código de recuperação.',
      tags: 'second',
      on: {
        'code.submitted': {
          guard: 'isFactorCode',
          target: 'proving',
          actions: { type: 'takeCode', params: fromEvent },
        },
        'contact.reset': { target: 'request', actions: 'forget' },
      },
    },
    enrolling: {
      description: 'É a primeira vez: a pessoa põe a chave no aplicativo e digita os seis números dele.',
      tags: 'enrolling',
      on: {
        'code.submitted': {
          guard: 'isCode',
          target: 'proving',
          actions: { type: 'takeCode', params: fromEvent },
        },
        'contact.reset': { target: 'request', actions: 'forget' },
      },
    },
    proving: {
      description: 'O servidor confere o segundo fator; cada número vale uma vez.',
      tags: 'busy',
      invoke: {
        id: 'proveSecond',
        src: 'proveSecond',
        input: ({ context: { challenged, code } }) => ({ challenge: challenged?.challenge ?? '', code }),
        onDone: [
          {
            guard: { type: 'isRecoverable', params: fromOutput },
            target: 'recovery',
            actions: { type: 'signIn', params: fromOutput },
          },
          { target: 'done', actions: { type: 'signIn', params: fromOutput } },
        ],
        onError: [
          { guard: { type: 'isOver', params: failure }, target: 'request', actions: ['forget', note] },
          { guard: 'isEnrolling', target: 'enrolling', actions: note },
          { target: 'second', actions: note },
        ],
      },
    },
    recovery: {
      description: 'Os códigos de recuperação aparecem uma só vez; a pessoa os guarda antes de seguir.',
      tags: 'recovery',
      on: { 'recovery.kept': 'done' },
    },
    done: { description: 'A pessoa entrou e o balcão se abre.', type: 'final' },
  },
});
