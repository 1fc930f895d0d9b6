import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KitItem } from '#contract/catalog.ts';
import { cents, reaisOf } from '#contract/money.ts';
import { clampLines } from '#domain/cart-limits.ts';
import { type KitChoice, canonicalSelection } from '#domain/cart-line.ts';
import {
  boxPrice,
  defaultSelection,
  flavorDifference,
  flavorIssues,
  flavorPrice,
  kitIssues,
  kitParts,
  kitPrice,
} from '#domain/selection.ts';
import { RUNS } from './arbitraries.ts';

const option = (
  groupId: string,
  id: string,
  min: number,
  max: number,
  more: Partial<KitItem> = {},
): KitItem => ({
  groupId,
  groupName: groupId,
  min,
  max,
  item: { id, name: id, images: [] },
  quantity: 1,
  priceDelta: 0,
  default: false,
  ...more,
});
const kit = [
  option('pao', 'a', 1, 1, { default: true }),
  option('pao', 'b', 1, 1, { priceDelta: 2.5 }),
  option('fruta', 'x', 0, 3, { quantity: 2 }),
  option('fruta', 'y', 0, 3, { priceDelta: 1.25, quantity: 3 }),
];
const choose = (...pairs: [string, number][]): KitChoice[] =>
  pairs.map(([id, quantity]) => ({ item: { id }, quantity }));
const anyChoice = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'x', 'y', 'z'), fc.integer({ min: 1, max: 4 })), { maxLength: 6 })
  .map((pairs) => choose(...pairs));
const units = (choices: readonly KitChoice[], ...ids: string[]) =>
  choices.filter(({ item }) => ids.includes(item.id)).reduce((all, { quantity }) => all + quantity, 0);

describe('kits', () => {
  it('say which group has too little, too much or a stranger', () => {
    expect(kitIssues(kit, choose(['a', 1]))).toEqual([]);
    expect(kitIssues(kit, undefined)).toEqual([{ type: 'MIN', groupId: 'pao', required: 1, current: 0 }]);
    expect(kitIssues(kit, choose(['a', 1], ['b', 1], ['x', 2], ['y', 2], ['z', 1]))).toEqual([
      { type: 'UNKNOWN', required: 0, current: 1 },
      { type: 'MAX', groupId: 'pao', required: 1, current: 2 },
      { type: 'MAX', groupId: 'fruta', required: 3, current: 4 },
    ]);
    expect(defaultSelection(kit)).toEqual(choose(['a', 1]));
  });

  it('are allowed exactly when every group is within its limits, however the selection is spelled', () => {
    fc.assert(
      fc.property(anyChoice, (selection) => {
        const fits =
          units(selection, 'a', 'b') === 1 && units(selection, 'x', 'y') <= 3 && units(selection, 'z') === 0;
        expect(kitIssues(kit, selection).length === 0).toBe(fits);
        expect(kitIssues(kit, selection.toReversed())).toEqual(kitIssues(kit, canonicalSelection(selection)));
      }),
      RUNS,
    );
  });

  it('cost their own price and what each choice adds, and take the units of each choice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), anyChoice, (base, selection) => {
        expect(kitPrice(cents(base), kit, selection)).toBe(
          base + 250 * units(selection, 'b') + 125 * units(selection, 'y'),
        );
        expect(kitParts(kit, selection).reduce((all, part) => all + part.units, 0)).toBe(
          units(selection, 'a', 'b', 'z') + 2 * units(selection, 'x') + 3 * units(selection, 'y'),
        );
      }),
      RUNS,
    );
  });

  it('share the stock of their parts with each other and with the parts sold alone', () => {
    const anyLines = fc.array(
      fc.record({
        id: fc.constantFrom('kit', 'x', 'y'),
        quantity: fc.integer({ min: 1, max: 9 }),
        x: fc.integer({ min: 0, max: 3 }),
        y: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        anyLines,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (asked, x, y) => {
          const stock = { kit: 99, x, y };
          const wanted = asked.map((one) => ({
            id: one.id,
            campaignId: 'feira',
            quantity: one.quantity,
            parts:
              one.id === 'kit'
                ? [
                    { id: 'x', units: one.x },
                    { id: 'y', units: one.y },
                  ].filter((part) => part.units > 0)
                : [],
          }));
          const { lines, changes } = clampLines(wanted, (one) => ({
            stock: stock[one.id as keyof typeof stock],
            parts: one.parts.map((part) => ({ ...part, stock: stock[part.id as keyof typeof stock] })),
          }));
          for (const id of ['x', 'y'] as const) {
            const used = lines.reduce(
              (all, one) =>
                all +
                one.quantity *
                  ((one.id === id ? 1 : 0) + (one.parts.find((part) => part.id === id)?.units ?? 0)),
              0,
            );
            expect(used).toBeLessThanOrEqual(stock[id]);
          }
          if (changes.length === 0) expect(lines).toEqual(wanted);
          expect(changes.every((change) => change.to < change.wanted && change.reason === 'STOCK')).toBe(
            true,
          );
        },
      ),
      RUNS,
    );
  });
});

