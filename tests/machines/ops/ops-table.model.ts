import { type OrderTable, type TableContext, tableMachine } from '#machines/ops/table.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault } from '../samples.ts';

const search = { view: 'table', type: 'PICKUP' };
const table: OrderTable = {
  content: [],
  page: 0,
  size: 50,
  totalElements: 0,
  totalPages: 0,
  last: true,
  hidden: 3,
};
export const machine = tableMachine;
export const model: Model<typeof tableMachine> = {
  inputs: [{ search }],
  events: [{ type: 'order.changed' }, { type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: { loadTable: [{ ok: table }, fault, bug] },
  reduceContext: (context) => [Boolean(context['table']), context['failures'] > 0],
};

/** The filters of the address are what is asked for, and a page that was read stays. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as TableContext;
  const event = steps.at(-1);
  expectThat(
    calls.every(({ input }) => (input as { search: unknown }).search === search),
    'the filters of the address are asked for',
  );
  if (!before || !event) return;
  expectThat(before.context['table'] === null || context.table !== null, 'what was read stays in sight');
  if (event['output']) expectThat(snapshot.matches('shown') && !context.problem, 'an answer is shown');
  if (event['error'])
    expectThat(snapshot.matches(event['error'] === fault.error ? 'offline' : 'failed'), 'a refusal is said');
  if (event.type === 'order.changed' && !before.matches('offline') && !before.matches('failed'))
    expectThat(snapshot.matches('reading') && calls.length > 1, 'a change is read');
  if (event.type === 'load.retried' || event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('reading'), 'asking again is a way out of everything');
  if (event.type === 'network.restored' && !before.matches('failed') && !before.matches('reading'))
    expectThat(snapshot.matches('reading'), 'with the network it is read');
};
