import type { Measured } from '#contract/measurement.ts';
import {
  MOST_MEASURED,
  type MeasuringContext,
  measuringMachine,
} from '#machines/account/measuring.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const measured: Measured = { name: 'screens', stateId: 'cart' };
export const machine = measuringMachine;
export const model: Model<typeof measuringMachine> = {
  inputs: [undefined],
  events: [
    { type: 'event.measured', measured },
    { type: 'consent.changed', granted: true },
    { type: 'consent.changed', granted: false },
    { type: 'page.hidden' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    recallConsent: [{ ok: true }, { ok: false }, fault, bug],
    sendMeasured: [{ ok: undefined }, fault, refusedAs('CONSENT'), bug],
  },
  reduceContext: ({ events, sending, failures }: MeasuringContext) => [
    Math.min(2, events.length),
    Math.min(1, sending),
    Math.min(1, failures),
  ],
};

/** Nothing goes out before a yes and nothing after a no; what was counted goes out once. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { events, sending } = snapshot.context as MeasuringContext;
  expectThat(events.length <= MOST_MEASURED, 'no more than one call takes');
  expectThat(sending <= events.length, 'only what was counted is on its way');
  if (snapshot.matches('off')) expectThat(events.length === 0, 'what was not allowed is forgotten');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(snapshot.matches('asking'), 'asked first');
  const was = before.context as MeasuringContext;
  const isSending = snapshot.matches({ counting: 'sending' });
  if (isSending)
    expectThat(sending === events.length || before.matches({ counting: 'sending' }), 'all of it');
  if (event.type === 'consent.changed')
    return expectThat(
      event['granted'] === snapshot.matches('counting'),
      'counted from a yes on, and not from a no on',
    );
  if (isSending) expectThat(before.matches('counting'), 'nothing goes out before a yes');
  if (event.type === 'event.measured' && !before.matches('off'))
    return expectThat(events.length === was.events.length + 1, 'what happens is kept');
  if (event.type === 'xstate.done.actor.recallConsent')
    return expectThat(event['output'] === snapshot.matches('counting'), 'as the server has it');
  if (event.type === 'xstate.error.actor.recallConsent')
    return expectThat(!snapshot.matches('counting'), 'nothing is counted while it is not known');
  if (event.type === 'xstate.done.actor.sendMeasured')
    return expectThat(events.length === was.events.length - was.sending, 'what went out is done with');
  if (snapshot.matches({ counting: 'unsent' }))
    expectThat(events.length === was.events.length, 'what did not go out waits');
};
