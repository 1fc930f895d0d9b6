import { ActionBar } from '#components/layout/action-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { Text } from '#components/layout/text.tsx';
import { useLinkTo } from '#client/links.ts';

/** Why nothing of an item can be added: what is said, and the way on. */
const words = {
  over: ['Esta campanha terminou.', 'Ver outras campanhas'],
  soldOut: ['Esgotado por enquanto.', 'Ver outros produtos'],
  held: ['Tudo o que há deste produto já está no seu carrinho.', 'Ver carrinho'],
} as const;
export type BuyRefusal = keyof typeof words;

interface Props {
  why: BuyRefusal;
  campaignId: string;
  /** Where more can be said than that. */
  text?: string | undefined;
}

/** Stands where something would be bought. */
export function RefusedBar({ why, campaignId, text }: Props) {
  const linkTo = useLinkTo();
  const link =
    why === 'over'
      ? linkTo('app.newHome')
      : why === 'held'
        ? linkTo('app.cart')
        : linkTo('app.catalog', { campaign: campaignId });
  return (
    <ActionBar
      reason={
        <Text size={15} weight={600} tone="warn">
          {text ?? words[why][0]}
        </Text>
      }
    >
      <Button link={link}>{words[why][1]}</Button>
    </ActionBar>
  );
}
