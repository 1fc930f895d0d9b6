import type { Campaign } from '#contract/campaign.ts';
import { inCents } from '#contract/money.ts';
import { formatPercent } from '#domain/money/discount.ts';
import { formatReais } from '#domain/money/money.ts';
import { campaignRuleText } from './offer-words.ts';

/** The campaign's rules of buying, as a list a person reads. */
export function rulesOf({
  cartControls: { discountRules, minItems, maxItems, minTotal, maxPerAccount },
}: Campaign): { id: 'offer' | 'bag' | 'limit'; title: string; detail?: string }[] {
  const forAll = discountRules.filter(({ productId }) => productId === undefined);
  const forOne = discountRules.filter(({ productId }) => productId !== undefined);
  const best = Math.max(0, ...forOne.map(({ discount }) => discount));
  return [
    ...forAll.map((rule) => ({
      id: 'offer' as const,
      title: `${campaignRuleText(rule)} em todos`,
      detail: 'Misture como quiser: o desconto entra sozinho no carrinho.',
    })),
    ...(forOne.length > 0
      ? [
          {
            id: 'offer' as const,
            title: `Até ${formatPercent(best)}% off por quantidade`,
            detail: `Em ${forOne.length === 1 ? '1 produto' : `${forOne.length} produtos`}, levando mais de um igual.`,
          },
        ]
      : []),
    ...(minTotal === undefined
      ? []
      : [{ id: 'bag' as const, title: `Pedido mínimo de ${formatReais(inCents(minTotal))}` }]),
    ...(minItems === undefined
      ? []
      : [{ id: 'bag' as const, title: `No mínimo ${minItems} itens por pedido` }]),
    ...(maxItems === undefined ? [] : [{ id: 'limit' as const, title: `Até ${maxItems} itens por pedido` }]),
    ...(maxPerAccount === undefined
      ? []
      : [{ id: 'limit' as const, title: `Até ${maxPerAccount} itens por pessoa` }]),
  ];
}
