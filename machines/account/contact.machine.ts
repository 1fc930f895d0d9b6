import { assign, emit, sendTo, setup } from 'xstate';
import type { Account, User } from '#contract/people/account.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Channel,
  type CodeSent,
  type Wait,
  codeActors,
  codeGuards,
  codeOut,
  untilAnother,
  untilResend,
  waitAfter,
  waitFrom,
} from '#machines/login/code.ts';
import type { KnownContact, proofMachine } from '#machines/login/proof.machine.ts';
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
import { toParent } from '#machines/notify.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { slot } from '#machines/slot.ts';

/** The contact that is to be signed in with from now on, as the wire has it. */
export interface NewContact {
  channel: Channel;
  value: string;
}
/** A code that this tab sent to a new contact, and that is not void yet. */
export interface ChangeRecalled {
  sent: { value: string; resendAt: number } | null;
}
/** Who they are, with the contacts that they have now. */
export interface Owner {
  user: User;
  account: Account;
}
/** The same as the server tells it after a change: there is no account yet while a sign-up is at work. */
export interface Heard {
  user: User;
  account: Account | null;
}
/** Told to whoever invoked it: what is asked for from now on is asked with this sign-in. */
export type ContactProved = { type: 'contact.proved' } & Renewal;
export interface ContactInput {
  channel: Channel;
  /** one that they have proved already */
  known: KnownContact;
  /** a code that is on its way is typed here; else a contact is asked for */
  isTyping: boolean;
}
export interface ContactContext extends ContactInput, Wait {
  /** the new one; empty until it is typed */
  value: string;
  /** of six numbers, while it is not known whether it was taken */
  code: string | null;
  owner: Heard | null;
  problem: FlowProblem | null;
  failures: number;
}
export type ContactEvent =
  | { type: 'contact.submitted'; value: string }
  | { type: 'code.submitted'; code: string }
  | { type: 'code.resent' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const proved = (['emitProved', 'notifyProved'] as const).map(
  (type) => ({ type, params: fromOutput }) as const,
);
const another = {
  ...untilAnother('allowed'),
  allowed: {
    description: 'Outro código já pode ir ao contato novo.',
    on: { 'code.resent': '#contactChange.sending' },
  },
} as const;
const { counting, waiting } = another;
const resending = {
  counting: { ...counting, description: 'A loja confere o relógio antes de outro código ao contato novo.' },
  waiting: { ...waiting, description: 'Ainda é cedo para outro código ao contato novo.' },
  allowed: another.allowed,
} as const;

/**
 * Another phone or e-mail to sign in with, or a second one in a sign-up. Two codes: one proves who they were, one that
 * the new contact is theirs; the server tells the old one and ends the other sign-ins. A lost answer is settled by
 * what the server then knows. Times in epoch ms of the shop's clock. Source: D4, D5, D10; SEC-09.
 */
export const contactMachine = setup({
  types: {
    input: {} as ContactInput,
    context: {} as ContactContext,
    events: {} as ContactEvent,
    emitted: {} as ContactProved,
    output: {} as Pick<Heard, 'user'>,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
    children: {} as { proof: 'proof' },
  },
  actors: {
    recallChange: port<ChangeRecalled, { channel: Channel }>('recallChange'),
    sendChange: port<CodeSent, NewContact>('sendChange'),
    changeContact: port<unknown, NewContact & { code: string }>('changeContact'),
    loadOwner: port<Heard>('loadOwner'),
    readClock: codeActors.readClock,
    proof: slot<typeof proofMachine>('proof'),
  },
  guards: {
    ...codeGuards,
    isOnItsWay: ({ context: { isTyping } }, { sent }: ChangeRecalled) => isTyping && sent !== null,
    isUnproved: isRefusedAs('FRESH_PROOF'),
    isSpent: isRefusedAs('EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'),
    isTaken: isRefusedAs('TAKEN'),
    /** no answer came, or it says that the contact is theirs already */
    isUncertain: (_, { error }: Failure) =>
      codeGuards.isFault(_, { error }) || isRefusedAs('MALFORMED')(_, { error }),
    hasCode: ({ context }) => context.code !== null,
    isChanged: ({ context: { channel, value } }, { user }: Heard) => user[channel] === value,
  },
  delays: { untilResend, backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    recall: assign((_, { sent }: ChangeRecalled) => ({
      value: sent?.value ?? '',
      resendAt: sent?.resendAt ?? 0,
    })),
    keep: assign((_, { value }: { value: string }) => ({ value, problem: null, code: null })),
    keepCode: assign((_, { code }: { code: string }) => ({ code, problem: null })),
    forgetCode: assign({ code: null }),
    noteSent: assign((_, sent: CodeSent) => ({ ...waitAfter(sent), problem: null })),
    noteTime: assign(({ context: { resendAt, problem } }, { now }: { now: number }) =>
      waitFrom(now, resendAt, problem),
    ),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    adopt: assign((_, owner: Heard) => ({ owner, problem: null })),
    emitProved: emit((_, renewal: Renewal) => ({ type: 'contact.proved' as const, ...renewal })),
    notifyProved: sendTo(toParent<ContactProved>, (_, renewal: Renewal) => ({
      type: 'contact.proved' as const,
      ...renewal,
    })),
  },
}).createMachine({
  id: 'contactChange',
  description: 'A pessoa troca o celular ou o e-mail com que entra.',
  initial: 'recalling',
  context: ({ input }) => ({
    ...input,
    value: '',
    code: null,
    owner: null,
    resendAt: 0,
    now: 0,
    problem: null,
    failures: 0,
  }),
  states: {
    recalling: {
      description: 'A loja vê se um código já está a caminho do contato novo, nesta aba.',
      tags: 'busy',
      invoke: {
        id: 'recallChange',
        src: 'recallChange',
        input: ({ context: { channel } }) => ({ channel }),
        onDone: [
          {
            guard: { type: 'isOnItsWay', params: fromOutput },
            target: 'typing',
            actions: { type: 'recall', params: fromOutput },
          },
          { target: 'asking', actions: { type: 'recall', params: fromOutput } },
        ],
        onError: 'asking',
      },
    },
    asking: {
      description: 'A pessoa diz o contato novo; um código vai para ele.',
      tags: 'editable',
      on: { 'contact.submitted': { target: 'sending', actions: { type: 'keep', params: fromEvent } } },
    },
    sending: {
      description: 'Um código está sendo enviado ao contato novo.',
      tags: 'busy',
      invoke: {
        id: 'sendChange',
        src: 'sendChange',
        input: ({ context: { channel, value } }) => ({ channel, value }),
        onDone: { target: 'typing', actions: codeOut },
        onError: [
          { guard: { type: 'isUnproved', params: failure }, target: 'proving', actions: 'forgetCode' },
          { guard: { type: 'isFault', params: failure }, target: 'unsent', actions: note },
          { target: 'asking', actions: note },
        ],
      },
    },
    unsent: {
      description: 'Não se sabe se o código saiu; a pessoa pode enviar outro.',
      tags: ['editable', 'offline'],
      on: { 'contact.submitted': { target: 'sending', actions: { type: 'keep', params: fromEvent } } },
    },
    /** Somebody who holds an unlocked telephone is not yet its owner. */
    proving: {
      description: 'Antes de trocar, a pessoa prova com um código que o contato de agora é seu.',
      invoke: {
        id: 'proof',
        src: 'proof',
        input: ({ context }) => context.known,
        onDone: [
          {
            guard: 'hasCode',
            target: 'checking',
            actions: proved,
          },
          { target: 'sending', actions: proved },
        ],
      },
    },
    typing: {
      description: 'A pessoa digita o código que chegou ao contato novo; completo, ele é conferido.',
      initial: 'counting',
      tags: 'editable',
      on: {
        'code.submitted': {
          guard: { type: 'isCode', params: fromEvent },
          target: 'checking',
          actions: { type: 'keepCode', params: fromEvent },
        },
      },
      states: resending,
    },
    checking: {
      description: 'O código está sendo conferido; certo, o contato muda e os outros aparelhos saem.',
      tags: 'busy',
      invoke: {
        id: 'changeContact',
        src: 'changeContact',
        input: ({ context: { channel, value, code } }) => ({ channel, value, code: code ?? '' }),
        onDone: { target: 'confirming', actions: 'forgetCode' },
        onError: [
          { guard: { type: 'isUnproved', params: failure }, target: 'proving' },
          {
            guard: { type: 'isUncertain', params: failure },
            target: 'confirming',
            actions: [note, 'forgetCode'],
          },
          { guard: { type: 'isTaken', params: failure }, target: 'asking', actions: [note, 'forgetCode'] },
          { guard: { type: 'isSpent', params: failure }, target: 'spent', actions: [note, 'forgetCode'] },
          { target: 'typing', actions: [note, 'forgetCode'] },
        ],
      },
    },
    spent: {
      description: 'O código do contato novo não vale mais; é preciso outro.',
      initial: 'counting',
      tags: 'refused',
      states: resending,
    },
    confirming: {
      description: 'A loja pergunta ao servidor com que contato a pessoa entra agora.',
      tags: 'busy',
      invoke: {
        id: 'loadOwner',
        src: 'loadOwner',
        input: {},
        onDone: [
          {
            guard: { type: 'isChanged', params: fromOutput },
            target: 'changed',
            actions: { type: 'adopt', params: fromOutput },
          },
          { target: 'typing' },
        ],
        onError: { target: 'unheard', actions: note },
      },
    },
    unheard: {
      description: 'Não se sabe ainda se o contato mudou; a loja pergunta de novo.',
      tags: ['busy', 'offline'],
      ...retry('confirming'),
    },
    changed: { description: 'A pessoa entra com o contato novo; o antigo foi avisado.', type: 'final' },
  },
  output: ({ context }) => context.owner as Heard, // ends only in `changed`, which has it
});