describe('flavours', () => {
  it('are counted against the limits of their item', () => {
    const rule = { min: 2, max: 3, price: 'SUM' as const };
    expect(flavorIssues(rule, ['a', 'b'], choose(['a', 1], ['b', 1]))).toEqual([]);
    expect(flavorIssues(rule, ['a', 'b'], choose(['a', 1]))).toEqual([
      { type: 'MIN', required: 2, current: 1 },
    ]);
    expect(flavorIssues(rule, ['a', 'b'], choose(['a', 3], ['c', 1]))).toEqual([
      { type: 'UNKNOWN', required: 0, current: 1 },
      { type: 'MAX', required: 3, current: 4 },
    ]);
  });

  it('cost their sum, the dearest or the mean', () => {
    const chosen = [
      { price: cents(1_000), quantity: 1 },
      { price: cents(1_501), quantity: 1 },
    ];
    expect(['SUM', 'HIGHEST', 'AVERAGE'].map((rule) => reaisOf(flavorPrice(rule as 'SUM', chosen)))).toEqual([
      25.01, 15.01, 12.51,
    ]);
    expect(flavorPrice('AVERAGE', [])).toBe(0);
    const anyChosen = fc.array(
      fc.record({
        price: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(anyChosen, (some) => {
        const [sum, highest, average] = (['SUM', 'HIGHEST', 'AVERAGE'] as const).map((rule) =>
          flavorPrice(rule, some),
        );
        const parts = some.reduce((all, { quantity }) => all + quantity, 0);
        expect(sum).toBe(some.reduce((all, { price, quantity }) => all + price * quantity, 0));
        expect(highest).toBe(some.map(({ price }) => price).toSorted((a, b) => b - a)[0]);
        expect(Math.abs((average ?? 0) * parts - (sum ?? 0)) * 2).toBeLessThanOrEqual(parts);
        expect(average).toBeLessThanOrEqual(highest ?? 0);
        expect(flavorPrice('AVERAGE', some.toReversed())).toBe(average);
      }),
      RUNS,
    );
  });

  it('differ from the cheapest by what one of them makes dearer', () => {
    const anyPrice = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
    fc.assert(
      fc.property(
        fc.array(anyPrice, { minLength: 1, maxLength: 6 }),
        anyPrice,
        fc.integer({ min: 1, max: 6 }),
        (others, own, min) => {
          const prices = [...others, own];
          const more = own - Math.min(...prices);
          const [sum, highest, average = 0] = (['SUM', 'HIGHEST', 'AVERAGE'] as const).map((price) =>
            flavorDifference({ min, max: min, price }, prices, own),
          );
          expect([sum, highest]).toEqual([more, more]);
          expect(Math.abs(average * min - more) * 2).toBeLessThanOrEqual(min);
        },
      ),
      RUNS,
    );
  });
});

describe('boxes', () => {
  it('cost their own price where nothing was chosen that costs more, and as much more for each thing in them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (price, number, plain, filled) => {
          const box = { price: cents(price), units: number };
          expect(boxPrice(box, cents(plain), cents(plain))).toBe(price);
          expect(boxPrice(box, cents(plain), cents(filled))).toBe(
            Math.max(0, price + number * (filled - plain)),
          );
        },
      ),
      RUNS,
    );
  });
});
