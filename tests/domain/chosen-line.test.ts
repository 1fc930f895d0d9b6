import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import { clampLines } from '#domain/cart-limits.ts';
import type { KitChoice } from '#domain/cart-line.ts';
import { filledRoom, groupsBeside, heldPart, lineToChange } from '#domain/chosen-line.ts';
import { choiceGroups, choicesText, filledStock } from '#domain/choosing.ts';
import { chosenLinePrice, kitParts } from '#domain/selection.ts';
import { basket, children, idOf } from '../support/choices.ts';

const choice = (n: number) => [{ item: { id: idOf(n) }, quantity: 1 }];
const line = (n: number, more: Partial<CartLine> = {}): CartLine => ({
  id: basket.id,
  campaignId: basket.campaignId,
  quantity: 1,
  selection: choice(n),
  ...more,
});

describe('the line whose choices are changed', () => {
  const lines = [line(1), line(2, { packageId: 'caixa' }), line(3, { id: idOf(99) })];
  it('is the one with those choices, whatever it is taken by; the others are of the same item', () => {
    expect(lineToChange(lines, basket, choicesText(choice(2)))).toEqual({
      changed: lines[1],
      others: [lines[0]],
    });
  });
  it('is none where a line is made, where it is gone, and of another item', () => {
    for (const choices of [undefined, choicesText(choice(5)), choicesText(choice(3))])
      expect(lineToChange(lines, basket, choices)).toEqual({
        changed: undefined,
        others: lines.slice(0, 2),
      });
  });
});

describe('the room of an item that is filled', () => {
  const count = fc.nat(60);
  it('is never more than its stock, its limit or its parts allow, and as much as they do', () => {
    fc.assert(
      fc.property(
        fc.record({ quantity: count, max: fc.option(count, { nil: undefined }) }),
        fc.option(fc.record({ units: fc.integer({ min: 1, max: 12 }) })),
        count,
        fc.array(fc.record({ quantity: fc.nat(9), units: fc.option(fc.nat(6), { nil: undefined }) })),
        (item, pack, filled, others) => {
          const { most } = filledRoom(item, pack, filled, others);
          const fits = (quantity: number): boolean => {
            const units = quantity * (pack?.units ?? 1);
            const held = others.reduce((all, one) => all + one.quantity * (one.units ?? 1), 0);
            const lines = others.reduce((all, one) => all + one.quantity, 0);
            return (
              units <= filled && units + held <= item.quantity && quantity + lines <= (item.max ?? Infinity)
            );
          };
          if (most > 0) expect(fits(most)).toBe(true);
          expect(fits(most + 1)).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('an item that is filled, beside other lines of the cart', () => {
  const groups = choiceGroups(basket, children);
  const anyChoice = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), {
      selector: ([n]) => n,
      maxLength: 3,
    })
    .map((chosen) => chosen.flatMap(([n, quantity]) => choice(n).map((one) => ({ ...one, quantity }))));
  const anyLine = fc
    .record({
      quantity: fc.integer({ min: 1, max: 4 }),
      selection: anyChoice,
      units: fc.integer({ min: 1, max: 2 }),
      plain: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    })
    .map(({ plain, ...one }) => ({
      ...line(1),
      ...one,
      ...(plain === undefined ? {} : { id: idOf(plain), selection: [] }),
    }));
  const partsOf = ({ selection, units = 1 }: { selection?: KitChoice[] | undefined; units?: number }) =>
    kitParts(basket.kitItems, selection).map((part) => ({
      ...part,
      units: part.units * units,
      stock: children.find(({ id }) => id === part.id)?.quantity ?? 0,
    }));
  it('has the room that the shop leaves it when it counts the whole cart', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 4 }),
        anyChoice,
        fc.option(fc.integer({ min: 1, max: 3 })),
        (held, selection, units) => {
          const pack = units === null ? null : { units };
          const asked = { ...line(1), selection, quantity: 999, units: units ?? 1 };
          const { changes } = clampLines([...held, asked], (one) =>
            one === asked
              ? { stock: basket.quantity, units: asked.units, parts: partsOf(asked) }
              : { units: one.units, parts: partsOf(one).map((part) => ({ ...part, stock: Infinity })) },
          );
          const own = held.filter(({ id }) => id === basket.id);
          const filled = filledStock(groupsBeside(groups, basket, held), selection);
          expect(filledRoom(basket, pack, filled, own).most).toBe(changes.at(-1)?.to);
        },
      ),
      { numRuns: 2_000 },
    );
  });
  it('names the part that ends it only where another line holds it', () => {
    const beside = groupsBeside(groups, basket, [line(3, { quantity: 2 })]);
    expect(heldPart(beside, choice(3), null, 0)).toMatchObject({ name: 'Item 3', held: 4, stock: 1 });
    expect(heldPart(groups, choice(3), null, 0)).toBeUndefined();
    expect(heldPart(beside, choice(1), null, 0)).toBeUndefined();
  });
});

describe('what one of a line costs', () => {
  it('is the thing as it is filled, or the box with what the filling adds to each thing in it', () => {
    expect(chosenLinePrice(null, cents(1_000), cents(1_250))).toBe(1_250);
    expect(chosenLinePrice({ price: 27.9, units: 3 }, cents(1_000), cents(1_250))).toBe(3_540);
    expect(chosenLinePrice({ price: 27.9, units: 3 }, cents(1_000), cents(0))).toBe(0);
  });
});
