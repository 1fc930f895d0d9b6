import { useCartRules } from '#client/cart-total.ts';
import { shallow, useRootState } from '#client/hooks.ts';
import { campaignRuleText, itemRuleText } from '#client/shop/offer-words.ts';
import { Nudge } from '#components/feedback/nudge.tsx';
import type { Item } from '#contract/catalog.ts';
import { bestRule, formatPercentOff, nudgeFor } from '#domain/money/discount.ts';
import { IconDiscount } from '@tabler/icons-react';
import { useMemo } from 'react';

/** The quantity discount that is nearest for this product, or the one already won. */
export function ItemOffer({ item }: { item: Item }) {
  const lines = useRootState(
    'cart',
    ({ context }) => context.lines.filter((line) => line.campaignId === item.campaignId),
    shallow,
  );
  const rules = useCartRules();
  const said = useMemo(() => {
    const held = lines
      .filter((line) => line.id === item.id)
      .reduce((count, line) => count + line.quantity, 0);
    const line = { id: item.id, campaignId: item.campaignId, quantity: held };
    const nudge = nudgeFor(line, lines, rules);
    if (nudge) {
      const { minimumQuantity, productId } = nudge.rule;
      const done = minimumQuantity - nudge.missing;
      const text =
        done > 0
          ? nudge.text
          : productId === undefined
            ? campaignRuleText(nudge.rule)
            : itemRuleText(nudge.rule);
      return { text, done, of: minimumQuantity };
    }
    const won = bestRule(line, lines, rules);
    return won && held > 0
      ? {
          text: `Você ganhou ${formatPercentOff(won.discount)}`,
          done: won.minimumQuantity,
          of: won.minimumQuantity,
        }
      : null;
  }, [rules, item, lines]);
  return said ? (
    <Nudge icon={<IconDiscount size={22} />} progress={{ kind: 'pips', done: said.done, of: said.of }}>
      {said.text}
    </Nudge>
  ) : null;
}
