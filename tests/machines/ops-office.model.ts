import { type OfficeContext, officeMachine } from '#machines/ops/office.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { bug, fault } from './samples.ts';

const read = {
  staff: [],
  audit: { content: [], page: 0, size: 50, totalElements: 0, totalPages: 0, last: true },
};
export const machine = officeMachine;
export const model: Model<typeof officeMachine> = {
  inputs: [{ seesStaff: true }, { seesStaff: false }],
  events: [{ type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: { loadOffice: [{ ok: read }, fault, bug] },
  reduceContext: ({ seesStaff, audit, failures }) => [seesStaff, Boolean(audit), failures > 0],
};

/** Who may not see the staff does not ask for it. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OfficeContext;
  const event = steps.at(-1);
  expectThat(
    calls.every(({ input }) => (input as { seesStaff: boolean }).seesStaff === context.seesStaff),
    'what the role does not see is not asked for',
  );
  if (!before || !event) return;
  expectThat(before.context['audit'] === null || context.audit !== null, 'what was read stays in sight');
  if (event['output']) expectThat(snapshot.matches('shown') && context.audit !== null, 'an answer is shown');
  if (event['error'])
    expectThat(snapshot.matches(event['error'] === fault.error ? 'offline' : 'failed'), 'a refusal is said');
  if (!before.matches('reading') && (event.type === 'load.retried' || event.type.startsWith('xstate.after')))
    expectThat(snapshot.matches('reading'), 'asking again is a way out of everything');
  if (event.type === 'network.restored' && (before.matches('shown') || before.matches('offline')))
    expectThat(snapshot.matches('reading'), 'with the network it is read');
};
