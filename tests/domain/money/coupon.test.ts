import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { type Goods, cartTotals, goodsTotals, paidAt } from '#domain/money/cart-totals.ts';
import { totalsOf, totalsOnWire } from '#domain/money/statement.ts';
import {
  type Promotion,
  couponInForce,
  couponRefusal,
  couponTerms,
  couponValueOf,
  goodsOf,
  goodsPaid,
  sharesOf,
} from '#domain/money/coupon.ts';
import { anyCents, anyLines, anyPercent, anyRules, RUNS } from '../arbitraries.ts';

const plain: Promotion = {
  type: 'PERCENT',
  percent: 10,
  amount: null,
  campaignIds: [],
  minTotal: null,
  max: null,
  perBuyer: null,
  used: 0,
  startsAt: null,
  endsAt: null,
  active: true,
};
/** Goods that a promotion is for. */
const coveredBy = ({ campaignIds }: Pick<Promotion, 'campaignIds'>, goods: readonly Goods[]) =>
  goods.filter((one) => campaignIds.length === 0 || campaignIds.includes(one.campaignId));
const cart = { goods: [{ campaignId: 'feira', net: cents(5_000) }], buyerUses: 0, now: 1_000 };
const count = fc.option(fc.integer({ min: 0, max: 3 }));
const anyPromotion: fc.Arbitrary<Promotion> = fc.record({
  type: fc.constantFrom('PERCENT' as const, 'FIXED' as const, 'FREE_SHIPPING' as const),
  percent: anyPercent,
  amount: anyCents,
  campaignIds: fc.subarray(['feira', 'natal', 'outra']),
  minTotal: fc.option(fc.integer({ min: 0, max: 50_000 }).map(cents)),
  max: count,
  perBuyer: count,
  used: fc.integer({ min: 0, max: 3 }),
  startsAt: count,
  endsAt: count,
  active: fc.boolean(),
});

