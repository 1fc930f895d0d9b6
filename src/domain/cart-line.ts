import type { CartLine } from '#contract/cart.ts';

/** One choice inside a kit or flavour. */
export type KitChoice = NonNullable<CartLine['selection']>[number];

/** A selection in one spelling: equal items joined, nothings dropped, in the order of ids. */
export function canonicalSelection(selection: readonly KitChoice[] | undefined): KitChoice[] {
  const quantities = new Map<string, number>();
  for (const { item, quantity } of selection ?? []) {
    if (quantity > 0) quantities.set(item.id, (quantities.get(item.id) ?? 0) + quantity);
  }
  return [...quantities]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, quantity]) => ({ item: { id }, quantity }));
}

/** What makes two lines one: campaign, item, package and canonical selection. Source: docs, wire formats. */
export function lineKey(line: CartLine): string {
  const selection = canonicalSelection(line.selection).map(({ item, quantity }) => [item.id, quantity]);
  return JSON.stringify([line.campaignId, line.id, line.packageId ?? '', selection]);
}

/**
 * Adds to the cart: one already present sums, a quantity of zero or less removes it. The line's own extra
 * fields are taken from the newer. Source: spec §4 Cart.
 */
export function addLine<L extends CartLine>(lines: readonly L[], line: L): L[] {
  const key = lineKey(line);
  if (line.quantity <= 0) return removeLine(lines, key);
  const at = lines.findIndex((present) => lineKey(present) === key);
  if (at < 0) return [...lines, line];
  return lines.map((present, index) =>
    index === at ? { ...present, ...line, quantity: present.quantity + line.quantity } : present,
  );
}

/** Sets what the stepper shows; zero or less removes the line, an unknown key changes nothing. */
export function setQuantity<L extends CartLine>(lines: readonly L[], key: string, quantity: number): L[] {
  if (quantity <= 0) return removeLine(lines, key);
  return lines.map((line) => (lineKey(line) === key ? { ...line, quantity } : line));
}

export const removeLine = <L extends CartLine>(lines: readonly L[], key: string): L[] =>
  lines.filter((line) => lineKey(line) !== key);

/** How many things are in the cart. */
export const countUnits = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((units, line) => units + line.quantity, 0);

/** A line, and how many things are in one of it. */
export type BoxedLine = CartLine & { units?: number | undefined };

/**
 * Units of an item that a line of its campaign takes: as itself, or as what it is filled with.
 * @param each units that one choice of it takes; one where only the kit that it is in says how many
 */
export const unitsTaken = (
  { id: own, quantity, units = 1, selection = [] }: BoxedLine,
  id: string,
  each = 1,
): number =>
  selection.reduce(
    (all, { item, quantity: chosen }) => (item.id === id ? all + chosen * each : all),
    own === id ? 1 : 0,
  ) *
  quantity *
  units;
