import { describe, expect, it } from 'vitest';
import type { Cart, CouponTerms } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import { couponInForce } from '#domain/money/coupon.ts';
import { checkoutBlocker } from '#machines/cart/checkout-blocker.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { cartOf } from '#tests/support/samples.ts';
import { held } from './cart.held.ts';
import { ending } from './cart.request.ts';
import { NOW, campaign } from '../samples.ts';

const other = campaign(9);
const asking = (cartControls: Partial<typeof other.cartControls>) => ({
  ...other,
  cartControls: { discountRules: [], ...cartControls },
});
const ofOther = (n: number, quantity: number, more: Partial<HeldLine> = {}) =>
  held(n, quantity, { campaignId: other.id, ...more });
const blockerOf = (lines: HeldLine[], campaigns = [ending, other], now = NOW) =>
  checkoutBlocker({ lines, campaigns, draft: {}, priced: null, coupon: null }, now);

describe('what is in the way of the checkout', () => {
  it('is nothing in an empty cart, of open campaigns, and of campaigns that are not known', () => {
    expect(blockerOf([])).toBeNull();
    expect(blockerOf([held(1, 1), ofOther(2, 1)])).toBeNull();
    expect(blockerOf([held(1, 1)], [], NOW + 1)).toBeNull();
  });
  it('are first of all the lines that are sold out, and no line of an unknown stock', () => {
    const { stock: _, ...unknown } = held(3, 1);
    const gone = [held(1, 1, { stock: 0 }), ofOther(4, 1, { stock: 0 })];
    expect(blockerOf([...gone, held(2, 1), unknown], undefined, NOW + 1)).toEqual({
      type: 'soldOut',
      lines: gone,
    });
    expect(blockerOf([unknown])).toBeNull();
  });
  it('is a campaign that is closed, with all of its lines, though somebody has looked inside of it', () => {
    const mine = [held(1, 1), held(3, 2)];
    const accessed = { ...ending, facts: { ...ending.facts, accessed: true } };
    expect(blockerOf([ofOther(2, 1), ...mine], [accessed, other], NOW + 1)).toEqual({
      type: 'closed',
      lines: mine,
      campaign: accessed,
      reason: { type: 'expired', endedAt: NOW },
    });
  });
  it('is the first rule that the lines of a campaign do not meet, by its own lines alone', () => {
    const lines = [held(1, 9), ofOther(2, 1), ofOther(3, 1)];
    const issueOf = (cartControls: Partial<typeof other.cartControls>) => {
      const blocker = blockerOf(lines, [ending, asking(cartControls)]);
      return blocker?.type === 'controls' ? blocker.issue : blocker;
    };
    expect(issueOf({ minTotal: 50 })).toEqual({ type: 'MIN_TOTAL', required: 5_000, current: 2_000 });
    expect(issueOf({ minTotal: 20 })).toBeNull();
    expect(issueOf({ minItems: 3 })).toEqual({ type: 'MIN_ITEMS', required: 3, current: 2 });
    expect(issueOf({ maxItems: 1 })).toEqual({ type: 'MAX_ITEMS', required: 1, current: 2 });
    expect(issueOf({ minItems: 3, minTotal: 50 })).toMatchObject({ type: 'MIN_ITEMS' });
    expect(blockerOf(lines, [asking({ minItems: 3 })])?.lines).toEqual(lines.slice(1));
  });
  it('counts what the lines cost before any discount', () => {
    const rules = [
      { minimumQuantity: 1, discountType: 'allProducts', type: 'percentage', discount: 50 },
    ] as const;
    const full = [ofOther(1, 2, { price: cents(2_500) })];
    expect(blockerOf(full, [asking({ minTotal: 50, discountRules: [...rules] })])).toBeNull();
  });
  it('is a coupon that counts no more, by the goods at hand where only they decide', () => {
    const terms: CouponTerms = { type: 'PERCENT', value: 10, minTotal: 30, campaignIds: [other.id] };
    const of = (lines: HeldLine[], more: Partial<Cart>, code = 'FEIRA10') => {
      const priced = cartOf(1, [], {
        coupon: 'FEIRA10',
        // Of one that no goods would mend the server tells no terms.
        ...(more.couponRefusal === 'ENDED' ? {} : { couponTerms: terms }),
        ...more,
      });
      const coupon = couponInForce(code, priced);
      return checkoutBlocker(
        { lines, campaigns: [ending, other], draft: { coupon: code }, priced, coupon },
        NOW,
      );
    };
    const said = (reason: string, missing: number | null) => ({
      type: 'coupon',
      lines: [],
      code: 'FEIRA10',
      reason,
      missing,
    });
    // Ten reais each, as the server has it and as it is here.
    expect(of([ofOther(2, 3)], {})).toBeNull();
    expect(of([ofOther(2, 2)], {})).toEqual(said('MIN_TOTAL', 1_000));
    expect(of([ofOther(2, 3)], { couponRefusal: 'MIN_TOTAL' })).toBeNull();
    expect(of([held(1, 9)], { couponRefusal: 'MIN_TOTAL' })).toEqual(said('CAMPAIGN', 3_000));
    expect(of([ofOther(2, 3)], { couponRefusal: 'ENDED' })).toEqual(said('ENDED', null));
    // Of another code, of none, and of one that it has not answered about, the server has said nothing.
    for (const code of ['OUTRO', ''])
      expect(of([ofOther(2, 1)], { couponRefusal: 'ENDED' }, code)).toBeNull();
    expect(of([ofOther(2, 1, { stock: 0 })], { couponRefusal: 'ENDED' })).toMatchObject({ type: 'soldOut' });
  });
});
