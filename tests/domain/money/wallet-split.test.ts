import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import {
  balanceOf,
  mayPay,
  mostOver,
  payable,
  payableBeside,
  spend,
  splitOver,
  unitsFor,
  valueOfUnits,
} from '#domain/money/wallet.ts';
import { RUNS } from '../arbitraries.ts';

const CAMPAIGNS = ['feira', 'natal', 'cafe'] as const;
const amount = (max: number) => fc.integer({ min: 0, max }).map(cents);
const anyGoods = fc.uniqueArray(
  fc.record({ campaignId: fc.constantFrom(...CAMPAIGNS), net: amount(3_000) }),
  { selector: ({ campaignId }) => campaignId, maxLength: 3 },
);
/** Money or points, bound to campaigns or not, some of it over by then. */
const anyWallet = fc.record({
  unit: fc.oneof(
    fc.constant({ unit: 'BRL' as const, rate: null }),
    fc.integer({ min: 1, max: 50_000 }).map((rate) => ({ unit: 'PTS' as const, rate: rate / 10_000 })),
    fc.constant({ unit: 'PTS' as const, rate: null }),
  ),
  campaignIds: fc.subarray([...CAMPAIGNS, 'outra']),
  asked: amount(6_000),
  buckets: fc
    .array(
      fc.record({
        amount: fc.integer({ min: 0, max: 2_000 }),
        expiresAt: fc.option(fc.integer({ min: 0, max: 10 })),
      }),
      { maxLength: 4 },
    )
    .map((some) => some.map((one, at) => ({ ...one, id: String(at) }))),
});
const NOW = 5;
const allOf = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const anyOrder = fc
  .record({
    goods: anyGoods,
    delivery: amount(1_500),
    wallets: fc.array(anyWallet, { maxLength: 5 }),
  })
  .map(({ goods, delivery, wallets }) => ({
    sums: { goods, total: cents(delivery + allOf(goods.map(({ net }) => net))) },
    wallets: wallets.map((one) => ({
      ...one,
      has: valueOfUnits(balanceOf(one.buckets, NOW), one.unit),
    })),
  }));
/**
 * Whether amounts can be laid on what is to be paid, looked at from the goods: whichever campaigns are taken, wallets
 * that may pay nothing else pay no more than these cost. The rule itself looks at sets of wallets.
 */
function fits(
  parts: readonly { campaignIds: readonly string[]; amount: number }[],
  room: ReadonlyMap<string, number>,
): boolean {
  const names = [...room.keys()];
  return Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_name, at) => bits & (1 << at)),
  ).every((some) => {
    const bound = parts.filter(({ campaignIds }) => {
      const mine = campaignIds.length ? campaignIds.filter((id) => room.has(id)) : names;
      return mine.every((id) => some.includes(id));
    });
    return (
      bound.reduce((all, part) => all + part.amount, 0) <=
      some.reduce((all, name) => all + (room.get(name) ?? 0), 0)
    );
  });
}

describe('several wallets of one order', () => {
  it('never pay more than one has, than was asked or than is to be paid, whichever of them are looked at', () => {
    fc.assert(
      fc.property(anyOrder, ({ sums, wallets }) => {
        const parts = splitOver(wallets, sums);
        const room = new Map(sums.goods.map(({ campaignId, net }): [string, number] => [campaignId, net]));
        room.set('delivery', sums.total - allOf(sums.goods.map(({ net }) => net)));
        parts.forEach((part, at) => {
          const { asked, has } = wallets[at] ?? { asked: 0, has: 0 };
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(Math.min(asked, has));
        });
        expect(allOf(parts)).toBeLessThanOrEqual(sums.total);
        const paying = parts.map((part, at) => ({
          campaignIds: wallets[at]?.campaignIds ?? [],
          amount: part,
        }));
        expect(fits(paying, room)).toBe(true);
        expect(mayPay(paying, sums)).toBe(true);
        // And nobody could pay a centavo more beside the others.
        for (const [at, one] of paying.entries()) {
          const { asked, has } = wallets[at] ?? { asked: 0, has: 0 };
          if (one.amount === Math.min(asked, has)) continue;
          const more = paying.with(at, { ...one, amount: cents(one.amount + 1) });
          expect(fits(more, room)).toBe(false);
          expect(mayPay(more, sums)).toBe(false);
        }
      }),
      RUNS,
    );
  });

  it('are taken to the unit: the soonest to expire first, the fewest points that are worth the part', () => {
    fc.assert(
      fc.property(anyOrder, ({ sums, wallets }) => {
        for (const [at, part] of splitOver(wallets, sums).entries()) {
          const one = wallets[at];
          if (!one || part === 0) continue;
          const units = unitsFor(part, one.unit) ?? Number.NaN;
          const taken = spend(one.buckets, units, NOW);
          expect(taken?.reduce((all, { units: some }) => all + some, 0)).toBe(units);
          expect(valueOfUnits(units, one.unit)).toBeGreaterThanOrEqual(part);
          expect(valueOfUnits(units - 1, one.unit)).toBeLessThan(part);
        }
      }),
      RUNS,
    );
  });

  it('pay the same together in whatever order they are asked', () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 0, max: 4 }), ({ sums, wallets }, turns) => {
        const turned = [...wallets.slice(turns), ...wallets.slice(0, turns)];
        expect(allOf(splitOver(turned, sums))).toBe(allOf(splitOver(wallets, sums)));
        expect(mostOver(turned, sums)).toBe(mostOver(wallets, sums));
      }),
      RUNS,
    );
  });

  it('leave goods of one campaign to the wallet that can pay nothing else', () => {
    const sums = {
      goods: [
        { campaignId: 'feira', net: cents(500) },
        { campaignId: 'natal', net: cents(700) },
      ],
      total: cents(1_300),
    };
    const both = { campaignIds: ['feira', 'natal'], amount: cents(700) };
    expect([
      payableBeside(['feira'], [both], sums),
      payableBeside(['feira'], [{ ...both, amount: cents(800) }], sums),
      payableBeside(['natal'], [{ campaignIds: ['natal'], amount: cents(700) }], sums),
      payableBeside([], [both], sums),
      payableBeside(['outra'], [], sums),
    ]).toEqual([500, 400, 0, 600, 0]);
    fc.assert(
      fc.property(anyOrder, ({ sums: some, wallets }) => {
        for (const { campaignIds } of wallets)
          expect(payableBeside(campaignIds, [], some)).toBe(payable(campaignIds, some.goods, some.total));
      }),
      RUNS,
    );
  });
});
