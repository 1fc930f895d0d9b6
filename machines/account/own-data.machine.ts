import { assign, emit, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import type { KnownContact, proofMachine } from '#machines/login/proof.machine.ts';
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
import type { Renewal } from '#machines/session/token.machine.ts';
import { slot } from '#machines/slot.ts';

export interface OwnDataInput {
  /** a contact that they have proved already */
  known: KnownContact;
}
export interface OwnDataContext extends OwnDataInput {
  /** what a proof is for: else for a copy */
  isLeaving: boolean;
  problem: FlowProblem | null;
  failures: number;
}
export type OwnDataEvent =
  | { type: 'export.requested' }
  | { type: 'deletion.requested' }
  | { type: 'deletion.confirmed' }
  /** the person leaves off what asks for a code or a last word */
  | { type: 'request.cancelled' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const unproved = { guard: { type: 'isUnproved', params: failure }, target: 'proving' } as const;
const requests = {
  'export.requested': { target: 'exporting', actions: 'forgetProblem' },
  'deletion.requested': { target: 'warning', actions: 'forgetProblem' },
} as const;

/**
 * A copy of all that is kept of a person, and the end of their account. A copy asks for a code when the sign-in is
 * old, the end always; a lost answer to the end is settled by asking again.
 * Source: spec §7; D10; SEC-09, PRV-01, PRV-02.
 */
export const ownDataMachine = setup({
  types: {
    input: {} as OwnDataInput,
    context: {} as OwnDataContext,
    events: {} as OwnDataEvent,
    emitted: {} as { type: 'contact.proved' } & Renewal,
    tags: {} as 'busy' | 'editable' | 'offline' | 'failed',
    children: {} as { proof: 'proof' },
  },
  actors: {
    exportData: port<unknown>('exportData'),
    deleteAccount: port<unknown>('deleteAccount'),
    proof: slot<typeof proofMachine>('proof'),
  },
  guards: {
    isFault,
    isUnproved: isRefusedAs('FRESH_PROOF'),
    isLeaving: ({ context }) => context.isLeaving,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    forgetProblem: assign({ problem: null, failures: 0 }),
    beginLeaving: assign({ isLeaving: true, problem: null }),
    endLeaving: assign({ isLeaving: false }),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    emitProved: emit((_, renewal: Renewal) => ({ type: 'contact.proved' as const, ...renewal })),
  },
}).createMachine({
  id: 'ownData',
  description: 'A pessoa baixa uma cópia dos seus dados, ou exclui a conta.',
  initial: 'idle',
  context: ({ input }) => ({ ...input, isLeaving: false, problem: null, failures: 0 }),
  states: {
    idle: {
      description: 'A pessoa pode pedir uma cópia dos dados ou a exclusão da conta.',
      tags: 'editable',
      on: requests,
    },
    exporting: {
      description: 'O servidor junta tudo o que guarda da pessoa; o arquivo é salvo no aparelho.',
      tags: 'busy',
      invoke: {
        id: 'exportData',
        src: 'exportData',
        input: {},
        onDone: 'exported',
        onError: [unproved, { target: 'idle', actions: note }],
      },
    },
    exported: { description: 'O arquivo foi entregue ao aparelho.', tags: 'editable', on: requests },
    warning: {
      description:
        'A loja diz o que a exclusão apaga, cancela e por lei guarda; a pessoa confirma ou desiste.',
      tags: 'editable',
      on: {
        'deletion.confirmed': { target: 'proving', actions: 'beginLeaving' },
        'request.cancelled': 'idle',
      },
    },
    /** Somebody who holds an unlocked telephone is not yet its owner. */
    proving: {
      description: 'Um código prova que é a própria pessoa quem pede.',
      on: { 'request.cancelled': { target: 'idle', actions: 'endLeaving' } },
      invoke: {
        id: 'proof',
        src: 'proof',
        input: ({ context }) => context.known,
        onDone: [
          { guard: 'isLeaving', target: 'deleting', actions: { type: 'emitProved', params: fromOutput } },
          { target: 'exporting', actions: { type: 'emitProved', params: fromOutput } },
        ],
      },
    },
    deleting: {
      description: 'A conta está sendo excluída.',
      tags: 'busy',
      invoke: {
        id: 'deleteAccount',
        src: 'deleteAccount',
        input: {},
        onDone: 'deleted',
        onError: [
          unproved,
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'warning', actions: [note, 'endLeaving'] },
        ],
      },
    },
    unheard: {
      description: 'Não se sabe se a conta foi excluída; o pedido é repetido.',
      tags: ['busy', 'offline'],
      ...retry('deleting'),
    },
    deleted: { description: 'A conta não existe mais; a pessoa sai de todos os aparelhos.', type: 'final' },
  },
});
