import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import { controlIssues } from '#domain/cart-controls.ts';
import { clampLines, mergeCarts } from '#domain/cart-limits.ts';
import { clampQuantity } from '#domain/line-limits.ts';
import { addLine, countUnits, lineKey, removeLine, setQuantity } from '#domain/cart-line.ts';
import { cartTotals, type CouponValue } from '#domain/money/cart-totals.ts';
import { totalsOnWire } from '#domain/money/statement.ts';
import { sum } from '#domain/money/money.ts';
import { anyCents, anyLine, anyLines, anyPercent, anyRules, RUNS } from './arbitraries.ts';

const line = (id: string, quantity: number, more: Partial<CartLine> = {}): CartLine => ({
  id,
  campaignId: 'feira',
  quantity,
  ...more,
});
const anyCoupon: fc.Arbitrary<CouponValue | null> = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant('PERCENT' as const), value: anyPercent }),
    fc.record({ type: fc.constant('FIXED' as const), value: anyCents }),
    fc.record({ type: fc.constant('FREE_SHIPPING' as const) }),
    fc.record({
      type: fc.constant('PERCENT' as const),
      value: anyPercent,
      campaignIds: fc.constant(['natal']),
    }),
  ),
);
const shuffled = <T>(list: readonly T[], seed: number) =>
  list
    .map((value, index) => ({ value, rank: (index * 7919 + seed) % 101 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

describe('cart lines', () => {
  it('are one when campaign, item, package and selection agree, however the selection is spelled', () => {
    const a = line('pizza', 1, {
      selection: [
        { item: { id: 'y' }, quantity: 1 },
        { item: { id: 'x' }, quantity: 1 },
        { item: { id: 'x' }, quantity: 1 },
      ],
    });
    const b = line('pizza', 1, {
      selection: [
        { item: { id: 'x' }, quantity: 2 },
        { item: { id: 'y' }, quantity: 1 },
      ],
    });
    expect(lineKey(a)).toBe(lineKey(b));
    expect(lineKey(line('a', 1))).toBe(
      lineKey(line('a', 9, { selection: [{ item: { id: 'x' }, quantity: 0 }], packageId: undefined })),
    );
    expect(
      new Set(
        [line('a', 1), line('a', 1, { packageId: 'box' }), line('a', 1, { campaignId: 'natal' }), b].map(
          lineKey,
        ),
      ).size,
    ).toBe(4);
  });

  it('sum when added again and leave at zero or less', () => {
    const lines = addLine(addLine([line('a', 2)], line('b', 1)), line('a', 3));
    expect(lines).toEqual([line('a', 5), line('b', 1)]);
    expect(addLine(lines, line('a', 0))).toEqual([line('b', 1)]);
    expect(addLine(lines, line('a', -1))).toEqual([line('b', 1)]);
    expect(setQuantity(lines, lineKey(line('a', 0)), 2)).toEqual([line('a', 2), line('b', 1)]);
    expect(setQuantity(lines, lineKey(line('a', 0)), 0)).toEqual([line('b', 1)]);
    expect(removeLine(lines, lineKey(line('b', 0)))).toEqual([line('a', 5)]);
  });

  it('keep every unit that was added, once per identity', () => {
    fc.assert(
      fc.property(anyLines, (added) => {
        const lines = added.reduce<typeof added>(addLine, []);
        expect(countUnits(lines)).toBe(countUnits(added));
        expect(new Set(lines.map(lineKey)).size).toBe(lines.length);
      }),
      RUNS,
    );
  });
});

describe('cart limits', () => {
  it('say which limit spoke', () => {
    expect(clampQuantity(5, { stock: 3, max: 4 })).toEqual({ quantity: 3, reason: 'STOCK' });
    expect(clampQuantity(5, { stock: 9, max: 4 })).toEqual({ quantity: 4, reason: 'MAX' });
    expect(clampQuantity(5, { stock: 4, max: 4 })).toEqual({ quantity: 4, reason: 'STOCK' });
    expect(clampQuantity(5, {})).toEqual({ quantity: 5, reason: null });
    expect(clampQuantity(2, { stock: 11, units: 6 })).toEqual({ quantity: 1, reason: 'STOCK' });
    expect(clampQuantity(2, { stock: -4 })).toEqual({ quantity: 0, reason: 'STOCK' });
  });

  it('are shared by all lines of one item', () => {
    const { lines, changes } = clampLines(
      [line('a', 2), line('a', 2, { packageId: 'box' })],
      ({ packageId }) => ({
        stock: 9,
        units: packageId ? 6 : 1,
      }),
    );
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(changes).toMatchObject([{ packageId: 'box', from: 2, wanted: 2, to: 1, reason: 'STOCK' }]);
  });

  it('list what a merge changes', () => {
    const { lines, changes } = mergeCarts(
      [line('a', 2), line('b', 1)],
      [line('a', 3), line('c', 9), line('b', 1)],
      ({ id }) => ({
        max: id === 'c' ? 4 : 10,
        stock: id === 'b' ? 1 : 50,
      }),
    );
    expect(lines).toEqual([line('a', 5), line('b', 1), line('c', 4)]);
    expect(changes).toMatchObject([
      { id: 'a', from: 2, to: 5, reason: 'MERGED' },
      { id: 'b', from: 1, wanted: 2, to: 1, reason: 'STOCK' },
      { id: 'c', from: 0, wanted: 9, to: 4, reason: 'MAX' },
    ]);
  });

  it('never let a merge exceed them, lose an unlimited unit or change a line unsaid', () => {
    fc.assert(
      fc.property(anyLines, anyLines, fc.integer({ min: 0, max: 40 }), (mine, theirs, stock) => {
        const current = mine.reduce<typeof mine>(addLine, []);
        const { lines, changes } = mergeCarts(current, theirs, () => ({ stock }));
        const perItem = new Map<string, number>();
        for (const { id, campaignId, quantity } of lines)
          perItem.set(id + campaignId, (perItem.get(id + campaignId) ?? 0) + quantity);
        for (const units of perItem.values()) expect(units).toBeLessThanOrEqual(stock);
        expect(countUnits(mergeCarts(current, theirs, () => ({})).lines)).toBe(
          countUnits(current) + countUnits(theirs),
        );
        const told = new Map(changes.map((change) => [change.key, change.to]));
        for (const before of current) {
          const after = lines.find((one) => lineKey(one) === lineKey(before))?.quantity ?? 0;
          if (after !== before.quantity) expect(told.get(lineKey(before))).toBe(after);
        }
      }),
      RUNS,
    );
  });

  it('report every campaign control that is not met', () => {
    const controls = { minItems: 3, maxItems: 5, minTotal: cents(5_000), maxPerAccount: 6 };
    expect(controlIssues([line('a', 2)], controls, cents(1_000)).map(({ type }) => type)).toEqual([
      'MIN_ITEMS',
      'MIN_TOTAL',
    ]);
    expect(controlIssues([line('a', 7)], controls, cents(9_000)).map(({ type }) => type)).toEqual([
      'MAX_ITEMS',
      'MAX_PER_ACCOUNT',
    ]);
    expect(controlIssues([line('a', 4)], controls, cents(5_000), 2)).toEqual([]);
  });
});

describe('cart totals', () => {
  it('take the line discount, then the coupon, then the payment discount, then add delivery', () => {
    const totals = cartTotals({
      lines: [
        { ...line('a', 3), price: cents(1_000) },
        { ...line('b', 1), price: cents(500) },
      ],
      rules: [
        {
          minimumQuantity: 3,
          discountType: 'allSameProducts',
          type: 'percentage',
          discount: 10,
          productId: 'a',
        },
      ],
      coupon: { type: 'PERCENT', value: 10 },
      paymentDiscountPercent: 5,
      shipping: cents(990),
    });
    expect(totals).toMatchObject({
      subTotal: 3_500,
      lineDiscount: 300,
      couponDiscount: 320,
      paymentDiscount: 144,
      discount: 764,
      shipping: 990,
      total: 3_726,
    });
    expect(totals.lines.map(({ net }) => net)).toEqual([2_700, 500]);
    expect(totalsOnWire(totals)).toEqual({
      subTotal: 35,
      discount: 3,
      coupon: 3.2,
      paymentDiscount: 1.44,
      shipping: 9.9,
      total: 37.26,
    });
  });

  it('never give more than the goods cost, and free delivery frees delivery only', () => {
    const lines = [{ ...line('a', 1), price: cents(500) }];
    expect(
      cartTotals({ lines, rules: [], coupon: { type: 'FIXED', value: cents(9_999) }, shipping: cents(700) }),
    ).toMatchObject({
      couponDiscount: 500,
      total: 700,
    });
    expect(
      cartTotals({ lines, rules: [], coupon: { type: 'FREE_SHIPPING' }, shipping: cents(700) }),
    ).toMatchObject({
      discount: 0,
      shippingFull: 700,
      shipping: 0,
      total: 500,
    });
    expect(cartTotals({ lines: [], rules: [] }).total).toBe(0);
  });

  it('take a coupon of one campaign off its lines only', () => {
    const lines = [
      { ...line('a', 1), price: cents(500) },
      { ...line('b', 1, { campaignId: 'natal' }), price: cents(1_000) },
    ];
    expect(
      cartTotals({ lines, rules: [], coupon: { type: 'PERCENT', value: 50, campaignIds: ['natal'] } })
        .couponDiscount,
    ).toBe(500);
    expect(
      cartTotals({ lines, rules: [], coupon: { type: 'FIXED', value: cents(9_999), campaignIds: ['feira'] } })
        .couponDiscount,
    ).toBe(500);
    expect(
      cartTotals({ lines, rules: [], coupon: { type: 'PERCENT', value: 50, campaignIds: [] } })
        .couponDiscount,
    ).toBe(750);
  });

  it('REL-11 add up for any cart in any order', () => {
    fc.assert(
      fc.property(
        anyLines,
        anyRules,
        anyCoupon,
        anyPercent,
        anyCents,
        fc.nat(100),
        (lines, rules, coupon, paymentDiscountPercent, shipping, seed) => {
          const totals = cartTotals({ lines, rules, coupon, paymentDiscountPercent, shipping });
          expect(totals.subTotal).toBe(sum(totals.lines.map(({ gross }) => gross)));
          expect(totals.subTotal - totals.discount + totals.shipping).toBe(totals.total);
          expect(totals.discount).toBe(totals.lineDiscount + totals.couponDiscount + totals.paymentDiscount);
          expect(totals.discount).toBeGreaterThanOrEqual(0);
          expect(totals.discount).toBeLessThanOrEqual(totals.subTotal);
          for (const one of totals.lines)
            expect(one.net >= 0 && one.gross - one.discount === one.net).toBe(true);
          const { lines: _, ...whole } = totals;
          const { lines: __, ...other } = cartTotals({
            lines: shuffled(lines, seed),
            rules,
            coupon,
            paymentDiscountPercent,
            shipping,
          });
          expect(other).toEqual(whole);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('never cost more for one more rule', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), anyRules, (lines, rules) => {
        expect(cartTotals({ lines, rules }).total).toBeLessThanOrEqual(
          cartTotals({ lines, rules: rules.slice(1) }).total,
        );
      }),
      RUNS,
    );
  });
});
