import { leadMachine } from '#machines/lead.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { address, refusal } from '../support/samples.ts';
import { bug, fault, leadId } from './samples.ts';

const elsewhere = { ...address, streetNumber: '2' };
export const machine = leadMachine;
export const model: Model<typeof leadMachine> = {
  inputs: [undefined as never],
  events: [
    { type: 'lead.wanted', location: address },
    { type: 'lead.wanted', location: elsewhere },
    { type: 'session.opened' },
    { type: 'session.closed' },
    { type: 'network.restored' },
  ],
  outcomes: { keepLead: [{ ok: { id: leadId } }, fault, bug, refusal('NOT_FOUND')] },
  reduceContext: ({ location, failures }) => [location, Math.min(failures, 2)],
};
/**
 * The last place that was said is the one that is kept; nothing is kept for whoever signs in or leaves; no
 * fault ends it, and nobody is told more than happened.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const event = steps.at(-1);
  const said = steps.findLast(({ type }) => type === 'lead.wanted');
  if (snapshot.matches('keeping'))
    expectThat(
      calls.at(-1)?.port === 'keepLead' &&
        JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ location: said?.['location'] }),
      'the last place is the one that is kept',
    );
  if (!event || !before) return;
  expectThat(
    (told.at(-1)?.event === event) === (event.type === 'xstate.done.actor.keepLead'),
    'known once the server says so',
  );
  if (event.type === 'lead.wanted')
    expectThat(snapshot.matches('keeping') && snapshot.context['failures'] === 0, 'at once');
  if (event.type === 'session.opened' || event.type === 'session.closed')
    expectThat(snapshot.matches('resting'), 'whoever signs in or leaves is no visitor');
  if (event.type.startsWith('xstate.error'))
    expectThat(
      snapshot.matches('waiting') === ((event['error'] as Error).name === 'NetworkFault'),
      'what had no answer is tried again',
    );
  if (
    before.matches('waiting') &&
    (event.type === 'network.restored' || event.type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('keeping'), 'by itself, or with the network');
};
