import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KitChoice } from '#domain/cart-line.ts';
import {
  addedIn,
  canBeFilled,
  choiceGroups,
  choiceIssues,
  choicesIn,
  choicesText,
  chosenIn,
  chosenPrice,
  filledStock,
  isFixed,
  namedChoices,
  possibleChoices,
  roomFor,
  withChoice,
} from '#domain/choosing.ts';
import { basket, cake, children, idOf } from '../support/choices.ts';
import { RUNS } from './arbitraries.ts';

const groups = choiceGroups(basket, children);
const flavors = choiceGroups(cake, children);
const choose = (...pairs: [number, number][]): KitChoice[] =>
  pairs.map(([n, quantity]) => ({ item: { id: idOf(n) }, quantity }));
const group = (id: string) => {
  const found = groups.find((one) => one.id === id);
  if (!found) throw new Error(`no group ${id}`);
  return found;
};
const anyTaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -1, max: 9 })), {
  maxLength: 20,
});

describe('what can be chosen', () => {
  it('is the groups of a kit in the order of the shop, with the stock of each option', () => {
    expect(groups.map(({ id, name, min, max, options }) => [id, name, min, max, options.length])).toEqual([
      ['pao', 'Pão', 1, 1, 2],
      ['fruta', 'Frutas', 0, 3, 2],
    ]);
    expect(group('fruta').options.map(({ units, stock, price }) => [units, stock, price])).toEqual([
      [2, 5, 0],
      [1, 50, 125],
    ]);
  });
  it('is the flavours of an item with their prices, without one that the catalog does not have', () => {
    expect(flavors.map(({ name, min, max }) => [name, min, max])).toEqual([[null, 2, 2]]);
    expect(flavors[0]?.options.map(({ price }) => price)).toEqual([2890, 2490]);
    expect(choiceGroups(cake, children.slice(0, 4))[0]?.options).toEqual([]);
    expect(choiceGroups({ ...basket, type: 'PRODUCT', kitItems: [] }, [])).toEqual([]);
  });
  it('is as much as the group and the stock leave room for', () => {
    const [melon, grape] = group('fruta').options;
    if (!melon || !grape) throw new Error('two fruits');
    expect(roomFor(group('fruta'), [], melon)).toEqual({ most: 2, reason: 'STOCK' });
    expect(roomFor(group('fruta'), choose([3, 2]), grape)).toEqual({ most: 1, reason: 'GROUP' });
    expect(roomFor(group('fruta'), choose([4, 3]), melon)).toEqual({ most: 0, reason: 'GROUP' });
    expect(canBeFilled(group('pao'))).toBe(true);
    expect(canBeFilled({ ...group('pao'), options: [{ ...melon, stock: 1 }] })).toBe(false);
  });
});

describe('a choice', () => {
  it('takes the place of the other where only one can be had, and is cut to what there is room for', () => {
    expect(withChoice(groups, choose([1, 1]), idOf(2), 1)).toEqual(choose([2, 1]));
    expect(withChoice(groups, choose([1, 1]), idOf(1), 0)).toEqual([]);
    expect(withChoice(groups, choose([1, 1]), idOf(3), 9)).toEqual(choose([1, 1], [3, 2]));
    expect(withChoice(groups, choose([1, 1]), 'stranger', 1)).toEqual(choose([1, 1]));
  });
  it('never breaks the most of a group or takes more than there is, whatever is tapped', () => {
    fc.assert(
      fc.property(anyTaps, (taps) => {
        const selection = taps.reduce<KitChoice[]>(
          (all, [n, quantity]) => withChoice(groups, all, idOf(n), quantity),
          [],
        );
        expect(choiceIssues(basket, selection).filter(({ type }) => type !== 'MIN')).toEqual([]);
        expect(filledStock(groups, selection)).toBeGreaterThanOrEqual(1);
        expect(choicesIn(choicesText(selection))).toEqual(selection);
        expect(possibleChoices(groups, selection)).toEqual(selection);
      }),
      RUNS,
    );
  });
  it('out of an address is only what can be had', () => {
    expect(possibleChoices(groups, choose([1, 1], [2, 1], [3, 7], [9, 1]))).toEqual(choose([1, 1], [3, 2]));
    expect(choicesIn('0')).toEqual([]);
    expect(choicesIn(`${idOf(1)}.1_nonsense_${idOf(2)}.0_${idOf(3)}.2`)).toEqual(choose([1, 1], [3, 2]));
  });
  it('brings along what comes with every one, whatever was chosen', () => {
    const fixed = choiceGroups({ ...basket, kitItems: basket.kitItems.slice(1, 2) }, children);
    expect(fixed.map(isFixed)).toEqual([true]);
    expect(groups.concat(flavors).some(isFixed)).toBe(false);
    expect(possibleChoices(fixed, [])).toEqual(choose([2, 1]));
    expect(possibleChoices(fixed, choose([2, 1]))).toEqual(choose([2, 1]));
  });
  it('says its price, its names and how often the stock allows it', () => {
    const selection = choose([1, 1], [3, 1], [4, 2]);
    expect(chosenPrice(basket, groups, selection)).toBe(2000 + 250);
    expect(namedChoices(groups, selection).map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Item 1', 1],
      ['Item 3', 1],
      ['Item 4', 2],
    ]);
    expect(filledStock(groups, selection)).toBe(2);
    expect(filledStock(groups, [])).toBe(Infinity);
    expect(chosenIn(group('fruta'), selection)).toBe(3);
  });
  it('adds to the price what its groups add, one by one', () => {
    expect(addedIn(group('fruta'), choose([2, 1], [3, 1], [4, 2]))).toBe(250);
    expect(flavors.map((one) => addedIn(one, choose([5, 2])))).toEqual([0]);
    fc.assert(
      fc.property(anyTaps, (taps) => {
        const chosen = possibleChoices(groups, choose(...taps));
        const added = groups.map((one) => addedIn(one, chosen)).reduce((all, one) => all + one, 0);
        expect(chosenPrice(basket, groups, chosen)).toBe(2000 + added);
      }),
      RUNS,
    );
  });
  it('of flavours costs what the rule of the item says, and without any what the shelf says', () => {
    expect(chosenPrice(cake, flavors, [])).toBe(2490);
    expect(chosenPrice(cake, flavors, choose([5, 1], [6, 1]))).toBe(2690);
    expect(choiceIssues(cake, choose([5, 1]))).toEqual([{ type: 'MIN', required: 2, current: 1 }]);
    expect(choiceIssues({ ...basket, type: 'PRODUCT' }, [])).toEqual([]);
  });
});
