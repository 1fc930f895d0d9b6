import type { Campaign, DiscountRule } from '#contract/campaign.ts';
import { instantOf } from '#domain/instant.ts';
import { formatPercentOff } from '#domain/discount.ts';

/** What a shelf says of its campaign. */

export const endOf = ({ expired }: Campaign): number | null => instantOf(expired?.end);
/** The rule for everything in the campaign, as short as a phone's line. */
export const campaignRuleText = ({ minimumQuantity, discount }: DiscountRule): string =>
  `Leve ${minimumQuantity} e ganhe ${formatPercentOff(discount)}`;
export const itemRuleText = (rule: DiscountRule): string => `${campaignRuleText(rule)} neste produto`;