describe('coupons', () => {
  it.each([
    ['UNKNOWN', { active: false }, {}],
    ['NOT_STARTED', { startsAt: 1_001 }, {}],
    ['ENDED', { endsAt: 1_000 }, {}],
    ['USED_UP', { max: 3, used: 3 }, {}],
    ['PER_BUYER', { perBuyer: 1 }, { buyerUses: 1 }],
    ['CAMPAIGN', { campaignIds: ['natal'] }, {}],
    ['CAMPAIGN', {}, { goods: [] }],
    ['MIN_TOTAL', { minTotal: cents(5_001) }, {}],
    [
      null,
      {
        startsAt: 1_000,
        endsAt: 1_001,
        max: 3,
        used: 2,
        perBuyer: 1,
        minTotal: cents(5_000),
        campaignIds: ['feira'],
      },
      {},
    ],
    [null, { max: 3, used: 3, perBuyer: 1 }, { isReserved: true, buyerUses: 1 }],
  ])('are refused as %s', (refusal, promotion, about) => {
    expect(couponRefusal({ ...plain, ...promotion }, { ...cart, ...about })).toBe(refusal);
  });

  it('are refused for the first reason in a fixed order, and for none exactly when every rule is met', () => {
    fc.assert(
      fc.property(
        anyPromotion,
        anyLines,
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (promotion, lines, buyerUses, now, isReserved) => {
          const goods = goodsOf(
            cartTotals({ lines, rules: [] }).lines.map((line, index) => ({
              campaignId: lines[index]?.campaignId ?? '',
              net: line.net,
            })),
          );
          const covered = coveredBy(promotion, goods);
          const met = [
            promotion.active,
            promotion.startsAt === null || now >= promotion.startsAt,
            promotion.endsAt === null || now < promotion.endsAt,
            isReserved || promotion.max === null || promotion.used < promotion.max,
            isReserved || promotion.perBuyer === null || buyerUses < promotion.perBuyer,
            covered.length > 0,
            promotion.minTotal === null ||
              covered.reduce((all, { net }) => all + net, 0) >= promotion.minTotal,
          ];
          const names = ['UNKNOWN', 'NOT_STARTED', 'ENDED', 'USED_UP', 'PER_BUYER', 'CAMPAIGN', 'MIN_TOTAL'];
          expect(couponRefusal(promotion, { goods, buyerUses, now, isReserved })).toBe(
            names[met.indexOf(false)] ?? null,
          );
        },
      ),
      RUNS,
    );
  });

  it('never take more than the goods they cover cost', () => {
    fc.assert(
      fc.property(anyPromotion, anyLines, anyCents, (promotion, lines, shipping) => {
        const totals = cartTotals({ lines, rules: [], coupon: couponValueOf(promotion), shipping });
        const covered = coveredBy(
          promotion,
          goodsOf(
            totals.lines.map((line, index) => ({
              campaignId: lines[index]?.campaignId ?? '',
              net: line.net,
            })),
          ),
        );
        expect(totals.couponDiscount).toBeLessThanOrEqual(covered.reduce((all, { net }) => all + net, 0));
        expect(totals.total).toBeGreaterThanOrEqual(0);
        expect(totals.shipping).toBe(promotion.type === 'FREE_SHIPPING' && !totals.couponGap ? 0 : shipping);
      }),
      RUNS,
    );
  });

  it('leave the discount of the way of paying to all campaigns: its shares and theirs sum to what is paid for goods, whatever way is chosen later', () => {
    fc.assert(
      fc.property(
        anyPromotion,
        anyLines,
        anyPercent,
        anyPercent,
        anyCents,
        (promotion, lines, percent, other, shipping) => {
          const totals = cartTotals({
            lines,
            rules: [],
            coupon: couponValueOf(promotion),
            paymentDiscountPercent: percent,
            shipping,
          });
          const goods = goodsOf(
            totals.lines.map((line, index) => ({
              campaignId: lines[index]?.campaignId ?? '',
              net: line.net,
            })),
          );
          const paid = goodsPaid(
            goods,
            { coupon: totals.couponDiscount, paymentDiscount: totals.paymentDiscount },
            promotion.campaignIds,
          );
          expect(paid.reduce((all, { net }) => all + net, 0) + (lines.length ? totals.shipping : 0)).toBe(
            lines.length ? totals.total : 0,
          );
          // So do the shares of a code among the lines.
          const nets = totals.lines.map((line, index) => ({
            campaignId: lines[index]?.campaignId ?? '',
            net: line.net,
          }));
          const shares = sharesOf(nets, totals.couponDiscount, promotion.campaignIds);
          expect(shares.reduce((all, share) => all + share, 0)).toBe(
            lines.length ? totals.couponDiscount : 0,
          );
          for (const [index, share] of shares.entries())
            expect(
              share >= 0 && share <= (coveredBy(promotion, nets.slice(index, index + 1))[0]?.net ?? 0),
            ).toBe(true);
          for (const { net } of paid) expect(net).toBeGreaterThanOrEqual(0);
          // Another way of paying is the same cart priced anew, from what a hold has kept of it.
          const {
            lines: _,
            couponGap: __,
            shippingFull: ___,
            ...anew
          } = cartTotals({
            lines,
            rules: [],
            coupon: couponValueOf(promotion),
            paymentDiscountPercent: other,
            shipping,
          });
          if (totals.total < 1_000_000_000)
            expect(paidAt(totalsOf(totalsOnWire(totals)), other)).toEqual(anew);
          expect(anew.total).toBeGreaterThanOrEqual(anew.shipping);
        },
      ),
      RUNS,
    );
  });

  it('cost in the browser what they cost on the server, for any cart that is made of one that was priced', () => {
    fc.assert(
      fc.property(
        anyPromotion,
        anyLines,
        anyLines,
        anyRules,
        anyCents,
        (promotion, priced, lines, rules, shipping) => {
          const netsOf = (of: typeof lines) =>
            cartTotals({ lines: of, rules }).lines.map(({ net }, index) => ({
              campaignId: of[index]?.campaignId ?? '',
              net,
            }));
          const judged = (of: typeof lines) =>
            couponRefusal(promotion, { goods: goodsOf(netsOf(of)), buyerUses: 0, now: 2 });
          // What the server said of the cart as it was, and what is in it since.
          const said = judged(priced);
          const isOfGoods = said === null || said === 'CAMPAIGN' || said === 'MIN_TOTAL';
          const coupon = couponInForce('CODE', {
            coupon: 'CODE',
            ...(isOfGoods
              ? { couponTerms: JSON.parse(JSON.stringify(couponTerms(couponValueOf(promotion)))) }
              : {}),
          });
          const there = cartTotals({
            lines,
            rules,
            coupon: judged(lines) === null ? couponValueOf(promotion) : null,
            shipping,
          });
          const here = goodsTotals(lines, rules, coupon, shipping);
          const { couponGap: gap, ...sums } = here;
          const { couponGap: _, ...expected } = there;
          expect(sums).toEqual(expected);
          expect(coupon ? (gap?.reason ?? null) : said).toBe(judged(lines));
          expect(couponInForce('OTHER', { coupon: 'CODE', couponTerms: { type: 'FIXED', value: 1 } })).toBe(
            null,
          );
        },
      ),
      RUNS,
    );
  });
});
