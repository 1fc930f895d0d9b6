import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { CartChange, PricedLine } from '#contract/cart.ts';
import { readCart } from '#machines/stored.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import type { HeldLine } from '#machines/cart/held-line.ts';
import { HeldClock } from '#tests/support/browser/held-clock.ts';
import { cartOf, pricedLine, uuid } from '#tests/support/samples.ts';
import { prepare } from '#tests/support/walk.ts';
import { held } from './cart.held.ts';
import { machine } from './cart.model.ts';

const { machine: quiet } = prepare(machine);
const dearer = (n: number, before: number): CartChange => ({
  id: held(n, 1).id,
  campaignId: held(n, 1).campaignId,
  name: `Item ${n}`,
  kind: 'PRICE',
  reason: 'PRICE',
  before,
  after: pricedLine(n, 1).unitPrice,
});
/** The cart of a browser once the account's saved one was found at a sign-in. */
function joined(lines: HeldLine[], products: PricedLine[], changes: CartChange[]) {
  const actor = createActor(quiet, {
    input: lines.length > 0 ? { memory: readCart(null, lines) } : {},
    clock: new HeldClock(),
  }).start();
  actor.send({ type: 'session.opened' });
  const output = cartOf(4, products, { uuid: uuid(8), changes });
  actor.send({ type: 'xstate.done.actor.loadSavedCart', output } as never); // as its port answers
  // The machine of the walks says less.
  const { merged, changes: unseen } = actor.getSnapshot().context as unknown as CartContext;
  actor.stop();
  return { merged, unseen };
}

describe('a cart that is joined with the saved one', () => {
  it('names old and new price of a line that costs something else than when it was put there', () => {
    const { merged } = joined([held(1, 1)], [pricedLine(2, 3), pricedLine(3, 1)], [dearer(2, 7.5)]);
    const { unitPrice: after } = pricedLine(2, 3);
    expect(merged).toMatchObject([
      { name: 'Item 2', to: 3, price: { before: 7.5, after } },
      { name: 'Item 3', to: 1 },
    ]);
    expect(merged[1]).not.toHaveProperty('price');
  });
  it('leaves a line that was at hand to say its own price, which was seen there', () => {
    const { merged } = joined([held(1, 1)], [pricedLine(1, 2)], [dearer(1, 7.5)]);
    expect(merged).toMatchObject([{ name: 'Item 1', from: 1, to: 3 }]);
    expect(merged[0]).not.toHaveProperty('price');
  });
  it('takes the price of the line that costs that much, where an item has several', () => {
    const box = { ...pricedLine(2, 1), packageId: 'box', unitPrice: 55 };
    const { merged } = joined(
      [held(1, 1)],
      [pricedLine(2, 3), box],
      [{ ...dearer(2, 50), after: 55 }, dearer(2, 7.5)],
    );
    expect(merged.map(({ packageId, price }) => [packageId, price?.before])).toEqual([
      [undefined, 7.5],
      ['box', 50],
    ]);
  });
  it('tells what left, became fewer or lost its discount in the saved cart, but not of what was at hand', () => {
    const told = (n: number, kind: CartChange['kind'], more: Partial<CartChange>): CartChange => ({
      ...dearer(n, 1),
      kind,
      ...more,
    });
    const changes = [
      told(4, 'REMOVED', { reason: 'GONE' }),
      told(2, 'QUANTITY', { reason: 'STOCK', before: 5, after: 3 }),
      told(3, 'DISCOUNT', { before: 10, after: 5 }),
    ];
    const atHand = told(1, 'QUANTITY', { reason: 'STOCK', before: 9, after: 2 });
    const { unseen } = joined(
      [held(1, 1)],
      [pricedLine(1, 2), pricedLine(2, 3), pricedLine(3, 1)],
      [...changes, atHand, dearer(2, 7.5)],
    );
    expect(unseen).toEqual(changes);
  });
  it('says the prices at the lines where nothing was at hand', () => {
    const { merged, unseen } = joined([], [pricedLine(2, 3)], [dearer(2, 7.5)]);
    expect([merged, unseen]).toEqual([[], [dearer(2, 7.5)]]);
  });
});
