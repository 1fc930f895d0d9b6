import { assign, setup } from 'xstate';
import type { Answer } from '#contract/endpoint.ts';
import type { Role } from '#contract/ops/role.ts';
import type { StaffMember, readAudit } from '#contract/ops/staff.ts';
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
} from '#machines/port.ts';
import { proofMachine } from './proof.machine.ts';

export type Audit = Answer<typeof readAudit>;
/** What is asked for: somebody is let in, or something is done with somebody who is there. */
export type StaffAsk =
  | { type: 'invite'; name: string; contact: string; role: Role; hubIds: readonly string[] | null }
  | { type: 'endSessions' | 'resetFactors' | 'remove'; id: string };
export interface StaffCall {
  ask: StaffAsk;
  /** the same for every repeat: it happens once */
  key: string;
}
export interface OfficeContext {
  /** only the owner sees who works here, and changes it */
  seesStaff: boolean;
  staff: readonly StaffMember[];
  audit: Audit | null;
  /** as it was asked for: nothing typed is lost */
  ask: StaffAsk | null;
  /** of the screen, and of what was sent on it: a key is of one try */
  visit: number;
  count: number;
  /** what was done last */
  done: StaffAsk | null;
  problem: FlowProblem | null;
  failures: number;
}
export type OfficeEvent =
  | { type: 'invite.opened' }
  | { type: 'change.requested'; ask: StaffAsk }
  | { type: 'ask.confirmed' }
  | { type: 'invite.submitted'; ask: StaffAsk }
  | { type: 'ask.canceled' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const isInvitation = (ask: StaffAsk): boolean =>
  ask.type === 'invite' &&
  ask.name.trim() !== '' &&
  ask.contact.trim() !== '' &&
  (ask.hubIds === null || ask.hubIds.length > 0);
const leaving = { 'ask.canceled': { target: 'shown', actions: 'cancel' } } as const;

/**
 * Who works here and what they did, the newest first. The owner lets people in and out: each is confirmed, and asks
 * for a fresh second factor. Times in ms. Source: operator's design §2 (screen 12), §4.
 */
export const officeMachine = setup({
  types: {
    input: {} as { seesStaff: boolean; visit: number },
    context: {} as OfficeContext,
    events: {} as OfficeEvent,
    children: {} as { proof: 'proof' },
    tags: {} as
      | 'busy'
      | 'shown'
      | 'offline'
      | 'failed'
      | 'inviting'
      | 'confirming'
      | 'proving'
      | 'sending'
      | 'waiting',
  },
  actors: {
    loadOffice: port<{ staff: readonly StaffMember[]; audit: Audit }, { seesStaff: boolean }>('loadOffice'),
    changeStaff: port<void, StaffCall>('changeStaff'),
    proof: proofMachine,
  },
  guards: {
    isFault,
    seesStaff: ({ context }) => context.seesStaff,
    isOfMember: ({ context, event }) =>
      context.seesStaff && event.type === 'change.requested' && event.ask.type !== 'invite',
    isInvitation: ({ event }) => event.type === 'invite.submitted' && isInvitation(event.ask),
    wasInvitation: ({ context }) => context.ask?.type === 'invite',
    needsProof: isRefusedAs('FRESH_PROOF'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, read: Pick<OfficeContext, 'staff' | 'audit'>) => ({
      ...read,
      problem: null,
      failures: 0,
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    open: assign({ ask: null, done: null, problem: null, failures: 0 }),
    take: assign((_, { ask }: { ask: StaffAsk }) => ({ ask, done: null, problem: null, failures: 0 })),
    begin: assign(({ context }) => ({ count: context.count + 1, problem: null, failures: 0 })),
    forgetProblem: assign({ problem: null }),
    cancel: assign({ ask: null, problem: null, failures: 0 }),
    finish: assign(({ context }) => ({ done: context.ask, ask: null, problem: null, failures: 0 })),
  },
}).createMachine({
  id: 'opsOffice',
  description: 'O escritório: a equipe, quem entra e sai dela, e o registro do que cada pessoa fez.',
  initial: 'reading',
  context: ({ input: { seesStaff, visit } }) => ({
    seesStaff,
    visit,
    staff: [],
    audit: null,
    ask: null,
    count: 0,
    done: null,
    problem: null,
    failures: 0,
  }),
  states: {
    reading: {
      description: 'A equipe e o registro são lidos.',
      tags: 'busy',
      invoke: {
        id: 'loadOffice',
        src: 'loadOffice',
        input: ({ context: { seesStaff } }) => ({ seesStaff }),
        onDone: { target: 'shown', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    shown: {
      description: 'A equipe e o registro estão à vista, o mais novo antes.',
      tags: 'shown',
      on: {
        'invite.opened': { guard: 'seesStaff', target: 'inviting', actions: 'open' },
        'change.requested': {
          guard: 'isOfMember',
          target: 'confirming',
          actions: { type: 'take', params: fromEvent },
        },
        'load.retried': 'reading',
        'network.restored': 'reading',
      },
    },
    offline: {
      description: 'Sem conexão para ler o escritório; o balcão tenta de novo sozinho.',
      tags: 'offline',
      after: { backOff: 'reading' },
      on: { 'load.retried': 'reading', 'network.restored': 'reading' },
    },
    failed: {
      description: 'O servidor não disse a equipe nem o registro; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'reading' },
    },
    inviting: {
      description: 'A pessoa responsável diz quem entra, por qual contato, em que papel e em quais pontos.',
      tags: 'inviting',
      on: {
        ...leaving,
        'invite.submitted': {
          guard: 'isInvitation',
          target: 'sending',
          actions: [{ type: 'take', params: fromEvent }, 'begin'],
        },
      },
    },
    confirming: {
      description: 'O que muda para alguém da equipe é dito antes, e só vale confirmado.',
      tags: 'confirming',
      on: { ...leaving, 'ask.confirmed': { target: 'sending', actions: 'begin' } },
    },
    sending: {
      description: 'O servidor muda a equipe, uma vez só.',
      tags: ['busy', 'sending'],
      invoke: {
        id: 'changeStaff',
        src: 'changeStaff',
        input: ({ context: { ask, visit, count } }) => {
          if (!ask) throw new Error('nothing to change');
          return { ask, key: `staff-${visit}-${count}` };
        },
        onDone: { target: 'reading', actions: 'finish' },
        onError: [
          { guard: { type: 'needsProof', params: failure }, target: 'proving', actions: 'forgetProblem' },
          { guard: { type: 'isFault', params: failure }, target: 'waiting', actions: note },
          { guard: 'wasInvitation', target: 'inviting', actions: note },
          { target: 'confirming', actions: note },
        ],
      },
    },
    waiting: {
      description: 'Sem resposta da mudança na equipe; ela é repetida com a mesma chave e vale uma vez.',
      tags: 'waiting',
      after: { backOff: 'sending' },
      on: { 'load.retried': 'sending', 'network.restored': 'sending' },
    },
    proving: {
      description: 'Mexer na equipe pede de novo os seis números do aplicativo.',
      tags: 'proving',
      invoke: { id: 'proof', src: 'proof', onDone: 'sending' },
      on: leaving,
    },
  },
});
