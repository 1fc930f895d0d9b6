import type { DiscountRule } from '#contract/campaign.ts';
import type { Cents } from '#contract/money.ts';
import { addLine, lineKey } from '#domain/cart-line.ts';
import { type StockedLine, goodsTotals } from './cart-totals.ts';
import { ZERO } from './money.ts';

/** What a line will cost in the cart once it is added, with the discounts that the cart has reached then. */
export function totalOnceAdded(
  lines: readonly StockedLine[],
  line: StockedLine,
  rules: readonly DiscountRule[],
): Cents {
  const key = lineKey(line);
  return goodsTotals(addLine(lines, line), rules).lines.find((one) => one.key === key)?.net ?? ZERO;
}
