import { assign, setup } from 'xstate';
import type { Relation } from '#contract/campaign.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, fromOutput, isFault, port, retry } from '#machines/port.ts';

export interface InvitationsContext {
  /** invitations of this account alone, one for each campaign that asks for them */
  invitations: Relation[];
  problem: FlowProblem | null;
  failures: number;
}
export type InvitationsEvent =
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'page.shown' };

const LONGEST_BACK_OFF = 60_000;
const note = { type: 'noteProblem', params: failure } as const;

type Loaded = { event: { output: Relation[] } };
const known = [
  {
    guard: { type: 'isEmpty', params: ({ event }: Loaded) => ({ loaded: event.output }) },
    target: 'empty',
    actions: { type: 'keep', params: fromOutput },
  },
  { target: 'ready', actions: { type: 'keep', params: fromOutput } },
] as const;

/**
 * A client's invitations with how many were accepted: those who finished their sign-up, as the server counts them.
 * Looked at again whenever the page comes back into sight. Source: specification §7; D22, D23.
 */
export const invitationsMachine = setup({
  types: {
    context: {} as InvitationsContext,
    events: {} as InvitationsEvent,
    tags: {} as 'busy' | 'empty' | 'refreshing' | 'offline' | 'failed',
  },
  actors: { loadInvitations: port<Relation[]>('loadInvitations') },
  guards: {
    isFault,
    isEmpty: (_, { loaded }: { loaded: Relation[] }) => loaded.length === 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, invitations: Relation[]) => ({ invitations, problem: null, failures: 0 })),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'invitations',
  description: 'Os convites de uma pessoa e quantos já foram aceitos.',
  initial: 'loading',
  context: { invitations: [], problem: null, failures: 0 },
  states: {
    loading: {
      description: 'Os convites estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadInvitations',
        src: 'loadInvitations',
        input: {},
        onDone: known,
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    empty: {
      description: 'Nenhuma campanha pede convites agora; a pessoa pode ver as que estão abertas.',
      tags: 'empty',
      on: { 'page.shown': 'loading' },
    },
    ready: {
      description: 'Os convites estão à vista, com o código para enviar e quantos já aceitaram.',
      on: { 'page.shown': 'refreshing' },
    },
    refreshing: {
      description: 'A contagem é buscada de novo; a de antes fica à vista enquanto isso.',
      tags: 'refreshing',
      invoke: {
        id: 'refreshInvitations',
        src: 'loadInvitations',
        input: {},
        onDone: known,
        onError: 'ready',
      },
    },
    offline: {
      description: 'Sem resposta sobre os convites; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não entregou os convites; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
