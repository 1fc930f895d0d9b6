import { useLinkTo } from '#client/links.ts';
import { choiceLink } from '#client/shop/choice/choice-link.ts';
import { LateEmptyState } from '#components/feedback/late-empty-state.tsx';
import { Button } from '#components/form/button.tsx';
import type { Item } from '#contract/catalog.ts';

/** An item that is not put together here: a plain product on its own page, a kit where kits are filled. */
export function NothingToChoose({ item }: { item: Item }) {
  const linkTo = useLinkTo();
  const isPlain = item.type === 'PRODUCT';
  const link = isPlain
    ? linkTo('app.product', { campaignId: item.campaignId, itemId: item.id })
    : choiceLink(linkTo, item);
  return (
    <LateEmptyState
      heading
      title={item.name}
      text={
        isPlain
          ? 'Este produto não tem o que escolher: vai para o carrinho como está.'
          : 'As escolhas deste produto são feitas em outra tela.'
      }
      action={<Button link={link}>{isPlain ? 'Ver o produto' : 'Escolher'}</Button>}
    />
  );
}
