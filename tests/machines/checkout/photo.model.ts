import { type PhotoContext, photoMachine } from '#machines/checkout/photo.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { refusal, uuid } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault } from '../samples.ts';

const prepared = { photo: '/9j/', picture: 'data:image/jpeg;base64,/9j/' };

export const machine = photoMachine;
export const model: Model<typeof photoMachine> = {
  inputs: [{ id: null }, { id: uuid(1) }],
  events: [
    { type: 'photo.chosen', file: new Blob(['x']) },
    { type: 'photo.removed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    preparePhoto: [{ ok: prepared }, bug],
    sendPhoto: [{ ok: { id: uuid(2) } }, fault, refusal('MALFORMED'), bug],
    loadPhoto: [{ ok: prepared.picture }, fault, refusal('NOT_FOUND')],
    removePhoto: [{ ok: null }, fault],
  },
  reduceContext: (given) => {
    const { id, photo, picture, problem } = given as PhotoContext;
    return [id, photo !== null, picture !== null, problem?.code];
  },
};

/** The answer is what the shop has: told when it comes and when it goes, and never before it is there. */
export const oracle: Oracle = (snapshot, { steps, calls, told, before: earlier }) => {
  const context = snapshot.context as PhotoContext;
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /recalling|preparing|sending|removing/],
    ['offline', /waiting/],
    ['refused', /unreadable|refused|lost/],
    ['pending', /preparing|sending|waiting/],
  ] as const)
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  expectThat((context.id !== null) === /recalling|kept|removing/.test(value), `${value}: an id`);
  for (const { port, input: sent } of calls)
    if (port === 'sendPhoto')
      expectThat((sent as { photo: string }).photo === prepared.photo, 'an empty photo is sent');
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const { type } = event;
  const answered = told.length;
  if (type === 'xstate.done.actor.send')
    expectThat(
      snapshot.matches('kept') && context.id === uuid(2) && context.photo === null && answered > 0,
      'a photo that is there is the answer, and shown',
    );
  if (type === 'xstate.error.actor.send')
    expectThat(
      context.photo !== null &&
        context.problem !== null &&
        snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'waiting' : 'refused'),
      'what was not taken is kept here, and said',
    );
  if (type === 'xstate.error.actor.load')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'kept' : 'lost'),
      'a photo that is gone is asked for again, one that is not seen counts',
    );
  if (
    earlier.matches('waiting') &&
    (type === 'network.restored' || type === 'load.retried' || type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('sending'), 'it goes again when the network is back');
  if (type === 'photo.removed') {
    if (earlier.matches('kept') || earlier.matches('recalling'))
      expectThat(snapshot.matches('removing') && answered > 0, 'a photo taken back is no answer any more');
    else if (/sending|waiting|refused/.test(JSON.stringify(earlier.value)))
      expectThat(
        snapshot.matches('empty') && context.photo === null,
        'what is not there yet is simply dropped',
      );
  }
  if (type === 'photo.chosen' && /empty|unreadable|refused|lost/.test(JSON.stringify(earlier.value)))
    expectThat(snapshot.matches('preparing'), 'another can be chosen');
  if (type.endsWith('.actor.remove')) expectThat(snapshot.matches('empty'), 'whatever the shop says of it');
};
