import { assertEvent, assign, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import type { CodeSent, Contact } from './setup.ts';
import { type Failure, capped, failure, isFault, isRefusedAs, port } from '#machines/port.ts';
import type { Renewal } from '#machines/session/token.machine.ts';

/** A contact that is proved already once: one of the two is null. */
export type KnownContact = Omit<Contact, 'ddi' | 'isoCode'>;
export interface ProofContext extends KnownContact {
  /**
   * epoch ms of the shop's clock: when another code may be asked for, and the last moment that the chart was
   * told of
   */
  resendAt: number;
  now: number;
  problem: FlowProblem | null;
}
export type ProofEvent =
  | { type: 'code.submitted'; code: string }
  | { type: 'code.resent' }
  | { type: 'code.requested' }
  | { type: 'restored' };

const note = { type: 'noteProblem', params: failure } as const;
const told = {
  type: 'noteTime',
  params: ({ event }: { event: { output: { now: number } } }) => event.output,
} as const;

/**
 * A code in place: somebody who is signed in proves once more that a contact is theirs, without leaving what
 * they are at.
 * The code goes out at once; output is the new sign-in. Times in epoch ms of the shop's clock. Source: D3,
 * D10; SEC-09.
 */
export const proofMachine = setup({
  types: {
    input: {} as KnownContact,
    context: {} as ProofContext,
    events: {} as ProofEvent,
    output: {} as Renewal,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    sendCode: port<CodeSent, Contact>('sendCode'),
    signIn: port<Renewal, { username: string; code: string }>('signIn'),
    readClock: port<{ now: number }>('readClock'),
  },
  guards: {
    isCode: ({ event }) => event.type === 'code.submitted' && /^\d{6}$/.test(event.code),
    isFault,
    isTooSoon: isRefusedAs('TOO_MANY_CODES'),
    isSpent: isRefusedAs('EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'),
  },
  delays: { untilResend: ({ context }) => capped(context.resendAt - context.now) },
  actions: {
    noteSent: assign((_, { resendAfter, at }: CodeSent) => ({
      resendAt: at + resendAfter * 1_000,
      now: at,
      problem: null,
    })),
    noteTime: assign(({ context }, { now }: { now: number }) => {
      const { code, retryAfter } = context.problem ?? {};
      const isTooSoon = code === 'TOO_MANY_CODES' && retryAfter !== undefined;
      return { now, resendAt: isTooSoon ? now + retryAfter * 1_000 : context.resendAt };
    }),
    noteProblem: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
  },
}).createMachine({
  id: 'proof',
  description: 'Quem já entrou prova de novo, por um código, que o contato é seu.',
  initial: 'sending',
  context: ({ input }) => ({ ...input, resendAt: 0, now: 0, problem: null }),
  states: {
    sending: {
      description: 'O código sai sem ser pedido; em seguida a pessoa o digita.',
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { channel, phone, email } }) => ({
          channel,
          phone,
          ddi: '55',
          isoCode: 'BR',
          email,
        }),
        onDone: { target: 'typing', actions: { type: 'noteSent', params: ({ event }) => event.output } },
        onError: [
          // One was sent a moment ago: it may be typed.
          { guard: { type: 'isTooSoon', params: failure }, target: 'typing', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'unsent', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    unsent: {
      description: 'Não se sabe se o código saiu; a pessoa pode pedir outro.',
      tags: 'offline',
      on: { 'code.requested': 'sending' },
    },
    failed: {
      description: 'O servidor não enviou o código; a pessoa pode pedir de novo.',
      tags: 'failed',
      on: { 'code.requested': 'sending' },
    },
    typing: {
      description: 'A pessoa digita o código; completo, ele é conferido.',
      initial: 'counting',
      tags: 'editable',
      on: { 'code.submitted': { guard: 'isCode', target: 'checking' } },
      states: {
        counting: {
          description: 'A loja confere o relógio para saber quando outro código pode ser pedido.',
          invoke: { id: 'clock', src: 'readClock', input: {}, onDone: { target: 'waiting', actions: told } },
        },
        waiting: {
          description: 'Ainda é cedo para pedir outro código; o que chegou pode ser digitado.',
          after: { untilResend: 'free' },
          on: { restored: 'counting' },
        },
        free: {
          description: 'A pessoa pode digitar o código que tem ou pedir outro.',
          on: { 'code.resent': '#proof.sending' },
        },
      },
    },
    checking: {
      description: 'O código está sendo conferido; certo, a prova está feita.',
      tags: 'busy',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context, event }) => {
          assertEvent(event, 'code.submitted');
          return { username: context.phone ?? context.email ?? '', code: event.code };
        },
        onDone: 'proved',
        onError: [
          { guard: { type: 'isSpent', params: failure }, target: 'spent', actions: note },
          { target: 'typing', actions: note },
        ],
      },
    },
    /** The code is void: only another one helps. */
    spent: {
      description: 'Este código não vale mais; é preciso outro.',
      initial: 'counting',
      tags: 'refused',
      states: {
        counting: {
          description: 'A loja confere o relógio para saber quando um código novo pode sair.',
          invoke: {
            id: 'spentClock',
            src: 'readClock',
            input: {},
            onDone: { target: 'waiting', actions: told },
          },
        },
        waiting: {
          description: 'É preciso esperar um pouco até poder pedir o código novo.',
          after: { untilResend: 'free' },
          on: { restored: 'counting' },
        },
        free: { description: 'O código novo já pode ser pedido.', on: { 'code.resent': '#proof.sending' } },
      },
    },
    // The only way here is the answer that carries it
    proved: {
      description: 'O contato está provado; a pessoa continua o que fazia.',
      type: 'final',
      output: ({ event }) => Reflect.get(event, 'output') as Renewal,
    },
  },
  output: ({ event }) => event.output as Renewal, // that of `proved`
});
