import type { DiscountRule } from '#contract/campaign.ts';
import type { Cents } from '#contract/money.ts';

/** What a rule counts and discounts: a line of the cart. `id` is the item's. */
export type Counted = { id: string; campaignId: string; quantity: number };

/**
 * A rule is unique per product (within a campaign, where it names one) or per campaign. Source: spec §4 Cart.
 */
const scopeOf = (rule: DiscountRule) => JSON.stringify([rule.productId ?? null, rule.campaignId ?? null]);

/**
 * Adds a rule; an earlier one of the same product or campaign is replaced in its place. Source: spec §4 Cart.
 */
export function putRule(rules: readonly DiscountRule[], rule: DiscountRule): DiscountRule[] {
  const scope = scopeOf(rule);
  const at = rules.findIndex((earlier) => scopeOf(earlier) === scope);
  return at < 0 ? [...rules, rule] : rules.map((earlier, index) => (index === at ? rule : earlier));
}

/** The rules that remain when each replaces the earlier one of its scope. */
export const uniqueRules = (rules: readonly DiscountRule[]): DiscountRule[] =>
  rules.reduce<DiscountRule[]>(putRule, []);

/**
 * Rules as a campaign's cart controls carry them, bound to that campaign, the last one of each scope only.
 */
export const rulesOfCampaign = (campaignId: string, rules: readonly DiscountRule[]): DiscountRule[] =>
  uniqueRules(rules.map((rule) => ({ ...rule, campaignId })));

/** A rule without product and campaign names nothing and discounts nothing. */
const isAimedAt = (rule: DiscountRule, line: Counted) =>
  (rule.productId ?? rule.campaignId) !== undefined &&
  (rule.productId === undefined || rule.productId === line.id) &&
  (rule.campaignId === undefined || rule.campaignId === line.campaignId);

/**
 * Units that a rule counts for a line: of that product, or of its whole campaign (D38). Packages count as the
 * quantity of the line.
 */
function unitsFor(rule: DiscountRule, line: Counted, lines: readonly Counted[]): number {
  return lines
    .filter(
      (other) =>
        other.campaignId === line.campaignId && (rule.discountType === 'allProducts' || other.id === line.id),
    )
    .reduce((units, other) => units + Math.max(0, other.quantity), 0);
}

/** The better of the rules that a line has reached, or null; rules never add up on a line (D38). */
export function bestRule(
  line: Counted,
  lines: readonly Counted[],
  rules: readonly DiscountRule[],
): DiscountRule | null {
  let best: DiscountRule | null = null;
  for (const rule of rules) {
    if (rule.discount <= (best?.discount ?? 0) || !isAimedAt(rule, line)) continue;
    if (unitsFor(rule, line, lines) >= rule.minimumQuantity) best = rule;
  }
  return best;
}

/**
 * A percentage as pt-BR writes it, two decimals if it is not whole: `12`, `12,50`. Source: spec §9 and D
 * (numbers on screen).
 */
export const formatPercent = (percent: number): string =>
  Number.isInteger(percent) ? String(percent) : percent.toFixed(2).replace('.', ',');

/** The badge of a discount: `12% off`, `12,50% off`. Source: spec §9. */
export const formatPercentOff = (percent: number): string => `${formatPercent(percent)}% off`;

/**
 * What an offer takes off its list price, in percent, rounded down so that it never promises more than it
 * gives.
 * @param listPrice above the price
 */
export const percentOff = (listPrice: Cents, price: Cents): number =>
  Math.floor((100 * (listPrice - price)) / listPrice);

/** A rule within reach. `missing` units until it applies, never 0. */
export type Nudge = { rule: DiscountRule; missing: number; percent: number; text: string };

function nudgeOf(rule: DiscountRule, units: number): Nudge {
  const missing = rule.minimumQuantity - units;
  const text = `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} para ${formatPercentOff(rule.discount)}`;
  return { rule, missing, percent: rule.discount, text };
}

/** The nearest rule that would better the price of a line, or null. */
export function nudgeFor(
  line: Counted,
  lines: readonly Counted[],
  rules: readonly DiscountRule[],
): Nudge | null {
  const reached = bestRule(line, lines, rules)?.discount ?? 0;
  return rules
    .filter((rule) => rule.discount > reached && isAimedAt(rule, line))
    .map((rule) => nudgeOf(rule, unitsFor(rule, line, lines)))
    .reduce<Nudge | null>((nearest, nudge) => (nearest && isNearer(nearest, nudge) ? nearest : nudge), null);
}

const isNearer = (a: Nudge, b: Nudge) =>
  a.missing < b.missing || (a.missing === b.missing && a.percent >= b.percent);

/**
 * What the cart may say about discounts in reach: one per rule, nearest first. True at all times, as it is
 * the pricing rule itself that counts.
 */
export function nudges(lines: readonly Counted[], rules: readonly DiscountRule[]): Nudge[] {
  const found = new Map<DiscountRule, Nudge>();
  for (const line of lines) {
    const nudge = line.quantity > 0 ? nudgeFor(line, lines, rules) : null;
    const known = nudge && found.get(nudge.rule);
    if (nudge && !(known && isNearer(known, nudge))) found.set(nudge.rule, nudge);
  }
  return [...found.values()].sort((a, b) => a.missing - b.missing || b.percent - a.percent);
}
