import { useRootState } from '#client/hooks.ts';
import { campaignRuleText } from '#client/shop/offer-words.ts';
import { Nudge } from '#components/feedback/nudge.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { formatPercentOff, nudges, rulesOfCampaign } from '#domain/money/discount.ts';
import { IconDiscount } from '@tabler/icons-react';
import { useMemo } from 'react';

/**
 * What a few more would save, counted by the pricing rule itself. Stands there from the start, so that the
 * first tap on + moves nothing.
 */
export function Offer({ campaign }: { campaign: Campaign }) {
  const lines = useRootState('cart', ({ context }) => context.lines);
  const said = useMemo(() => {
    const rules = rulesOfCampaign(campaign.id, campaign.cartControls.discountRules);
    const mine = lines.filter((line) => line.campaignId === campaign.id);
    // The rule for everything stands here; what one product earns is said where that product is.
    const whole = rules.find(({ productId }) => productId === undefined);
    if (!whole) return null;
    const { minimumQuantity, discount } = whole;
    const nudge = nudges(mine, [whole])[0];
    if (nudge) return { text: nudge.text, done: minimumQuantity - nudge.missing, of: minimumQuantity };
    return mine.length === 0
      ? { text: campaignRuleText(whole), done: 0, of: minimumQuantity }
      : { text: `Você ganhou ${formatPercentOff(discount)}`, done: minimumQuantity, of: minimumQuantity };
  }, [campaign, lines]);
  return said ? (
    <Nudge icon={<IconDiscount size={22} />} progress={{ kind: 'pips', done: said.done, of: said.of }}>
      {said.text}
    </Nudge>
  ) : null;
}
