import { groupName } from '#client/shop/choice/choice-words.ts';
import { RefusedBar } from '#client/shop/cart/refused-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import type { Cents } from '#contract/money.ts';
import { canBeFilled, chosenIn } from '#domain/choosing.ts';
import { IconArrowUp } from '@tabler/icons-react';
import type { Choosing } from '#client/shop/choice/choosing.tsx';

interface Props extends Pick<Choosing, 'item' | 'groups' | 'selection' | 'send'> {
  /** So far; left out while nothing says a price. */
  price: Cents | undefined;
}

/** Something is missing: the button leads to it, and where nothing is left to choose, elsewhere. */
export function LackBar({ item, groups, selection, send, price }: Props) {
  const empty = groups.find((group) => !canBeFilled(group));
  if (empty)
    return (
      <RefusedBar
        why="soldOut"
        campaignId={item.campaignId}
        text={`Acabaram as opções de ${groupName(empty)}: por enquanto não dá para montar.`}
      />
    );
  const lacking = groups.find((group) => chosenIn(group, selection) < group.min);
  return (
    <ActionBar label="Até agora" total={price}>
      <Button icon={<IconArrowUp size={20} />} onClick={() => send({ type: 'choice.submitted' })}>
        {lacking ? `Escolher: ${groupName(lacking)}` : 'Rever as escolhas'}
      </Button>
    </ActionBar>
  );
}
