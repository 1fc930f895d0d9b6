import { assertEvent, assign, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Channel,
  type CodeSent,
  type Wait,
  codeActors,
  codeGuards,
  ifCode,
  untilAnother,
  untilResend,
  waitAfter,
  waitFrom,
} from '#machines/login/code.ts';
import { type Failure, failure, isRefusedAs, port } from '#machines/port.ts';

/** A code that went to the contact of an order, which is told masked. */
export interface ContactCodeSent extends CodeSent {
  contact: string;
}
/** What this tab knows of the proof of an order. */
export interface ProofRecalled {
  /** a code is on its way to one of its contacts, and not void yet; `resendAt` in epoch ms of the shop's clock */
  sent: { channel: Channel; contact: string; resendAt: number } | null;
  /** it is proved already, and the proof lives */
  isOpened: boolean;
}
export interface OrderProofInput {
  /** of the order */
  code: string;
  channel: Channel;
  /** a code that is on its way is typed here; where one is asked for, another may be wanted */
  isTyping: boolean;
}
export interface OrderProofContext extends OrderProofInput, Wait {
  /** masked, as the server tells it; null before */
  contact: string | null;
  problem: FlowProblem | null;
}
export type OrderProofEvent =
  | { type: 'code.requested' }
  | { type: 'code.resent' }
  | { type: 'code.submitted'; code: string }
  | { type: 'restored' };
/** What a code is checked with. */
export interface OrderCodeTyped {
  code: string;
  channel: Channel;
  digits: string;
}

const note = { type: 'noteProblem', params: failure } as const;
const recalled = {
  type: 'recall',
  params: ({ event }: { event: { output: ProofRecalled } }) => event.output,
} as const;
const { counting, waiting } = untilAnother('allowed');
const another = {
  counting: {
    ...counting,
    description: 'A loja confere o relógio antes de enviar outro código ao contato do pedido.',
  },
  waiting: { ...waiting, description: 'Ainda é cedo para enviar outro código ao contato do pedido.' },
  allowed: {
    description: 'Outro código já pode ir ao contato do pedido no lugar deste.',
    on: { 'code.resent': '#orderProof.sending' },
  },
} as const;

/**
 * Somebody who has the code of an order proves that its contact is theirs too, by a one-time code that the shop
 * sends there, whoever they are. Guesses are counted by the server. Times in epoch ms of the shop's clock.
 * Source: D3, D4, D5, D48; SEC-02, SEC-12.
 */
export const orderProofMachine = setup({
  types: {
    input: {} as OrderProofInput,
    context: {} as OrderProofContext,
    events: {} as OrderProofEvent,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed' | 'absent',
  },
  actors: {
    recallProof: port<ProofRecalled, { code: string }>('recallProof'),
    sendCode: port<ContactCodeSent, { code: string; channel: Channel }>('sendCode'),
    openOrder: port<unknown, OrderCodeTyped>('openOrder'),
    readClock: codeActors.readClock,
  },
  guards: {
    ...codeGuards,
    isSpent: isRefusedAs('EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'),
    isAbsent: isRefusedAs('NOT_FOUND', 'MALFORMED', 'COUNTRY'),
    isOpened: (_, { isOpened }: ProofRecalled) => isOpened,
    isOnItsWay: ({ context: { isTyping, channel } }, { sent }: ProofRecalled) =>
      isTyping && sent?.channel === channel,
  },
  delays: { untilResend },
  actions: {
    recall: assign((_, { sent }: ProofRecalled) => ({
      contact: sent?.contact ?? null,
      resendAt: sent?.resendAt ?? 0,
    })),
    noteSent: assign((_, { contact, ...sent }: ContactCodeSent) => ({
      ...waitAfter(sent),
      contact,
      problem: null,
    })),
    noteTime: assign(({ context: { resendAt, problem } }, { now }: { now: number }) =>
      waitFrom(now, resendAt, problem),
    ),
    noteProblem: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
  },
}).createMachine({
  id: 'orderProof',
  description: 'Quem tem o código de um pedido prova, por um código, que o contato dele é seu.',
  initial: 'recalling',
  context: ({ input }) => ({ ...input, contact: null, resendAt: 0, now: 0, problem: null }),
  states: {
    recalling: {
      description: 'A loja vê se um código já está a caminho ou se o pedido já foi aberto nesta aba.',
      tags: 'busy',
      invoke: {
        id: 'recallProof',
        src: 'recallProof',
        input: ({ context: { code } }) => ({ code }),
        onDone: [
          { guard: { type: 'isOpened', params: ({ event }) => event.output }, target: 'proved' },
          {
            guard: { type: 'isOnItsWay', params: ({ event }) => event.output },
            target: 'typing',
            actions: recalled,
          },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
    },
    idle: {
      description: 'Nenhum código foi enviado daqui; a pessoa pede um para o contato do pedido.',
      tags: 'editable',
      on: { 'code.requested': 'sending' },
    },
    sending: {
      description: 'O código está sendo enviado ao contato do pedido; em seguida a pessoa o digita.',
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { code, channel } }) => ({ code, channel }),
        onDone: { target: 'typing', actions: { type: 'noteSent', params: ({ event }) => event.output } },
        onError: [
          // One was sent a moment ago: it may be typed.
          { guard: { type: 'isTooSoon', params: failure }, target: 'typing', actions: note },
          { guard: { type: 'isAbsent', params: failure }, target: 'absent', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'unsent', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    absent: {
      description:
        'Não há pedido com este código e este contato; a pessoa escolhe o outro contato ou confere.',
      tags: 'absent',
      on: { 'code.requested': 'sending' },
    },
    unsent: {
      description: 'Não se sabe se o código saiu para o contato do pedido; a pessoa pode enviar outro.',
      tags: 'offline',
      on: { 'code.requested': 'sending' },
    },
    failed: {
      description: 'O servidor não enviou o código ao contato do pedido; a pessoa pode pedir de novo.',
      tags: 'failed',
      on: { 'code.requested': 'sending' },
    },
    typing: {
      description: 'A pessoa digita o código que chegou ao contato do pedido; completo, ele é conferido.',
      initial: 'counting',
      tags: 'editable',
      on: { 'code.submitted': { guard: ifCode, target: 'checking' } },
      states: another,
    },
    checking: {
      description: 'O código está sendo conferido; certo, o pedido inteiro se abre.',
      tags: 'busy',
      invoke: {
        id: 'openOrder',
        src: 'openOrder',
        input: ({ context: { code, channel }, event }) => {
          assertEvent(event, 'code.submitted');
          return { code, channel, digits: event.code };
        },
        onDone: 'proved',
        onError: [
          { guard: { type: 'isSpent', params: failure }, target: 'spent', actions: note },
          { target: 'typing', actions: note },
        ],
      },
    },
    spent: {
      description: 'O código do contato do pedido não vale mais; é preciso outro.',
      initial: 'counting',
      tags: 'refused',
      states: another,
    },
    proved: { description: 'O contato está provado, e o pedido se abre por inteiro.', type: 'final' },
  },
});
