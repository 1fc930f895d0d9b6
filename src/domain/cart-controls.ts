import type { Campaign } from '#contract/campaign.ts';
import type { CartLine } from '#contract/cart.ts';
import { type Cents, inCents } from '#contract/money.ts';
import { countUnits } from './cart-line.ts';
import { type StockedLine, goodsTotals } from './money/cart-totals.ts';

/** What a campaign asks of its part of the cart (D67). `minTotal` in centavos. */
export type CartControls = {
  minItems?: number | undefined;
  maxItems?: number | undefined;
  minTotal?: Cents | undefined;
  maxPerAccount?: number | undefined;
};
export type ControlIssue = {
  type: 'MIN_ITEMS' | 'MAX_ITEMS' | 'MIN_TOTAL' | 'MAX_PER_ACCOUNT';
  required: number;
  current: number;
};

/**
 * Every rule of a campaign that its lines do not meet yet.
 * @param lines of that campaign only  @param subTotal of those lines  @param boughtBefore units in the
 * account's earlier orders of the campaign
 */
export function controlIssues(
  lines: readonly CartLine[],
  controls: CartControls,
  subTotal: Cents,
  boughtBefore = 0,
): ControlIssue[] {
  const units = countUnits(lines);
  const { minItems = 0, maxItems = Infinity, minTotal = 0, maxPerAccount = Infinity } = controls;
  const issues: ControlIssue[] = [];
  if (units < minItems) issues.push({ type: 'MIN_ITEMS', required: minItems, current: units });
  if (units > maxItems) issues.push({ type: 'MAX_ITEMS', required: maxItems, current: units });
  if (subTotal < minTotal) issues.push({ type: 'MIN_TOTAL', required: minTotal, current: subTotal });
  if (units + boughtBefore > maxPerAccount)
    issues.push({ type: 'MAX_PER_ACCOUNT', required: maxPerAccount, current: units + boughtBefore });
  return issues;
}

/** The same of a campaign as it is on the wire, for its lines in the browser's cart; before any discount. */
export const campaignIssues = (
  lines: readonly StockedLine[],
  { minTotal = 0, ...controls }: Campaign['cartControls'],
): ControlIssue[] =>
  controlIssues(lines, { ...controls, minTotal: inCents(minTotal) }, goodsTotals(lines, []).subTotal);
