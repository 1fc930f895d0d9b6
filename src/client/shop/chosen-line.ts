import type { Item, Package } from '#contract/catalog.ts';
import type { Cents } from '#contract/money.ts';
import type { KitChoice } from '#domain/cart-line.ts';
import { chosenLinePrice, kitListPrice } from '#domain/selection.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { lineOf } from './item-line.ts';
import { priceOf } from './item-words.ts';

/** An item as it is put together: what is chosen, and what it costs so. */
export interface Chosen {
  selection: readonly KitChoice[];
  choices: NonNullable<HeldLine['choices']>;
  /** Of one of the item. */
  price: Cents;
  /** How many the stock of its parts allows. */
  stock: number;
}
/** The line of an item that was put together. */
export function chosenLineOf(
  item: Item,
  pack: Package | null,
  campaignName: string,
  quantity: number,
  { selection, choices, price, stock }: Chosen,
): HeldLine {
  const { listPrice, ...line } = lineOf(item, pack, campaignName, quantity);
  const plain = priceOf(item);
  return {
    ...line,
    selection: [...selection],
    choices,
    price: chosenLinePrice(pack, plain, price),
    stock: Math.min(item.quantity, stock),
    ...(listPrice === undefined || item.type !== 'KIT'
      ? {}
      : { listPrice: kitListPrice(listPrice, plain, price) }),
  };
}
