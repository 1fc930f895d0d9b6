import { ProductTile } from '#components/product/product-tile.tsx';
import { ChooseLink, Stepper } from '#components/form/stepper.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import type { Item } from '#contract/catalog.ts';
import { memo, useState } from 'react';
import { useLinkTo } from '#client/links.ts';
import { choiceLink } from './choice-link.ts';
import { useItemLine } from './item-line.ts';
import { itemPauseText } from '../campaign/pause-words.ts';
import { badgeOf, fullText, listPriceOf, priceOf, propertyOf, unitText } from './item-words.ts';

interface Props {
  item: Item;
  /** As it stands in the address of the campaign. */
  campaign: string;
  campaignName: string;
  eager?: boolean;
  far?: boolean;
  /** The campaign no longer sells. */
  closed?: boolean;
  /** Its place in the whole list, and how long that is: two numbers, so that an equal tile is not drawn again. */
  index?: number;
  of?: number;
}

/** The product opened last, so that its picture, and no other, moves between grid and product. */
let opened: string | null = null;
export const isOpened = ({ id }: Item): boolean => id === opened;
export const pictureName = (itemId: string): string => `foto-${itemId}`;

/** A product in a grid: the tile leads to it, the round + puts it into the cart at once. */
export const ItemTile = memo(function ItemTile({
  item,
  campaign,
  campaignName,
  eager = false,
  far = false,
  closed = false,
  index,
  of,
}: Props) {
  const linkTo = useLinkTo();
  const { quantity, room, perPerson, change } = useItemLine(item, null, campaignName);
  const [moving, setMoving] = useState(opened === item.id);
  const { href, onClick } = linkTo('app.product', { campaignId: campaign, itemId: item.id });
  const isOut = item.quantity <= 0;
  const isFull = quantity >= room.most && (quantity > 0 || (room.reason === 'PERSON' && !isOut));
  return (
    <ProductTile
      name={item.name}
      // Said in place of the unit, so that the limit moves nothing.
      unit={
        item.paused ? itemPauseText(item.paused) : isFull ? fullText(room, item, perPerson) : unitText(item)
      }
      price={priceOf(item)}
      pricePrefix={item.needsChoice ? 'a partir de' : undefined}
      listPrice={listPriceOf(item)}
      badge={badgeOf(item)}
      image={item.images[0] ?? null}
      tint={tintOf(propertyOf(item, 'tint') ?? item.name)}
      link={{
        href,
        onClick: (click) => {
          opened = item.id;
          setMoving(true);
          onClick?.(click);
        },
      }}
      soldOut={isOut}
      soldOutText={item.paused ? 'Pausado' : undefined}
      eager={eager}
      far={far}
      transitionName={moving ? pictureName(item.id) : undefined}
      stepper={
        (isOut || closed || room.most <= 0) && quantity === 0 ? undefined : item.needsChoice ? (
          <ChooseLink name={item.name} link={choiceLink(linkTo, item)} />
        ) : (
          <Stepper
            quantity={quantity}
            name={item.name}
            onChange={change}
            max={closed ? quantity : room.most}
            maxReason={closed ? 'A campanha encerrou' : fullText(room, item, perPerson)}
          />
        )
      }
      position={index === undefined || of === undefined ? undefined : { index, of }}
    />
  );
});
