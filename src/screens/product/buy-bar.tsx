import { useCartRules, useCartTotal } from '#client/shop/cart/cart-total.ts';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { haltText } from '#client/shop/campaign/campaign-words.ts';
import { choiceLink } from '#client/shop/choice/choice-link.ts';
import { lineOf, useItemLine } from '#client/shop/choice/item-line.ts';
import { itemPauseText } from '#client/shop/campaign/pause-words.ts';
import { fullText, priceOf } from '#client/shop/choice/item-words.ts';
import { RefusedBar } from '#client/shop/cart/refused-bar.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { LiveText } from '#components/layout/live-text.tsx';
import { moneyText } from '#components/product/money.tsx';
import { Stepper } from '#components/form/stepper.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Item, Package } from '#contract/catalog.ts';
import type { Halt } from '#domain/campaign-status.ts';
import { totalOnceAdded } from '#domain/money/line-total.ts';

interface Props {
  item: Item;
  pack: Package | null;
  campaignName: string;
  halt: Halt | null;
}

/**
 * How many, and the one button. What is in the cart already is changed in place, and the button leads there.
 */
export function BuyBar({ item, pack, campaignName, halt }: Props) {
  const linkTo = useLinkTo();
  const product = useRoot('product');
  const wished = useRootState('product', ({ context }) => context.quantity);
  const total = useCartTotal();
  const lines = useRootState('cart', ({ context }) => context.lines);
  const rules = useCartRules();
  const { quantity, room, perPerson, change } = useItemLine(item, pack?.id ?? null, campaignName);
  const label = pack ? `${item.name}, ${pack.name}` : item.name;
  const refusal = halt ? 'over' : item.quantity <= 0 ? 'soldOut' : room.most <= 0 ? 'held' : null;
  if (quantity === 0 && refusal)
    return (
      <RefusedBar
        why={refusal}
        campaignId={item.campaignId}
        text={
          halt
            ? haltText(halt)
            : room.reason === 'PERSON' && refusal === 'held'
              ? `${fullText(room, item, perPerson)}: já está no seu carrinho.`
              : item.paused && itemPauseText(item.paused)
        }
      />
    );
  if (item.needsChoice)
    return (
      <ActionBar label="A partir de" total={priceOf(item, pack)}>
        <Button link={choiceLink(linkTo, item)}>
          {item.type === 'FLAVOR_PARENT' ? 'Escolher os sabores' : 'Montar'}
        </Button>
      </ActionBar>
    );
  const isInCart = quantity > 0;
  const count = isInCart ? quantity : Math.min(wished, room.most);
  return (
    <ActionBar
      reason={
        count >= room.most ? (
          <Text size={15} tone="soft">
            {fullText(room, item, perPerson)}
          </Text>
        ) : undefined
      }
      start={
        <Stepper
          kind="flat"
          alwaysOpen
          bin
          min={isInCart ? 0 : 1}
          max={isInCart && halt ? quantity : room.most}
          maxReason={fullText(room, item, perPerson)}
          quantity={count}
          name={label}
          onChange={isInCart ? change : (next) => product.send({ type: 'quantity.changed', quantity: next })}
        />
      }
    >
      {isInCart ? (
        <>
          <Button link={linkTo('app.cart')}>{`Ver carrinho · ${moneyText(total)}`}</Button>
          <LiveText>{`${quantity} de ${label} no carrinho`}</LiveText>
        </>
      ) : (
        <Button
          onClick={() => change(count)}
        >{`Adicionar · ${moneyText(totalOnceAdded(lines, lineOf(item, pack, campaignName, count), rules))}`}</Button>
      )}
    </ActionBar>
  );
}
