import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { HeldLine } from '#machines/cart/lines.ts';
import { HeldClock } from '#tests/support/browser/held-clock.ts';
import { cartOf, cartUuid, pricedLine, uuid } from '#tests/support/samples.ts';
import { prepare } from '#tests/support/walk.ts';
import { held } from './cart.held.ts';
import { machine } from './cart.model.ts';
import { NOW } from '../samples.ts';

/** With its word to whoever shows the cart, which a walk only notes. */
const { notifyRepeated } = machine.implementations.actions;
const spoken = prepare(machine).machine.provide({ actions: { notifyRepeated } } as never);

describe('an order that is bought again', () => {
  const orderedAgain = () => {
    const actor = createActor(spoken, { input: {}, clock: new HeldClock() }).start();
    const quantities = () =>
      (actor.getSnapshot().context['lines'] as HeldLine[]).map(({ quantity }) => quantity);
    const answer = (port: string, output: unknown) =>
      actor.send({ type: `xstate.done.actor.${port}`, output });
    const said: unknown[] = [];
    actor.send({ type: 'session.opened' });
    answer('loadSavedCart', null);
    actor.on('repeat.answered', ({ cartUuid: uuid, changes }) =>
      said.push([uuid, changes.map(({ kind }: { kind: string }) => kind)]),
    );
    actor.send({ type: 'order.repeated', lines: [held(1, 1), held(2, 1)], now: NOW });
    actor.send({ type: 'order.repeated', lines: [held(1, 1), held(2, 1)], now: NOW });
    answer('drawCart', { uuid: cartUuid });
    return { actor, answer, quantities, said };
  };
  const gone = {
    id: uuid(102),
    campaignId: held(2, 1).campaignId,
    kind: 'REMOVED',
    reason: 'GONE',
    name: 'Item 2',
  } as const;
  it.each([
    ['all of it at other prices: to the review', { unitPrice: 12 }, [], [cartUuid, ['PRICE']]],
    ['a part of it: to the cart', {}, [gone], [null, ['REMOVED']]],
    ['something that is sold out: to the cart', { available: 0 }, [], [null, []]],
  ] as const)(
    'buys an order again, once, and says where it goes on with %s',
    (_, first, changes, answered) => {
      const { actor, answer, said, quantities } = orderedAgain();
      expect([said, quantities()]).toEqual([[], [1, 1]]);
      const lines = [{ ...pricedLine(1, 1), ...first }, ...(changes.length > 0 ? [] : [pricedLine(2, 1)])];
      answer('putCart', cartOf(1, lines, { changes: [...changes] }));
      expect(said).toEqual([answered]);
      actor.stop();
    },
  );

  it('does not pass by what is in the cart already when an order is bought again', () => {
    const { actor, said } = orderedAgain();
    actor.send({ type: 'repeat.withdrawn' });
    actor.send({ type: 'order.repeated', lines: [held(1, 1)], now: NOW });
    expect(said).toEqual([[null, []]]);
    actor.stop();
  });
});
