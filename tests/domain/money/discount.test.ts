import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiscountRule } from '#contract/campaign.ts';
import {
  bestRule,
  formatPercentOff,
  nudgeFor,
  nudges,
  putRule,
  rulesOfCampaign,
  uniqueRules,
} from '#domain/money/discount.ts';
import { anyLine, anyLines, anyRules, RUNS } from '../arbitraries.ts';

const rule = (more: Partial<DiscountRule>): DiscountRule => ({
  minimumQuantity: 3,
  discountType: 'allSameProducts',
  type: 'percentage',
  discount: 10,
  campaignId: 'feira',
  ...more,
});
const line = (id: string, quantity: number, campaignId = 'feira') => ({ id, quantity, campaignId });

describe('discount rules', () => {
  it('replace an earlier one of the same product or campaign', () => {
    const product = rule({ productId: 'a' });
    const campaign = rule({});
    const rules = putRule(putRule([product], campaign), rule({ productId: 'a', discount: 20 }));
    expect(rules.map(({ productId, discount }) => [productId, discount])).toEqual([
      ['a', 20],
      [undefined, 10],
    ]);
    expect(
      rulesOfCampaign('natal', [
        rule({ campaignId: undefined }),
        rule({ campaignId: undefined, discount: 5 }),
      ]),
    ).toEqual([rule({ campaignId: 'natal', discount: 5 })]);
  });

  it('count the same product, or the whole campaign', () => {
    const lines = [line('a', 2), line('b', 1), line('a', 5, 'natal')];
    expect(bestRule(lines[0] ?? line('', 0), lines, [rule({})])).toBeNull();
    expect(bestRule(line('a', 2), lines, [rule({ discountType: 'allProducts' })])?.discount).toBe(10);
    expect(bestRule(line('a', 5, 'natal'), lines, [rule({})])).toBeNull();
    expect(
      bestRule(line('a', 5, 'natal'), lines, [rule({ campaignId: undefined, productId: 'a' })])?.discount,
    ).toBe(10);
  });

  it('sum the lines of one product that differ in package', () => {
    const lines = [{ ...line('a', 2), packageId: 'box' }, line('a', 1)];
    expect(bestRule(line('a', 1), lines, [rule({ productId: 'a' })])?.discount).toBe(10);
  });

  it('discount nothing without a product or campaign', () => {
    expect(bestRule(line('a', 9), [line('a', 9)], [rule({ campaignId: undefined })])).toBeNull();
  });

  it('prefer the first of equals, and one of 0% is none', () => {
    const [first, second] = [rule({ productId: 'a' }), rule({})];
    expect(bestRule(line('a', 3), [line('a', 3)], [first, second])).toBe(first);
    expect(bestRule(line('a', 3), [line('a', 3)], [rule({ discount: 0 })])).toBeNull();
  });

  it('are written as off, two decimals if not whole', () => {
    expect(formatPercentOff(12)).toBe('12% off');
    expect(formatPercentOff(12.5)).toBe('12,50% off');
  });

  it('nudge with what is missing', () => {
    expect(nudgeFor(line('a', 1), [line('a', 1)], [rule({})])?.text).toBe('Faltam 2 para 10% off');
    expect(nudgeFor(line('a', 2), [line('a', 2)], [rule({ discount: 12.5 })])?.text).toBe(
      'Falta 1 para 12,50% off',
    );
    expect(nudgeFor(line('a', 3), [line('a', 3)], [rule({})])).toBeNull();
  });

  it('apply only the best that is reached, by an own count', () => {
    fc.assert(
      fc.property(anyLine, anyLines, anyRules, (first, others, rules) => {
        const lines = [first, ...others];
        const reached = rules.filter((one) => {
          if (one.productId === undefined && one.campaignId === undefined) return false;
          if (
            (one.productId ?? first.id) !== first.id ||
            (one.campaignId ?? first.campaignId) !== first.campaignId
          )
            return false;
          let units = 0;
          for (const other of lines)
            if (
              other.campaignId === first.campaignId &&
              (one.discountType === 'allProducts' || other.id === first.id)
            )
              units += other.quantity;
          return units >= one.minimumQuantity;
        });
        const best = Math.max(0, ...reached.map(({ discount }) => discount));
        expect(bestRule(first, lines, rules)?.discount ?? 0).toBe(best);
      }),
      RUNS,
    );
  });

  it('keep one rule per scope, the last', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const kept = uniqueRules(rules);
        const scopes = kept.map(({ productId, campaignId }) => `${productId}/${campaignId}`);
        expect(new Set(scopes).size).toBe(scopes.length);
        for (const one of kept)
          expect(
            rules.findLast(
              (other) => other.productId === one.productId && other.campaignId === one.campaignId,
            ),
          ).toBe(one);
      }),
      RUNS,
    );
  });

  it('nudge truly: buying what is missing gives what is promised, or better', () => {
    fc.assert(
      fc.property(anyLine, anyLines, anyRules, (first, others, rules) => {
        const nudge = nudgeFor(first, [first, ...others], rules);
        if (!nudge) return;
        const more = { ...first, quantity: first.quantity + nudge.missing };
        expect(nudge.missing).toBeGreaterThan(0);
        expect(bestRule(more, [more, ...others], rules)?.discount ?? 0).toBeGreaterThanOrEqual(nudge.percent);
        expect(nudges([first, ...others], rules).length).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });
});
