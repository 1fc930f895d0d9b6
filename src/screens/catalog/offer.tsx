import { useRootState } from '#app/hooks.ts';
import { campaignRuleText } from '#app/shop/campaign-words.ts';
import { Nudge } from '#components/nudge.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { formatPercentOff, nudges, rulesOfCampaign } from '#domain/discount.ts';
import { IconDiscount } from '@tabler/icons-react';
import { useMemo } from 'react';

/** What a few more would save, counted by the pricing rule itself. Stands there from the start, so that the first tap on + moves nothing. */
export function Offer({ campaign }: { campaign: Campaign }) {
  const lines = useRootState('cart', ({ context }) => context.lines);
  const said = useMemo(() => {
    const rules = rulesOfCampaign(campaign.id, campaign.cartControls.discountRules);
    const mine = lines.filter((line) => line.campaignId === campaign.id);
    const [nearest] = nudges(mine, rules);
    if (nearest) {
      const name = nearest.rule.productId === undefined ? null : mine.find((line) => line.id === nearest.rule.productId)?.name;
      return { text: name ? `${nearest.text} em ${name}` : nearest.text, done: nearest.rule.minimumQuantity - nearest.missing, of: nearest.rule.minimumQuantity };
    }
    const whole = rules.find(({ productId }) => productId === undefined);
    if (!whole) return null;
    const { minimumQuantity, discount } = whole;
    return mine.length === 0 ? { text: campaignRuleText(whole), done: 0, of: minimumQuantity } : { text: `Você ganhou ${formatPercentOff(discount)} nesta campanha`, done: minimumQuantity, of: minimumQuantity };
  }, [campaign, lines]);
  return said ? <Nudge icon={<IconDiscount size={22} />} progress={{ kind: 'pips', done: said.done, of: said.of }}>{said.text}</Nudge> : null;
}
