import { filledStock, namedChoices } from '#domain/choosing.ts';
import { chosenLinePrice, kitListPrice } from '#domain/selection.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import type { Chosen } from './chosen.ts';
import type { Choosing } from './choosing.tsx';
import { lineOf } from './item-line.ts';
import { priceOf } from './item-words.ts';

/**
 * The line of an item that was put together. What is done when it is missing belongs to the line, not to its
 * choices: a line whose choices are changed keeps it, also where it becomes one with another.
 */
export function chosenLineOf(
  { item, groups, selection }: Pick<Choosing, 'item' | 'groups' | 'selection'>,
  { pack, price, changed }: Pick<Chosen, 'pack' | 'price' | 'changed'>,
  campaignName: string,
  quantity: number,
): HeldLine {
  const { listPrice, ...line } = lineOf(item, pack, campaignName, quantity);
  const plain = priceOf(item);
  return {
    ...line,
    selection: [...selection],
    choices: namedChoices(groups, selection),
    price: chosenLinePrice(pack, plain, price),
    // All that there is: what other lines take is counted where they stand beside each other.
    stock: Math.min(item.quantity, filledStock(groups, selection)),
    ...(changed?.ifMissing ? { ifMissing: changed.ifMissing } : {}),
    ...(listPrice === undefined || item.type !== 'KIT'
      ? {}
      : { listPrice: kitListPrice(listPrice, plain, price) }),
  };
}
