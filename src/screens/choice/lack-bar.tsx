import { useLinkTo } from '#client/links.ts';
import { groupName } from '#client/shop/choice-words.ts';
import { Button } from '#components/form/button.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Cents } from '#contract/money.ts';
import { canBeFilled, chosenIn } from '#domain/choosing.ts';
import { IconArrowUp } from '@tabler/icons-react';
import type { Choosing } from '#client/shop/choosing.tsx';

interface Props extends Pick<Choosing, 'item' | 'groups' | 'selection' | 'send'> {
  /** So far; left out while nothing says a price. */
  price: Cents | undefined;
}

/** Something is missing: the button leads to it, and where nothing is left to choose, elsewhere. */
export function LackBar({ item, groups, selection, send, price }: Props) {
  const linkTo = useLinkTo();
  const empty = groups.find((group) => !canBeFilled(group));
  if (empty)
    return (
      <ActionBar
        reason={
          <Text size={15} weight={600} tone="warn">
            {`Acabaram as opções de ${groupName(empty)}: por enquanto não dá para montar.`}
          </Text>
        }
      >
        <Button link={linkTo('app.catalog', { campaign: item.campaignId })}>Ver outros produtos</Button>
      </ActionBar>
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
