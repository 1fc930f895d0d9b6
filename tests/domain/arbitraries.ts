import fc from 'fast-check';
import type { DiscountRule } from '#contract/campaign.ts';
import { cents } from '#contract/money.ts';
import type { PricedLine } from '#domain/money/cart-totals.ts';

/** Runs per property; the requirement is 2,000. */
export const RUNS = { numRuns: 2_000 };

export const anyCents = fc.integer({ min: 0, max: 1_000_000_000 }).map(cents);
/** Percentages with at most two decimals. */
export const anyPercent = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100);

const id = fc.constantFrom('a', 'b', 'c');
const campaignId = fc.constantFrom('feira', 'natal');
const choice = fc.record({
  item: fc.record({ id: fc.constantFrom('x', 'y', 'z') }),
  quantity: fc.integer({ min: 1, max: 3 }),
});

export const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  id,
  campaignId,
  quantity: fc.integer({ min: 1, max: 30 }),
  price: fc.integer({ min: 0, max: 100_000 }).map(cents),
  packageId: fc.option(fc.constantFrom('box', 'bag'), { nil: undefined }),
  selection: fc.option(fc.array(choice, { maxLength: 3 }), { nil: undefined }),
});
export const anyLines = fc.array(anyLine, { maxLength: 8 });

export const anyRule: fc.Arbitrary<DiscountRule> = fc.record({
  minimumQuantity: fc.integer({ min: 1, max: 40 }),
  discountType: fc.constantFrom('allSameProducts' as const, 'allProducts' as const),
  type: fc.constant('percentage' as const),
  discount: anyPercent,
  productId: fc.option(id, { nil: undefined }),
  campaignId: fc.option(campaignId, { nil: undefined }),
});
export const anyRules = fc.array(anyRule, { maxLength: 6 });
