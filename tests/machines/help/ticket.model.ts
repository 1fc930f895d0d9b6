import { type TicketContext, ticketMachine } from '#machines/help/ticket.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const CODE = '01234-56789';

export const machine = ticketMachine;
export const model: Model<typeof ticketMachine> = {
  inputs: [undefined],
  events: [
    { type: 'consent.changed', granted: true },
    { type: 'consent.changed', granted: false },
    { type: 'steps.attached' },
    { type: 'network.restored' },
  ],
  outcomes: { sendTicket: [{ ok: CODE }, fault, refusal('TOO_MANY_REQUESTS'), refusal('MALFORMED'), bug] },
  reduceContext: (given) => {
    const { isAgreed, reason, code } = given as TicketContext;
    return [isAgreed, reason, code];
  },
};
/** Nothing goes out before a yes; why nothing was attached is said, and asked again it goes. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { isAgreed, reason, code } = snapshot.context as TicketContext;
  const value = String(snapshot.value);
  expectThat((value === 'attached') === (code !== null), 'a code is of what was attached');
  expectThat((value === 'refused') === (reason !== null), 'a reason where it is refused');
  expectThat(!['sending', 'attached'].includes(value) || isAgreed, 'nothing goes out before a yes');
  const event = steps.at(-1);
  if (!event || !before)
    return expectThat(value === 'offered' && !isAgreed && reason === null, 'off by itself');
  const was = String(before.value);
  const isOpen = ['offered', 'refused'].includes(was);
  if (event.type === 'consent.changed')
    expectThat(
      isOpen ? value === 'offered' && isAgreed === event['granted'] : value === was,
      'yes and no while nothing is on its way',
    );
  if (event.type === 'steps.attached' && isOpen)
    expectThat(
      (before.context as TicketContext).isAgreed ? value === 'sending' : reason === 'consent',
      'sent after a yes, and else said',
    );
  if (event.type === 'network.restored')
    expectThat(
      value ===
        (was === 'refused' && (before.context as TicketContext).reason === 'offline' ? 'offered' : was),
      'with the network it is offered again',
    );
  if (event.type.startsWith('xstate.done')) expectThat(value === 'attached' && code === CODE, 'its code');
  if (event.type.startsWith('xstate.error')) {
    const { name, code: problem } = event['error'] as { name: string; code?: string };
    const should = name === 'NetworkFault' ? 'offline' : problem === 'TOO_MANY_REQUESTS' ? 'busy' : 'failed';
    expectThat(value === 'refused' && reason === should, `said as ${should}`);
  }
};
