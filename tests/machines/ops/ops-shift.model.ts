import { newIn } from '#machines/ops/board.ts';
import { type ShiftContext, shiftMachine } from '#machines/ops/shift.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { boardOf, childOf } from './ops-samples.ts';
import { bug, fault } from '../samples.ts';

export const machine = shiftMachine;
export const model: Model<typeof shiftMachine> = {
  inputs: [undefined],
  events: [
    { type: 'news.arrived' },
    { type: 'ring.answered', ids: [childOf(2)] },
    { type: 'sound.armed' },
    { type: 'sound.muted' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'network.lost' },
  ],
  outcomes: { loadBoard: [{ ok: boardOf(1) }, { ok: boardOf(1, 2) }, { ok: boardOf(3) }, fault, bug] },
  reduceContext: ({ board, ringing, isStale, failures }) => [
    board && newIn(board),
    ringing,
    isStale,
    failures > 0,
  ],
};

/** What came after the first look rings until somebody takes it; what was known stays in sight. */
export const oracle: Oracle = (snapshot, { steps, before, told }) => {
  const context = snapshot.context as ShiftContext;
  const event = steps.at(-1);
  const fresh = context.board ? newIn(context.board) : [];
  expectThat(
    context.ringing.every((id) => fresh.includes(id)),
    'what somebody took does not ring',
  );
  expectThat(
    !snapshot.hasTag('armed') || snapshot.hasTag('ringing') === context.ringing.length > 0,
    'an armed sound rings exactly while an order waits',
  );
  expectThat(!snapshot.hasTag('silent') || !snapshot.hasTag('ringing'), 'a silent device does not ring');
  if (!before || !event) return;
  const earlier = before.context as ShiftContext;
  expectThat(earlier.board === null || context.board !== null, 'the board is not taken away');
  if (event['output']) {
    const known = earlier.board ? newIn(earlier.board) : fresh;
    expectThat(
      fresh.every((id) => known.includes(id) || context.ringing.includes(id)),
      'an order that came rings',
    );
    expectThat(
      earlier.board !== null || context.ringing.length === 0,
      'what stood there at the beginning does not ring',
    );
    expectThat(
      snapshot.matches({ board: earlier.isStale ? 'following' : 'live' }),
      'news that came meanwhile is followed',
    );
  }
  if (event['error'])
    expectThat(
      snapshot.matches({ board: event['error'] === fault.error ? 'offline' : 'failed' }),
      'what failed is said',
    );
  if (event.type === 'network.lost')
    expectThat(!snapshot.hasTag('live') && !snapshot.hasTag('busy'), 'without a network nothing is live');
  if (event.type === 'network.restored' && !before.hasTag('busy') && !before.matches({ board: 'following' }))
    expectThat(snapshot.hasTag('busy'), 'with the network the board is read');
  if (event.type === 'news.arrived')
    expectThat(told.at(-1)?.action === 'notifyChanged', 'whoever shows an order hears of it');
  if (event.type === 'sound.armed') expectThat(snapshot.hasTag('armed'), 'a tap arms the sound');
  if (event.type === 'sound.muted') expectThat(snapshot.hasTag('silent'), 'a lost sound is said');
  if (event.type === 'ring.answered')
    expectThat(!context.ringing.includes(childOf(2)), 'what was answered is quiet');
};
