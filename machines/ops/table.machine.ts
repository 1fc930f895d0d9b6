import { assign, setup } from 'xstate';
import type { Answer } from '#contract/endpoint.ts';
import type { listOpsOrders } from '#contract/ops/orders.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, fromOutput, isFault, port } from '#machines/port.ts';
import type { DeskPlace } from './screens.ts';

export type OrderTable = Answer<typeof listOpsOrders>;
type Search = DeskPlace['search'];
export interface TableContext {
  search: Search;
  table: OrderTable | null;
  problem: FlowProblem | null;
  failures: number;
}
const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;

/**
 * The orders as a table, by the filters of the address; the twin of the board, for what is on none of its columns.
 * Source: operator's design §1 (table twin).
 */
export const tableMachine = setup({
  types: {
    input: {} as { search: Search },
    context: {} as TableContext,
    events: {} as { type: 'order.changed' } | { type: 'load.retried' } | { type: 'network.restored' },
    tags: {} as 'busy' | 'shown' | 'offline' | 'failed',
  },
  actors: { loadTable: port<OrderTable, { search: Search }>('loadTable') },
  guards: { isFault },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, table: OrderTable) => ({ table, problem: null, failures: 0 })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'opsTable',
  description: 'Os pedidos em tabela, com os filtros do endereço.',
  initial: 'reading',
  context: ({ input: { search } }) => ({ search, table: null, problem: null, failures: 0 }),
  states: {
    reading: {
      description: 'A página da tabela é lida com os filtros pedidos.',
      tags: 'busy',
      invoke: {
        id: 'loadTable',
        src: 'loadTable',
        input: ({ context: { search } }) => ({ search }),
        onDone: { target: 'shown', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
      on: { 'order.changed': { target: 'reading', reenter: true } },
    },
    shown: {
      description: 'A página da tabela está à vista e diz quantos pedidos os filtros escondem.',
      tags: 'shown',
      on: { 'order.changed': 'reading', 'load.retried': 'reading', 'network.restored': 'reading' },
    },
    offline: {
      description: 'Sem conexão para ler a tabela; o balcão tenta de novo sozinho.',
      tags: 'offline',
      after: { backOff: 'reading' },
      on: { 'network.restored': 'reading', 'load.retried': 'reading' },
    },
    failed: {
      description: 'O servidor não disse a tabela; a pessoa muda os filtros ou tenta de novo.',
      tags: 'failed',
      on: { 'load.retried': 'reading' },
    },
  },
});
