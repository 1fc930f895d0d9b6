import type { Package } from '#contract/catalog.ts';
import type { Cents } from '#contract/money.ts';
import { groupsBeside, lineToChange } from '#domain/chosen-line.ts';
import { type ChoiceGroup, chosenPrice, filledStock } from '#domain/choosing.ts';
import { chosenLinePrice } from '#domain/selection.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { useRootState } from '#client/hooks.ts';
import type { Choosing } from './choosing.tsx';
import { packageOf, priceOf } from './item-words.ts';

/** What an item that is put together is worth, and which lines of the cart are the same item. */
export interface Chosen {
  /** Of one, as it is filled. */
  price: Cents;
  /** What can be chosen, beside what the other lines of the cart are made of. */
  beside: ChoiceGroup[];
  /** How many the stock of its parts allows beside them. */
  stock: number;
  /** The box that it is taken by; null: one by one. */
  pack: Package | null;
  /** Of one box, or of one. */
  linePrice: Cents;
  /** The line whose choices are changed: it keeps its box and its count. */
  changed: HeldLine | undefined;
  others: readonly HeldLine[];
}

export function useChosen({
  item,
  groups,
  selection,
  subject,
}: Pick<Choosing, 'item' | 'groups' | 'selection' | 'subject'>): Chosen {
  const lines = useRootState('cart', ({ context }) => context.lines);
  const packageId = useRootState('product', ({ context }) => context.packageId);
  const { changed, others } = lineToChange(lines, item, subject.line);
  const price = chosenPrice(item, groups, selection);
  const beside = groupsBeside(
    groups,
    item,
    lines.filter((line) => line !== changed),
  );
  const pack = packageOf(item, changed ? changed.packageId : packageId);
  return {
    price,
    beside,
    stock: filledStock(beside, selection),
    pack,
    linePrice: chosenLinePrice(pack, priceOf(item), price),
    changed,
    others,
  };
}
