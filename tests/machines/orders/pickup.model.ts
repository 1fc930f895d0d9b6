import type { Pickup } from '#contract/order/after-purchase.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type PickupChoice, type PickupContext, pickupMachine } from '#machines/orders/pickup.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { uuid } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const pickup = (n: number, state: Pickup['state'] = 'READY_FOR_PICKUP'): Pickup => ({
  id: uuid(n),
  orderCode: '0123456789ABCDEF',
  state,
  who: 'Marina Prado',
  items: [],
  ...(state === 'READY_FOR_PICKUP' ? { code: 'K7M2QX' } : {}),
});
const choice = (n: number): PickupChoice => ({ id: uuid(n), orderCode: '0123456789ABCDEF', state: 'PAID' });

export const machine = pickupMachine;
export const model: Model<typeof pickupMachine> = {
  inputs: [
    { id: uuid(1), kept: [] },
    { id: uuid(1), kept: [pickup(1)] },
    { id: null, kept: [] },
    { id: null, kept: [pickup(1)] },
  ],
  events: [{ type: 'load.retried' }, { type: 'network.restored' }, { type: 'page.shown' }],
  outcomes: {
    loadPickup: [{ ok: pickup(1) }, { ok: pickup(1, 'COMPLETED') }, refusedAs('NOT_FOUND'), fault, bug],
    loadPickups: [{ ok: [] }, { ok: [choice(1)] }, { ok: [choice(1), choice(2)] }, fault, bug],
  },
  reduceContext: (context) => [
    context['id'],
    context['pickup']?.state,
    context['choices'].length,
    context['kept'].length,
    context['failures'] > 0,
  ],
};

/** A code that was seen here stays in sight whatever the network does; only the shop takes it away. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as PickupContext;
  const event = steps.at(-1);
  for (const { port, input } of calls)
    if (port === 'loadPickup')
      expectThat((input as { id: string }).id === context.id, 'only this order is asked for');
  expectThat(!snapshot.matches('shown') || context.pickup !== null, 'there is something where it is shown');
  expectThat(!snapshot.matches('choosing') || context.choices.length > 0, 'there is a choice');
  expectThat(!snapshot.matches('gone') || context.pickup === null, 'what nobody has is not shown');
  if (!before || !event) return;
  const was = before.context as PickupContext;
  expectThat(
    was.pickup === null || context.pickup !== null || snapshot.matches('gone'),
    'what was seen is not taken away by silence',
  );
  const { type } = event;
  if (type === 'load.retried' && (before.hasTag('offline') || before.hasTag('failed')))
    expectThat(snapshot.hasTag('busy'), 'asking again is a way out');
  if (type === 'network.restored' && before.hasTag('offline'))
    expectThat(snapshot.hasTag('busy'), 'the network comes back, and it is asked again');
  if (type === 'page.shown' && before.matches('shown'))
    expectThat(snapshot.matches('looking'), 'whoever looks again sees how it is now');
  if (type.startsWith('xstate.after') && before.matches('shown'))
    expectThat(
      snapshot.matches('shown') === (was.pickup?.state === 'COMPLETED'),
      'what is fetched is not asked for by a timer',
    );
  if (type === 'xstate.done.actor.loadPickup')
    expectThat(snapshot.matches('shown') && context.failures === 0, 'an answer is shown');
  if (type === 'xstate.error.actor.loadPickup') {
    const { error } = event as unknown as { error: unknown };
    const expected =
      error instanceof NetworkFault ? 'offline' : error instanceof ApiProblem ? 'gone' : 'failed';
    expectThat(snapshot.matches(expected), `${expected} is said`);
  }
  if (type === 'xstate.done.actor.loadPickups') {
    const found = event['output'] as PickupChoice[];
    const expected = ['empty', 'looking', 'choosing'][found.length] as 'empty';
    expectThat(snapshot.matches(expected), `${found.length} lead to ${expected}`);
  }
  if (type === 'xstate.error.actor.loadPickups') {
    const { error } = event as unknown as { error: unknown };
    const isOffline = error instanceof NetworkFault;
    expectThat(
      snapshot.matches(isOffline ? (was.kept.length > 0 ? 'choosing' : 'unlisted') : 'listFailed'),
      'without a network those are offered that were seen here',
    );
  }
};
