import type { CartLine } from '#contract/cart.ts';
import type { Item } from '#contract/catalog.ts';
import { lineKey } from './cart-line.ts';
import { choicesIn } from './choosing.ts';
import { type Box, type Limited, type Room, roomFor } from './room.ts';

/**
 * How much of an item that is filled may be in one line: the stock of its parts counts too, in which lines that are filled
 * otherwise take nothing.
 * @param filled how many of the item its parts are enough for  @param others lines of the same item
 */
export function filledRoom(
  item: Limited,
  pack: Box | null,
  filled: number,
  others: readonly { quantity: number; units?: number | undefined }[],
): Room {
  const inParts = Math.floor(filled / (pack?.units ?? 1));
  const own = roomFor(item, pack, {
    stock: others.reduce((all, { quantity, units = 1 }) => all + quantity * units, 0),
    quantity: others.reduce((all, { quantity }) => all + quantity, 0),
  });
  return inParts < own.most ? { most: inParts, reason: 'STOCK' } : own;
}

/**
 * The line of the cart whose choices are changed, and the others of the same item.
 * @param choices what was chosen in it, as an address has it; undefined for a line that is made
 */
export function lineToChange<L extends CartLine>(
  lines: readonly L[],
  item: Pick<Item, 'id' | 'campaignId'>,
  choices: string | undefined,
): { changed: L | undefined; others: L[] } {
  const own = lines.filter((line) => line.id === item.id && line.campaignId === item.campaignId);
  const selection = choices === undefined ? undefined : choicesIn(choices);
  const changed = selection && own.find((line) => lineKey(line) === lineKey({ ...line, selection }));
  return { changed, others: own.filter((line) => line !== changed) };
}
