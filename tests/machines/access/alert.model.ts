import { NetworkFault, isProblem } from '#contract/fault.ts';
import type { Alert } from '#contract/people/alert.ts';
import { type AlertContext, alertMachine } from '#machines/access/alert.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { campaignId } from '../samples.ts';

const alert: Alert = {
  id: campaignId(900),
  campaignId: campaignId(1),
  when: 'OPENS',
  channel: 'SMS',
  contact: '•••4321',
  at: '2026-11-20T12:00:00.000Z',
};
const mobile = { channel: 'SMS', contact: '+5511987654321' } as const;

export const machine = alertMachine;
export const model: Model<typeof alertMachine> = {
  inputs: [{ campaign: campaignId(1), when: 'OPENS', point: null }],
  events: [
    { type: 'alert.opened' },
    { type: 'alert.submitted', contact: mobile },
    { type: 'alert.declined' },
    { type: 'alert.stopped' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadAlert: [{ ok: null }, { ok: alert }, fault, bug],
    askAlert: [{ ok: { alert, leadId: null } }, refusal('MALFORMED'), fault, bug],
    stopAlert: [{ ok: undefined }, refusal('NOT_FOUND'), refusal('TOKEN_REVOKED'), fault, bug],
  },
  reduceContext: ({ alert: kept, contact, problem, failures }) => [
    kept?.id,
    contact?.contact,
    problem?.code,
    failures > 0,
  ],
};

/** An alert stands exactly while the server said that it waits, and is asked for with what was typed last. */
export const oracle: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as AlertContext;
  const event = steps.at(-1);
  const isKept = ['waiting', 'stopping', 'unsure'].some((state) => snapshot.matches(state));
  expectThat((context.alert !== null) === isKept, 'an alert is told while it waits');
  const last = calls.at(-1);
  if (snapshot.matches('sending'))
    expectThat(
      last?.port === 'askAlert' && (last.input as AlertContext).contact === mobile,
      'what was typed is asked for',
    );
  if (snapshot.matches('stopping'))
    expectThat(
      last?.port === 'stopAlert' && (last.input as { id: string }).id === alert.id,
      'the alert itself is stopped',
    );
  expectThat(
    !snapshot.matches('offered') || context.problem === null,
    'nothing is wrong where nothing was asked',
  );
  if (!event) return;
  if (event.type === 'load.retried' || event.type === 'network.restored') {
    if (before?.matches('unheard')) expectThat(snapshot.matches('sending'), 'asked again, not given up');
    if (before?.matches('unsure')) expectThat(snapshot.matches('stopping'), 'stopped again, not given up');
  }
  if (event.type === 'alert.declined')
    expectThat(!snapshot.hasTag('asking'), 'whoever lets it be is not held in the sheet');
  if (event.type === 'network.restored' && before?.matches('offered'))
    expectThat(snapshot.matches('loading'), 'what was not known is asked for again');
  if (event.type === 'xstate.error.actor.loadAlert')
    expectThat(snapshot.matches('offered'), 'it can be asked for without the list');
  if (event.type === 'xstate.error.actor.askAlert') {
    const { error } = event as unknown as { error: unknown };
    expectThat(
      snapshot.matches(error instanceof NetworkFault ? 'unheard' : 'asking') && context.problem !== null,
      'a refusal is said beside what was typed, no answer is none',
    );
  }
  if (event.type === 'xstate.error.actor.stopAlert') {
    const { error } = event as unknown as { error: unknown };
    const next =
      error instanceof NetworkFault ? 'unsure' : isProblem(error, 'NOT_FOUND') ? 'offered' : 'waiting';
    expectThat(snapshot.matches(next), 'one that is gone is stopped, a refusal keeps it');
    if (next === 'waiting') expectThat(context.problem !== null, 'a refusal says why');
  }
};
