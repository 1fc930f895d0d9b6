import type { FlavorRule, Item, KitItem, Package } from '#contract/catalog.ts';
import { type Cents, cents, inCents } from '#contract/money.ts';
import { canonicalSelection, type KitChoice } from './cart-line.ts';
import { clampToZero, sum, times, ZERO } from './money/money.ts';

/** A rule that a selection does not meet yet; `groupId` is missing where the rule is about the whole item. */
export type SelectionIssue = {
  type: 'MIN' | 'MAX' | 'UNKNOWN';
  groupId?: string;
  required: number;
  current: number;
};

/** What one unit of a line takes from stock besides itself. */
export type Part = { id: string; units: number };

const count = (choices: readonly KitChoice[]) => choices.reduce((all, { quantity }) => all + quantity, 0);

/** Too few, too many: what is wrong with a number of choices. */
function outside(
  current: number,
  { min, max }: { min: number; max: number },
  groupId?: string,
): SelectionIssue[] {
  const where = groupId === undefined ? {} : { groupId };
  if (current < min) return [{ type: 'MIN', ...where, required: min, current }];
  return current > max ? [{ type: 'MAX', ...where, required: max, current }] : [];
}

/**
 * Every rule of a kit's groups that a selection breaks; empty means that the kit can be bought so. An item
 * belongs to one group of a kit at most.
 */
export function kitIssues(
  options: readonly KitItem[],
  selection: readonly KitChoice[] | undefined,
): SelectionIssue[] {
  const chosen = canonicalSelection(selection);
  const groupOf = new Map(options.map((option) => [option.item.id, option.groupId]));
  const groups = new Map(options.map((option) => [option.groupId, option]));
  const strangers = chosen.filter(({ item }) => !groupOf.has(item.id));
  return [
    ...strangers.map(({ quantity }): SelectionIssue => ({ type: 'UNKNOWN', required: 0, current: quantity })),
    ...[...groups].flatMap(([id, group]) =>
      outside(count(chosen.filter(({ item }) => groupOf.get(item.id) === id)), group, id),
    ),
  ];
}

/**
 * What an unfilled kit comes with. It may break the rules of the groups when the shop names too few defaults.
 */
export const defaultSelection = (options: readonly KitItem[]): KitChoice[] =>
  canonicalSelection(
    options.filter((option) => option.default).map(({ item }) => ({ item: { id: item.id }, quantity: 1 })),
  );

/**
 * Whether something has to be chosen before it can be bought: flavours, or a kit that does not come filled.
 */
export function needsChoice({
  type,
  kitItems,
  childItems,
  properties,
}: Pick<Item, 'type' | 'kitItems' | 'childItems' | 'properties'>): boolean {
  if (type === 'KIT') return kitIssues(kitItems, defaultSelection(kitItems)).length > 0;
  return type === 'FLAVOR_PARENT' && flavorIssues(flavorRule(properties), childItems, []).length > 0;
}
/** How the flavours of an item are chosen, as its shop has set it. */
export const flavorRule = (properties: Item['properties']): FlavorRule =>
  (properties['flavors'] ?? { min: 1, max: 1, price: 'SUM' }) as FlavorRule; // written by the importer

/** Price of one kit: its own and what each choice adds. Never negative. */
export function kitPrice(
  base: Cents,
  options: readonly KitItem[],
  selection: readonly KitChoice[] | undefined,
): Cents {
  const deltas = new Map(options.map(({ item, priceDelta }) => [item.id, inCents(priceDelta)]));
  return clampToZero(
    sum([
      base,
      ...canonicalSelection(selection).map(({ item, quantity }) =>
        times(deltas.get(item.id) ?? ZERO, quantity),
      ),
    ]),
  );
}

/** List price of a kit: its own, changed as the choice changes the price. @param filled price with the choice */
export const kitListPrice = (listPrice: Cents, base: Cents, filled: Cents): Cents =>
  cents(listPrice + filled - base);

/** Units of other items that one kit takes. */
export function kitParts(options: readonly KitItem[], selection: readonly KitChoice[] | undefined): Part[] {
  const unitsOf = new Map(options.map((option) => [option.item.id, option.quantity]));
  return canonicalSelection(selection).map(({ item, quantity }) => ({
    id: item.id,
    units: quantity * (unitsOf.get(item.id) ?? 1),
  }));
}

/** Every rule that a choice of flavours breaks. @param flavors ids of the item's flavours */
export function flavorIssues(
  rule: FlavorRule,
  flavors: readonly string[],
  selection: readonly KitChoice[] | undefined,
): SelectionIssue[] {
  const chosen = canonicalSelection(selection);
  const strangers = chosen.filter(({ item }) => !flavors.includes(item.id));
  return [
    ...strangers.map(({ quantity }): SelectionIssue => ({ type: 'UNKNOWN', required: 0, current: quantity })),
    ...outside(count(chosen), rule),
  ];
}

/**
 * Price of one item with flavours: their sum, the dearest of them, or their mean weighted by quantity,
 * rounded half-up once. Source: D73.
 * @param chosen price of one of each flavour and how many of it; none of them → 0
 */
export function flavorPrice(
  rule: FlavorRule['price'],
  chosen: readonly { price: Cents; quantity: number }[],
): Cents {
  const taken = chosen.filter(({ quantity }) => quantity > 0);
  if (taken.length === 0) return ZERO;
  if (rule === 'HIGHEST') return cents(Math.max(...taken.map(({ price }) => price)));
  const whole = sum(taken.map(({ price, quantity }) => times(price, quantity)));
  if (rule === 'SUM') return whole;
  const parts = taken.reduce((all, { quantity }) => all + quantity, 0);
  return cents(Math.floor((2 * whole + parts) / (2 * parts)));
}

/**
 * What a flavour makes of the price that the cheapest does not, where the others of the fewest that are
 * chosen are of the cheapest; centavos, never below zero. Source: D73.
 * @param prices of all flavours  @param own price of this one
 */
export function flavorDifference(
  { min, price: rule }: FlavorRule,
  prices: readonly Cents[],
  own: Cents,
): Cents {
  const cheapest = cents(Math.min(...prices, own));
  const priceWith = (price: Cents) =>
    flavorPrice(rule, [
      { price: cheapest, quantity: min - 1 },
      { price, quantity: 1 },
    ]);
  return cents(priceWith(own) - priceWith(cheapest));
}

/**
 * Price of a box of things that are all filled alike: the box's own, and for each thing in it what the choice
 * costs more than the plain one. Never negative.
 * @param plain price of one as it stands on the shelf  @param filled price of one as it was chosen  Source:
 * D35.
 */
export const boxPrice = (box: { price: Cents; units: number }, plain: Cents, filled: Cents): Cents =>
  clampToZero(sum([box.price, times(cents(filled - plain), box.units)]));
/** What one of a line costs: a thing as it is filled, or a box of such things. @param plain as it is on the shelf */
export const chosenLinePrice = (
  pack: Pick<Package, 'price' | 'units'> | null,
  plain: Cents,
  filled: Cents,
): Cents => (pack ? boxPrice({ price: inCents(pack.price), units: pack.units }, plain, filled) : filled);
/** Whether a box costs more than its things do one by one. */
export const isBoxDearer = (box: { price: Cents; units: number }, plain: Cents): boolean =>
  box.price > times(plain, box.units);
