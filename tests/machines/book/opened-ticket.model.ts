import {
  type OpenedTicket,
  type OpenedTicketContext,
  openedTicketMachine,
} from '#machines/book/opened-ticket.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const opened: OpenedTicket = {
  code: '01234-56789',
  trace: '0a1b2c3d',
  at: 1_000,
  until: 2_000,
  steps: [],
  running: [],
};

export const machine = openedTicketMachine;
export const model: Model<typeof openedTicketMachine> = {
  inputs: [undefined],
  events: [
    { type: 'ticket.asked', code: '01234-56789' },
    { type: 'ticket.retried' },
    { type: 'ticket.closed' },
  ],
  outcomes: {
    readTicket: [{ ok: opened }, fault, refusal('NOT_FOUND'), refusal('ROLE'), refusal('UNAVAILABLE'), bug],
  },
  reduceContext: (given) => {
    const { code, ticket } = given as OpenedTicketContext;
    return [code, ticket?.code];
  },
};
const ends: Readonly<Record<string, string>> = {
  NOT_FOUND: 'unknown',
  ROLE: 'denied',
  UNAVAILABLE: 'unheard',
};
/** A ticket is in sight where it was read; its code stays where it was not, to be asked for again. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { code, ticket } = snapshot.context as OpenedTicketContext;
  const value = String(snapshot.value);
  expectThat((value === 'opened') === (ticket !== null), 'what was read is in sight');
  expectThat((value === 'none') === (code === ''), 'the code stays until it is put away');
  expectThat(
    snapshot.hasTag('failed') === ['unknown', 'denied', 'unheard', 'absent'].includes(value),
    'said where it is not',
  );
  const event = steps.at(-1);
  if (!event || !before) return expectThat(value === 'none', 'nothing by itself');
  const was = String(before.value);
  if (event.type === 'ticket.asked') expectThat(value === 'reading' && ticket === null, 'read');
  if (event.type === 'ticket.closed') expectThat(value === 'none', 'put away');
  if (event.type === 'ticket.retried')
    expectThat(value === (['denied', 'unheard', 'absent'].includes(was) ? 'reading' : was), 'asked again');
  if (event.type.startsWith('xstate.done')) expectThat(value === 'opened' && ticket === opened, 'opened');
  if (event.type.startsWith('xstate.error')) {
    const { name, code: problem = '' } = event['error'] as { name: string; code?: string };
    expectThat(
      value === (name === 'NetworkFault' ? 'unheard' : (ends[problem] ?? 'absent')),
      'said as it is',
    );
  }
};
