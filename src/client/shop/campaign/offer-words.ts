import type { DiscountRule } from '#contract/campaign.ts';
import { formatPercentOff } from '#domain/money/discount.ts';

/** What a shelf says of its campaign. */

export { endOf } from '#domain/campaign-status.ts';
/** The rule for everything in the campaign, as short as a phone's line. */
export const campaignRuleText = ({ minimumQuantity, discount }: DiscountRule): string =>
  `Leve ${minimumQuantity} e ganhe ${formatPercentOff(discount)}`;
export const itemRuleText = (rule: DiscountRule): string => `${campaignRuleText(rule)} neste produto`;
