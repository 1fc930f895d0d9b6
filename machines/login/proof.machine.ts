import { assertEvent, assign, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type CodeSent,
  type Contact,
  type Wait,
  codeActors,
  codeGuards,
  codeOut,
  ifCode,
  untilAnother,
  untilResend,
  waitAfter,
  waitFrom,
} from './code.ts';
import { type Failure, failure, isRefusedAs } from '#machines/port.ts';
import type { Renewal } from '#machines/session/token.machine.ts';

/** A contact that is proved already once: one of the two is null. */
export type KnownContact = Omit<Contact, 'ddi' | 'isoCode'>;
export interface ProofContext extends KnownContact, Wait {
  problem: FlowProblem | null;
}
export type ProofEvent =
  | { type: 'code.submitted'; code: string }
  | { type: 'code.resent' }
  | { type: 'code.requested' }
  | { type: 'restored' };

const note = { type: 'noteProblem', params: failure } as const;
const { counting, waiting } = untilAnother('allowed');
const another = {
  counting: {
    ...counting,
    description: 'A loja confere o relógio para saber quando outro código pode ser pedido.',
  },
  waiting: { ...waiting, description: 'Ainda é cedo para outro código: falta esperar um pouco.' },
  allowed: {
    description: 'Outro código já pode ser pedido no lugar deste.',
    on: { 'code.resent': '#proof.sending' },
  },
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
  actors: codeActors,
  guards: { ...codeGuards, isSpent: isRefusedAs('EXPIRED_CODE', 'TOO_MANY_ATTEMPTS') },
  delays: { untilResend },
  actions: {
    noteSent: assign((_, sent: CodeSent) => ({ ...waitAfter(sent), problem: null })),
    noteTime: assign(({ context: { resendAt, problem } }, { now }: { now: number }) =>
      waitFrom(now, resendAt, problem),
    ),
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
        onDone: { target: 'typing', actions: codeOut },
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
      on: { 'code.submitted': { guard: ifCode, target: 'checking' } },
      states: another,
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
      states: another,
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
