import { assign, setup } from 'xstate';
import type { Answer } from '#contract/endpoint.ts';
import type { StaffMember, readAudit } from '#contract/ops/staff.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, fromOutput, isFault, port } from '#machines/port.ts';

export type Audit = Answer<typeof readAudit>;
export interface OfficeContext {
  /** only the owner sees who works here */
  seesStaff: boolean;
  staff: readonly StaffMember[];
  audit: Audit | null;
  problem: FlowProblem | null;
  failures: number;
}
const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;

/**
 * Who works here and what they did, the newest first. Source: operator's design §2 (screen 12).
 */
export const officeMachine = setup({
  types: {
    input: {} as { seesStaff: boolean },
    context: {} as OfficeContext,
    events: {} as { type: 'load.retried' } | { type: 'network.restored' },
    tags: {} as 'busy' | 'shown' | 'offline' | 'failed',
  },
  actors: {
    loadOffice: port<{ staff: readonly StaffMember[]; audit: Audit }, { seesStaff: boolean }>('loadOffice'),
  },
  guards: { isFault },
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
  },
}).createMachine({
  id: 'opsOffice',
  description: 'O escritório: a equipe e o registro do que cada pessoa fez.',
  initial: 'reading',
  context: ({ input: { seesStaff } }) => ({ seesStaff, staff: [], audit: null, problem: null, failures: 0 }),
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
      on: { 'load.retried': 'reading', 'network.restored': 'reading' },
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
  },
});
