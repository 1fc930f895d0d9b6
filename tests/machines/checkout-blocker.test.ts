import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { checkoutBlocker } from '#machines/cart/checkout-blocker.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { held } from './cart.held.ts';
import { ending } from './cart.request.ts';
import { NOW, campaign } from './samples.ts';

const other = campaign(9);
const asking = (cartControls: Partial<typeof other.cartControls>) => ({
  ...other,
  cartControls: { discountRules: [], ...cartControls },
});
const ofOther = (n: number, quantity: number, more: Partial<HeldLine> = {}) =>
  held(n, quantity, { campaignId: other.id, ...more });
const blockerOf = (lines: HeldLine[], campaigns = [ending, other], now = NOW) =>
  checkoutBlocker({ lines, campaigns }, now);

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
});
