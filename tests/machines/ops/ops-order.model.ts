import type { OpsOrder } from '#contract/ops/orders.ts';
import { type OpsOrderContext, type Pictures, opsOrderMachine } from '#machines/ops/order.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { opsOrder } from './ops-samples.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const input = { id: opsOrder.id };
const photo = '00000009-0000-4000-8000-000000000301';
const returned: OpsOrder = {
  ...opsOrder,
  state: 'RETURN_REQUESTED',
  returnRequest: {
    kind: 'DEFECT',
    wish: 'REFUND',
    at: opsOrder.createdAt,
    items: [],
    amount: 10,
    withShipping: false,
    wanted: [],
    photos: [photo],
  },
};
export const machine = opsOrderMachine;
export const model: Model<typeof opsOrderMachine> = {
  inputs: [input],
  events: [{ type: 'order.changed' }, { type: 'load.retried' }, { type: 'network.restored' }],
  outcomes: {
    loadReturnPictures: [{ ok: { [photo]: 'data:,' } }, fault, bug],
    loadOpsOrder: [
      { ok: opsOrder },
      { ok: returned },
      refusedAs('NOT_FOUND'),
      refusedAs('MALFORMED'),
      fault,
      bug,
    ],
  },
  reduceContext: ({ order, pictures, failures }) => [
    Boolean(order),
    Boolean(order?.returnRequest),
    Object.keys(pictures),
    failures > 0,
  ],
};
const expectedFor = (error: unknown) =>
  error === fault.error ? 'offline' : error === bug.error ? 'failed' : 'unknown';

/** This order alone is asked for, and what was read of it stays. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OpsOrderContext;
  const event = steps.at(-1);
  for (const { port, input: asked } of calls)
    expectThat(
      JSON.stringify(asked) ===
        JSON.stringify(port === 'loadOpsOrder' ? input : { ...input, photos: [photo] }),
      'only this order and its pictures are asked for',
    );
  const isRead = photo in context.pictures;
  expectThat(
    !snapshot.matches({ shown: 'whole' }) || isRead || !context.order?.returnRequest,
    'an order is whole with its pictures',
  );
  expectThat(!snapshot.matches('shown') || context.order !== null, 'there is an order where one is shown');
  if (!before || !event) return;
  expectThat(before.context['order'] === null || context.order !== null, 'what was read stays in sight');
  const isTimer = event.type.startsWith('xstate.after');
  if (event.type === 'load.retried' || (isTimer && !before.matches('shown')))
    expectThat(snapshot.matches('reading'), 'asking again is a way out of everything');
  expectThat(!(photo in (before.context['pictures'] as Pictures)) || isRead, 'a picture is read once');
  if (before.matches({ shown: 'picturesOffline' }))
    expectThat(!snapshot.matches({ shown: 'whole' }), 'pictures that did not come are asked for again');
  if (before.matches({ shown: 'readingPictures' }) && (event['output'] || event['error'])) {
    expectThat(isRead === Boolean(event['output']), 'a picture that came is kept');
    expectThat(
      snapshot.matches({
        shown: event['output']
          ? 'whole'
          : event['error'] === fault.error
            ? 'picturesOffline'
            : 'picturesFailed',
      }),
      'the order stays in sight without its pictures',
    );
    return;
  }
  if (isTimer && before.matches('shown'))
    expectThat(snapshot.matches({ shown: 'readingPictures' }), 'pictures are asked for by themselves');
  if (event.type === 'order.changed' && (before.matches('shown') || before.matches('reading')))
    expectThat(snapshot.matches('reading') && calls.length > 1, 'a change is read');
  if (event.type === 'network.restored' && (before.matches('shown') || before.matches('offline')))
    expectThat(snapshot.matches('reading'), 'with the network it is read');
  if (event['output']) expectThat(snapshot.matches('shown') && !context.problem, 'an answer is shown');
  if (event['error'])
    expectThat(
      snapshot.matches(expectedFor(event['error'])) && context.problem !== null,
      'a refusal is said',
    );
};
