import { type OpsOrderContext, opsOrderMachine } from '#machines/ops/order.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { opsOrder } from './ops-samples.ts';
import { bug, fault, refusedAs } from './samples.ts';

const input = { id: opsOrder.id };
export const machine = opsOrderMachine;
export const model: Model<typeof opsOrderMachine> = {
  inputs: [input],
  events: [{ type: 'order.changed' }, { type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: { loadOpsOrder: [{ ok: opsOrder }, refusedAs('NOT_FOUND'), refusedAs('MALFORMED'), fault, bug] },
  reduceContext: ({ order, failures }) => [Boolean(order), failures > 0],
};
const expectedFor = (error: unknown) =>
  error === fault.error ? 'offline' : error === bug.error ? 'failed' : 'unknown';

/** This order alone is asked for, and what was read of it stays. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OpsOrderContext;
  const event = steps.at(-1);
  expectThat(
    calls.every((call) => JSON.stringify(call.input) === JSON.stringify(input)),
    'only this order is asked for',
  );
  expectThat(!snapshot.matches('shown') || context.order !== null, 'there is an order where one is shown');
  if (!before || !event) return;
  expectThat(before.context['order'] === null || context.order !== null, 'what was read stays in sight');
  if (event.type === 'load.retried' || event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('reading'), 'asking again is a way out of everything');
  if (event.type === 'order.changed' && (before.matches('shown') || before.matches('reading')))
    expectThat(snapshot.matches('reading') && calls.length > 1, 'a change is read');
  if (event.type === 'network.restored' && (before.matches('shown') || before.matches('offline')))
    expectThat(snapshot.matches('reading'), 'with the network it is read');
  if (event['output']) expectThat(snapshot.matches('shown') && !context.problem, 'an answer is shown');
  if (event['error'])
    expectThat(
      snapshot.matches(expectedFor(event['error'])) && context.problem !== null,
      'a refusal is said',
    );
};
