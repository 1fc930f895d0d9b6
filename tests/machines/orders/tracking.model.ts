import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import type { PublicOrder } from '#contract/order/order.ts';
import { type TrackingContext, trackingMachine } from '#machines/orders/tracking.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const code = '0123456789ABCDEF';
const order = (state: PublicOrder['state']): PublicOrder => ({
  code,
  state,
  type: 'SHIPPING',
  creationDate: '2026-11-21T12:00:00.000Z',
  name: 'M. P.',
  items: [{ name: 'Tomate', quantity: 2 }],
  events: [],
});

export const machine = trackingMachine;
export const model: Model<typeof trackingMachine> = {
  inputs: [{ code }],
  events: [{ type: 'load.retried' }, { type: 'network.restored' }, { type: 'page.shown' }],
  outcomes: {
    loadTracked: [
      { ok: order('SHIPPED') },
      { ok: order('COMPLETED') },
      refusedAs('NOT_FOUND'),
      refusedAs('MALFORMED'),
      refusedAs('TOO_MANY_REQUESTS'),
      fault,
      bug,
    ],
  },
  reduceContext: (context) => [context['order']?.state, context['failures'] > 0],
};

const expectedFor = (error: unknown): string =>
  error instanceof NetworkFault
    ? 'offline'
    : error instanceof ApiProblem && ['NOT_FOUND', 'MALFORMED'].includes(error.code)
      ? 'unknown'
      : error instanceof ApiProblem && error.code === 'TOO_MANY_REQUESTS'
        ? 'slowed'
        : 'failed';

/** What is asked is this order alone; its last word stays in sight; what is over is not asked for by a timer. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as TrackingContext;
  const event = steps.at(-1);
  expectThat(
    calls.every((call) => JSON.stringify(call) === JSON.stringify({ port: 'loadTracked', input: { code } })),
    'only this order is asked for',
  );
  expectThat(!snapshot.matches('shown') || context.order !== null, 'there is an order where one is shown');
  if (!before || !event) return;
  expectThat(
    before.context['order'] === null || context.order !== null,
    'what was known of it is not taken away',
  );
  if (event.type === 'load.retried')
    expectThat(snapshot.matches('looking'), 'asking again is a way out of everything');
  if (event.type === 'network.restored' && before.matches('offline'))
    expectThat(snapshot.matches('looking'), 'the network comes back, and it is asked again');
  if (event.type.startsWith('xstate.after'))
    expectThat(
      snapshot.matches('looking') || (before.context['order'] as PublicOrder).state === 'COMPLETED',
      'a timer asks again, except for what is over',
    );
  if (event.type.startsWith('xstate.after') && before.matches('shown'))
    expectThat(
      snapshot.matches('shown') === ((before.context['order'] as PublicOrder).state === 'COMPLETED'),
      'what is over moves no more',
    );
  if (before.matches('looking') && event['output'])
    expectThat(
      snapshot.matches('shown') && context.failures === 0 && context.problem === null,
      'an answer is shown',
    );
  if (before.matches('looking') && event['error']) {
    const expected = expectedFor(event['error']);
    expectThat(snapshot.matches(expected as never), `${expected} is said`);
    expectThat(context.problem !== null || expected !== 'slowed', 'how long to wait is kept');
  }
};
