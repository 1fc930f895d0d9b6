import type { CartLine } from '#contract/cart.ts';
import type { Item } from '#contract/catalog.ts';
import { type BoxedLine, type KitChoice, lineKey, unitsTaken } from './cart-line.ts';
import { type ChoiceGroup, type ChoiceOption, choicesIn } from './choosing.ts';
import { type Box, type Limited, type Room, roomFor } from './room.ts';

/**
 * What can be chosen in an item beside what the other lines of the cart are made of: they take from the same
 * stock, as the shop counts it (`clampLines`).
 */
export function groupsBeside(
  groups: readonly ChoiceGroup[],
  item: Pick<Item, 'id' | 'campaignId'>,
  lines: readonly BoxedLine[],
): ChoiceGroup[] {
  const others = lines.filter(({ campaignId }) => campaignId === item.campaignId);
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => {
      const held = others.reduce(
        (all, line) => all + unitsTaken(line, option.id, line.id === item.id ? option.units : 1),
        0,
      );
      return held > 0 ? { ...option, held, stock: Math.max(0, option.stock - held) } : option;
    }),
  }));
}

/** The part that no more is left of because other lines hold it; undefined where something else ends the line. */
export const heldPart = (
  groups: readonly ChoiceGroup[],
  selection: readonly KitChoice[],
  pack: Box | null,
  most: number,
): ChoiceOption | undefined =>
  groups
    .flatMap(({ options }) => options)
    .find(({ id, units, stock, held = 0 }) => {
      const { quantity = 0 } = selection.find(({ item }) => item.id === id) ?? {};
      const inOne = quantity * units * (pack?.units ?? 1);
      return held > 0 && inOne > 0 && Math.floor(stock / inOne) <= most;
    });

/**
 * How much of an item that is filled may be in one line: the stock of its parts counts too.
 * @param filled how many of the item its parts are enough for, beside what other lines take of them
 * @param others lines of the same item
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
