import type { CartLine, PricedLine } from '#contract/cart.ts';
import type { Item } from '#contract/catalog.ts';
import type { Cents } from '#contract/money.ts';
import { canonicalSelection } from '#domain/cart-line.ts';
import {
  type Part,
  defaultSelection,
  flavorIssues,
  flavorPrice,
  flavorRule,
  kitIssues,
  kitListPrice,
  kitParts,
  kitPrice,
} from '#domain/selection.ts';
import type { item } from '#server/db/schema/shop/item.ts';
import type { Shelf } from './shelf.ts';

type Row = typeof item.$inferSelect;
// Written by the importer in the contract's shape
const bodyOf = (row: Row) => row.body as unknown as Pick<Item, 'kitItems' | 'childItems' | 'properties'>;

/** One unit of a line with what was chosen inside it. Amounts in centavos. */
export interface Filled {
  price: Cents;
  listPrice?: Cents;
  /** units of other items that it takes */
  parts: Part[];
  choices: NonNullable<PricedLine['choices']>;
}

/**
 * Kits that came unfilled are filled as the shop set them up; all else stays. The list itself when nothing
 * changed.
 */
export function withDefaults(lines: readonly CartLine[], shelf: Shelf): readonly CartLine[] {
  const kits = new Map(shelf.filter(({ row }) => row.type === 'KIT').map(({ row }) => [row.id, row]));
  const isUnfilled = (line: CartLine) => kits.has(line.id) && !line.selection?.length;
  if (!lines.some(isUnfilled)) return lines;
  return lines.map((line) => {
    const kit = isUnfilled(line) ? kits.get(line.id) : undefined;
    return kit ? { ...line, selection: defaultSelection(bodyOf(kit).kitItems) } : line;
  });
}

/**
 * Price and parts of one of a line. A kit adds its options to its own price; an item with flavours costs what
 * they make it cost.
 * @param rowOf items that were read with the line
 * @returns null when what was chosen does not fit: outside a group's limits, a stranger, an option that is
 * not sold any more
 */
export function fill(line: CartLine, row: Row, rowOf: (id: string) => Row | undefined): Filled | null {
  const selection = canonicalSelection(line.selection);
  const own = {
    price: row.price,
    ...(row.listPrice === null ? {} : { listPrice: row.listPrice }),
    parts: [],
    choices: [],
  };
  const chosen = selection.flatMap(({ item: part, quantity }) => {
    const known = rowOf(part.id);
    return known?.active && known.campaignId === row.campaignId ? [{ row: known, quantity }] : [];
  });
  if (chosen.length !== selection.length) return null;
  const { kitItems, childItems, properties } = bodyOf(row);
  // As the shop lists them, not by their ids.
  const places = row.type === 'KIT' ? kitItems.map(({ item: part }) => part.id) : childItems;
  const choices = chosen
    .map((one) => ({ id: one.row.id, name: one.row.name, quantity: one.quantity }))
    .toSorted((a, b) => places.indexOf(a.id) - places.indexOf(b.id));
  switch (row.type) {
    case 'KIT': {
      if (kitIssues(kitItems, selection).length) return null;
      const price = kitPrice(row.price, kitItems, selection);
      return {
        price,
        ...(row.listPrice === null ? {} : { listPrice: kitListPrice(row.listPrice, row.price, price) }),
        parts: kitParts(kitItems, selection),
        choices,
      };
    }
    case 'FLAVOR_PARENT': {
      const rule = flavorRule(properties);
      if (flavorIssues(rule, childItems, selection).length) return null;
      return {
        price: flavorPrice(
          rule.price,
          chosen.map((one) => ({ price: one.row.price, quantity: one.quantity })),
        ),
        parts: selection.map(({ item: part, quantity }) => ({ id: part.id, units: quantity })),
        choices,
      };
    }
    default:
      return selection.length ? null : own;
  }
}
