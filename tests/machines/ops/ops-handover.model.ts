import { type Found, type HandoverContext, handoverMachine } from '#machines/ops/handover.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { opsOrder } from './ops-samples.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const line = (name: string) => ({ itemId: name, name, quantity: 2, total: 5, choices: [] });
const part = (childId: string, ...names: string[]): Found['order']['parts'][number] => ({
  childId,
  code: childId,
  state: 'READY_FOR_PICKUP',
  campaign: { id: 'feira', name: 'Feira' },
  lines: names.map(line),
  total: 10,
  allowedEvents: ['order.delivered'],
});
/** Of two parts one waits, with two lines. */
const found: Found = {
  order: { ...opsOrder, parts: [part('a', 'Tomate', 'Ovos'), part('b', 'Queijo')] },
  childIds: ['a'],
  parcels: 4,
};
export const machine = handoverMachine;
export const model: Model<typeof handoverMachine> = {
  inputs: [undefined],
  events: [
    { type: 'code.submitted', code: ' 4W9K2P ' },
    { type: 'code.submitted', code: '4W9' },
    { type: 'line.ticked', line: 0 },
    { type: 'line.ticked', line: 1 },
    { type: 'delivery.confirmed' },
    { type: 'handover.left' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    findHandover: [{ ok: found }, refusedAs('HANDOVER_CODE'), refusedAs('TOO_MANY_REQUESTS'), fault],
    deliver: [{ ok: undefined }, refusedAs('VERSION'), refusedAs('ILLEGAL_EVENT'), fault, bug],
  },
  reduceContext: (context) => [
    context['code'],
    Boolean(context['found']),
    context['ticked'],
    Boolean(context['problem']),
  ],
};

/** Looking moves nothing; goods leave once, whole, and with the code that was shown. */
export const oracle: Oracle = (snapshot, { steps, before, calls, told }) => {
  const context = snapshot.context as HandoverContext;
  const event = steps.at(-1);
  const deliveries = calls
    .filter(({ port }) => port === 'deliver')
    .map(({ input }) => input as { key: string; code: string });
  expectThat(
    calls.every(({ input }) => (input as { code: string }).code === '4W9K2P'),
    'only a code is looked for, without the blanks around it',
  );
  expectThat(
    deliveries.length === 0 || steps.some(({ type }) => type === 'delivery.confirmed'),
    'nothing leaves without the button',
  );
  expectThat(!snapshot.matches('found') || context.found !== null, 'what is found is shown');
  expectThat(!snapshot.matches('scanning') || context.found === null, 'nobody sees the order before');
  if (!before || !event) return;
  if (event.type === 'delivery.confirmed' && before.matches('found'))
    expectThat(
      snapshot.matches('delivering') === ((before.context['ticked'] as number[]).length === 2),
      'goods leave when every line is in hand',
    );
  if (before.matches('deliveringAgain') && snapshot.matches('delivering'))
    expectThat(deliveries.at(-1)?.key === deliveries.at(-2)?.key, 'a repeat has the same key');
  if (before.matches('delivering') && event.type.startsWith('xstate.done'))
    expectThat(
      snapshot.matches('delivered') && told.at(-1)?.action === 'notifyDelivered',
      'the desk hears of it',
    );
  if (before.matches('delivering') && event['error'])
    expectThat(
      snapshot.matches('deliveringAgain') === (event['error'] === fault.error) && context.problem !== null,
      'without an answer it is sent again, a refusal is said',
    );
  if (before.matches('looking') && event['error'])
    expectThat(
      snapshot.matches('lookingAgain') === (event['error'] === fault.error) && context.problem !== null,
      'without an answer it is looked for again, a refusal is said',
    );
  if (event.type === 'handover.left' && !before.hasTag('busy') && !before.matches('deliveringAgain'))
    expectThat(snapshot.matches('scanning') && context.code === '', 'the next person begins anew');
  if (event.type === 'network.restored' && before.hasTag('waiting'))
    expectThat(snapshot.hasTag('busy'), 'with the network it goes on');
};
