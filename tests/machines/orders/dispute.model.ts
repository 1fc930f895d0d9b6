import { disputeEvents, disputeMachine } from '#machines/orders/dispute.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

export const machine = disputeMachine;
export const model: Model<typeof disputeMachine> = {
  inputs: [undefined],
  events: disputeEvents.map((type) => ({ type })),
};

/** The plan of a contested Pix, written by hand. */
export const disputeLife: Record<string, Record<string, string>> = {
  open: { 'dispute.answered': 'answered', 'dispute.returned': 'returned', 'dispute.rejected': 'kept' },
  answered: { 'dispute.returned': 'returned', 'dispute.rejected': 'kept' },
  returned: {},
  kept: {},
};
/** The bank decides once, and a shop answers once. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const event = steps.at(-1);
  const from = before ? String(before.value) : 'open';
  const to = event ? (disputeLife[from]?.[event.type] ?? from) : 'open';
  expectThat(snapshot.value === to, `${from} + ${event?.type} is ${String(snapshot.value)}, not ${to}`);
};
