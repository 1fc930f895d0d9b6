import { NetworkFault } from '#contract/problem.ts';
import { type OrderListContext, orderListMachine } from '#machines/orders/order-list.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, order } from '../samples.ts';

const filter = { status: 'over' };
const orders = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => order(from + n));

export const machine = orderListMachine;
export const model: Model<typeof orderListMachine> = {
  inputs: [{ filter }],
  events: [{ type: 'more.asked' }, { type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: {
    loadFound: [
      { ok: { orders: orders(1, 3), total: 5, all: 9 } },
      // Since the first page was read one was made: its last comes again with the second.
      { ok: { orders: orders(3, 5), total: 5, all: 10 } },
      { ok: { orders: [], total: 0, all: 9 } },
      fault,
      bug,
    ],
  },
  reduceContext: ({ orders: known, total, pages, failures }) => [
    known.length,
    total,
    Math.min(2, pages),
    Math.min(1, failures),
  ],
};

/** What was found stays in sight, each order once; a page is asked for after its forerunners, while there is one. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OrderListContext;
  const was = before?.context as OrderListContext | undefined;
  const event = steps.at(-1);
  for (const tag of ['empty', 'offline', 'failed'] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(tag), tag);
  expectThat(snapshot.hasTag('busy') === snapshot.matches('loading'), 'busy while nothing is known');
  const ids = context.orders.map(({ id }) => id);
  expectThat(new Set(ids).size === ids.length, 'no order stands there twice');
  if (snapshot.matches({ shown: 'resting' })) expectThat(ids.length > 0, 'what rests has something in it');
  const asked = calls.at(-1)?.input;
  if (snapshot.hasTag('busy') || snapshot.hasTag('more'))
    expectThat(
      JSON.stringify(asked) === JSON.stringify({ filter, page: snapshot.hasTag('more') ? context.pages : 0 }),
      'the next page of this filter is asked for',
    );
  if (!before || !was || !event) return;
  expectThat(
    was.orders.every(({ id }) => ids.includes(id)),
    'nothing that was found is taken away',
  );
  const output = event['output'] as OrderListContext | undefined;
  if (output) {
    expectThat(context.total === output.total && context.all === output.all, 'the newest count counts');
    expectThat(
      output.orders.every(({ id }) => ids.includes(id)),
      'what came is there',
    );
    expectThat(
      ids.length > 0 ? snapshot.matches({ shown: 'resting' }) : snapshot.matches('empty'),
      'is said',
    );
  }
  if (event['error'])
    expectThat(
      before.matches('loading')
        ? snapshot.matches(event['error'] instanceof NetworkFault ? 'offline' : 'failed')
        : snapshot.hasTag('stuck'),
      'a failure has its state',
    );
  if (event.type === 'load.retried' && (before.matches('offline') || before.matches('failed')))
    expectThat(snapshot.matches('loading'), 'tried again');
  if (event.type === 'network.restored' && (before.matches('offline') || before.hasTag('stuck')))
    expectThat(snapshot.hasTag('busy') || snapshot.hasTag('more'), 'the network is back');
  if (event.type === 'more.asked' && before.matches({ shown: 'resting' }))
    expectThat(snapshot.hasTag('more') === was.orders.length < was.total, 'more, while there is more');
  if (event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('loading'), 'by itself, after a while');
};
