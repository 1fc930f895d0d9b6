import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import {
  type BucketLeft,
  balanceOf,
  liveBuckets,
  payable,
  spend,
  unitsFor,
  valueOfUnits,
} from '#domain/money/wallet.ts';
import { anyCents, RUNS } from '../arbitraries.ts';

const anyBuckets: fc.Arbitrary<BucketLeft[]> = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 0, max: 1_000 }),
      expiresAt: fc.option(fc.integer({ min: 0, max: 10 })),
    }),
    { maxLength: 6 },
  )
  .map((buckets) => buckets.map((bucket, index) => ({ ...bucket, id: String(index) })));

describe('wallets', () => {
  it('spend what expires first, and never what has expired', () => {
    const buckets = [
      { id: 'a', amount: 5, expiresAt: null },
      { id: 'b', amount: 5, expiresAt: 9 },
      { id: 'c', amount: 5, expiresAt: 4 },
      { id: 'd', amount: 5, expiresAt: 7 },
    ];
    expect(spend(buckets, 12, 4)).toEqual([
      { id: 'd', units: 5 },
      { id: 'b', units: 5 },
      { id: 'a', units: 2 },
    ]);
    expect(spend(buckets, 16, 4)).toBeNull();
    fc.assert(
      fc.property(
        anyBuckets,
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 0, max: 10 }),
        (some, units, now) => {
          const taken = spend(some, units, now);
          const has = some
            .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
            .reduce((all, { amount }) => all + amount, 0);
          expect(balanceOf(some, now)).toBe(has);
          expect(taken !== null).toBe(units <= has);
          if (!taken) return;
          expect(taken.reduce((all, part) => all + part.units, 0)).toBe(units);
          const order = liveBuckets(some, now);
          // Only the last one that is touched may keep something.
          taken.forEach((part, index) => {
            expect(order[index]?.id).toBe(part.id);
            if (index < taken.length - 1) expect(part.units).toBe(order[index]?.amount);
          });
          expect(spend(some.toReversed(), units, now)).toEqual(taken);
        },
      ),
      RUNS,
    );
  });

  it('take the fewest points that are worth an amount', () => {
    expect([
      unitsFor(cents(1_000), { unit: 'PTS', rate: 0.03 }),
      valueOfUnits(333, { unit: 'PTS', rate: 0.03 }),
      unitsFor(cents(1), { unit: 'PTS', rate: null }),
      unitsFor(cents(990), { unit: 'BRL', rate: null }),
    ]).toEqual([334, 999, null, 990]);
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 1, max: 50_000 }), (amount, rate) => {
        const wallet = { unit: 'PTS' as const, rate: rate / 10_000 };
        const units = unitsFor(amount, wallet) ?? 0;
        expect(units * rate).toBeGreaterThanOrEqual(amount * 100);
        expect((units - 1) * rate).toBeLessThan(amount * 100 || 1);
        expect(valueOfUnits(units, wallet)).toBeGreaterThanOrEqual(amount);
      }),
      RUNS,
    );
  });

  it('pay goods of their campaigns only, and never more than the order', () => {
    const goods = [
      { campaignId: 'feira', net: cents(500) },
      { campaignId: 'natal', net: cents(700) },
    ];
    expect([
      payable([], goods, cents(1_300)),
      payable(['natal'], goods, cents(1_300)),
      payable(['outra'], goods, cents(1_300)),
      payable(['natal'], goods, cents(600)),
    ]).toEqual([1_300, 700, 0, 600]);
    fc.assert(
      fc.property(
        fc.array(fc.record({ campaignId: fc.constantFrom('feira', 'natal'), net: anyCents }), {
          maxLength: 4,
        }),
        fc.subarray(['feira', 'natal', 'outra']),
        anyCents,
        (some, ids, total) => {
          const most = payable(ids, some, total);
          expect(most).toBeGreaterThanOrEqual(0);
          expect(most).toBeLessThanOrEqual(total);
          if (ids.length)
            expect(most).toBe(
              Math.min(
                total,
                some
                  .filter(({ campaignId }) => ids.includes(campaignId))
                  .reduce((all, { net }) => all + net, 0),
              ),
            );
        },
      ),
      RUNS,
    );
  });
});
