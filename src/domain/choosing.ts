import type { Item } from '#contract/catalog.ts';
import { type Cents, inCents } from '#contract/money.ts';
import { canonicalSelection, type KitChoice } from './cart-line.ts';
import { sum, times, ZERO } from './money/money.ts';
import {
  flavorIssues,
  flavorPrice,
  flavorRule,
  kitIssues,
  kitPrice,
  type SelectionIssue,
} from './selection.ts';

/** Something that an item can be filled with. */
export interface ChoiceOption {
  id: string;
  name: string;
  image: string | null;
  /** What the option itself says of its size: "250 g". */
  unit: string | null;
  /** Units of it that one choice takes. */
  units: number;
  /** Units of it that are left; Infinity while nobody has said. */
  stock: number;
  /** Units of it that other lines of the cart take, where they are not in `stock` any more. */
  held?: number;
  /** What one choice of it adds to the price of a kit; what one of a flavour costs. */
  price: Cents;
}
/** Options of which between `min` and `max` are chosen, all in all. A flavour item has one such group. */
export interface ChoiceGroup {
  id: string;
  /** Null: the flavours of the item. */
  name: string | null;
  min: number;
  max: number;
  options: ChoiceOption[];
}

type Filled = Pick<Item, 'id' | 'type' | 'price' | 'kitItems' | 'childItems' | 'properties'>;

const FLAVORS = 'flavors';

/**
 * What can be chosen in an item, group by group, as the shop lists it; empty for a plain product.
 * @param children the items that it is filled with, as the catalog has them; a flavour that is not among them
 * is not offered. Source: D35, D73.
 */
export function choiceGroups(item: Filled, children: readonly Item[]): ChoiceGroup[] {
  const known = new Map(children.map((child) => [child.id, child]));
  const unitOf = (child: Item | undefined): string | null => {
    const unit = child?.properties['unit'];
    return typeof unit === 'string' && unit ? unit : null;
  };
  if (item.type === 'FLAVOR_PARENT') {
    const { min, max } = flavorRule(item.properties);
    const options = item.childItems.flatMap((id): ChoiceOption[] => {
      const child = known.get(id);
      if (!child) return [];
      const { name, images, quantity: stock, price } = child;
      return [
        { id, name, image: images[0] ?? null, unit: unitOf(child), units: 1, stock, price: inCents(price) },
      ];
    });
    return [{ id: FLAVORS, name: null, min, max, options }];
  }
  const groups = new Map<string, ChoiceGroup>();
  for (const { groupId, groupName, min, max, item: part, quantity, priceDelta } of item.kitItems) {
    const group = groups.get(groupId) ?? { id: groupId, name: groupName, min, max, options: [] };
    const child = known.get(part.id);
    group.options.push({
      id: part.id,
      name: part.name,
      image: part.images[0] ?? null,
      unit: unitOf(child),
      units: quantity,
      stock: child?.quantity ?? Infinity,
      price: inCents(priceDelta),
    });
    groups.set(groupId, group);
  }
  return [...groups.values()];
}

const quantityOf = (selection: readonly KitChoice[], id: string): number =>
  selection.find(({ item }) => item.id === id)?.quantity ?? 0;

/** How many are chosen in a group. */
export const chosenIn = ({ options }: ChoiceGroup, selection: readonly KitChoice[]): number =>
  options.reduce((all, { id }) => all + quantityOf(selection, id), 0);

/**
 * What the choices of a kit's group add to its price so far, centavos; below zero where they make it cheaper.
 * A flavour adds nothing by itself: all of them make the price together.
 */
export const addedIn = ({ name, options }: ChoiceGroup, selection: readonly KitChoice[]): Cents =>
  name === null ? ZERO : sum(options.map(({ id, price }) => times(price, quantityOf(selection, id))));

/** A part that comes with every one: there is nothing to choose. Source: D35. */
export const isFixed = ({ name, min, max, options }: ChoiceGroup): boolean =>
  name !== null && min === 1 && max === 1 && options.length === 1;

/** Whether what is left is enough for a group. */
export const canBeFilled = ({ min, options }: ChoiceGroup): boolean =>
  options.reduce((all, { stock, units }) => all + Math.max(0, Math.floor(stock / Math.max(1, units))), 0) >=
  min;

/** Why no more of an option can be chosen. */
export type ChoiceLimit = 'GROUP' | 'STOCK';
/** The most of one option that a group leaves room for, beside what else is chosen in it. */
export function roomFor(
  group: ChoiceGroup,
  selection: readonly KitChoice[],
  option: ChoiceOption,
): { most: number; reason: ChoiceLimit } {
  const inStock = Math.max(0, Math.floor(option.stock / Math.max(1, option.units)));
  // Of one among several the other gives way.
  const others = group.max === 1 ? 0 : chosenIn(group, selection) - quantityOf(selection, option.id);
  const inGroup = Math.max(0, group.max - others);
  return inStock < inGroup ? { most: inStock, reason: 'STOCK' } : { most: inGroup, reason: 'GROUP' };
}

/**
 * The selection once so many of an option are chosen: never more than its group and its stock allow; where
 * only one of a group can be had, it takes the place of the other. An unknown option changes nothing.
 */
export function withChoice(
  groups: readonly ChoiceGroup[],
  selection: readonly KitChoice[],
  id: string,
  quantity: number,
): KitChoice[] {
  const group = groups.find(({ options }) => options.some((option) => option.id === id));
  const option = group?.options.find((one) => one.id === id);
  if (!group || !option) return canonicalSelection(selection);
  const { most } = roomFor(group, selection, option);
  const replaced = group.max === 1 && quantity > 0 && most > 0;
  const gone = new Set(replaced ? group.options.map((one) => one.id) : [id]);
  return canonicalSelection([
    ...selection.filter(({ item }) => !gone.has(item.id)),
    { item: { id }, quantity: Math.min(quantity, most) },
  ]);
}

/** What of a selection can be had here, with what always comes: strangers, and what is too many, are left out. */
export const possibleChoices = (
  groups: readonly ChoiceGroup[],
  selection: readonly KitChoice[],
): KitChoice[] =>
  [
    ...groups
      .filter(isFixed)
      .flatMap(({ options }) => options.map(({ id }): KitChoice => ({ item: { id }, quantity: 1 }))),
    ...canonicalSelection(selection),
  ].reduce<KitChoice[]>((all, { item, quantity }) => {
    const group = groups.find(({ options }) => options.some(({ id }) => id === item.id));
    // The first one of a group stays; withChoice would let the last take its place.
    return group?.max === 1 && chosenIn(group, all) > 0 ? all : withChoice(groups, all, item.id, quantity);
  }, []);

/** Every rule of the item that a selection breaks; empty when it can be bought so. */
export const choiceIssues = (
  { type, kitItems, childItems, properties }: Filled,
  selection: readonly KitChoice[],
): SelectionIssue[] =>
  type === 'KIT'
    ? kitIssues(kitItems, selection)
    : type === 'FLAVOR_PARENT'
      ? flavorIssues(flavorRule(properties), childItems, selection)
      : [];

/** Price of one of the item as it is filled; of a flavour item without flavours its own. */
export function chosenPrice(
  item: Filled,
  groups: readonly ChoiceGroup[],
  selection: readonly KitChoice[],
): Cents {
  if (item.type !== 'FLAVOR_PARENT' || selection.length === 0)
    return kitPrice(inCents(item.price), item.kitItems, selection);
  const prices = new Map(groups.flatMap(({ options }) => options.map(({ id, price }) => [id, price])));
  return flavorPrice(
    flavorRule(item.properties).price,
    selection.flatMap(({ item: { id }, quantity }) => {
      const price = prices.get(id);
      return price === undefined ? [] : [{ price, quantity }];
    }),
  );
}

/** How many of the item, filled like this, the stock of its parts allows; Infinity while nobody has said. */
export const filledStock = (groups: readonly ChoiceGroup[], selection: readonly KitChoice[]): number =>
  Math.min(
    Infinity,
    ...groups.flatMap(({ options }) =>
      options.flatMap(({ id, units, stock }) => {
        const taken = units * quantityOf(selection, id);
        return taken > 0 ? [Math.floor(stock / taken)] : [];
      }),
    ),
  );

/** What is chosen, as people read it, in the order of the groups. */
export const namedChoices = (
  groups: readonly ChoiceGroup[],
  selection: readonly KitChoice[],
): { id: string; name: string; quantity: number }[] =>
  groups.flatMap(({ options }) =>
    options
      .map(({ id, name }) => ({ id, name, quantity: quantityOf(selection, id) }))
      .filter(({ quantity }) => quantity > 0),
  );

/** A selection as it stands in an address: `<item>.<quantity>` joined by `_`; empty for none. */
export const choicesText = (selection: readonly KitChoice[]): string =>
  canonicalSelection(selection)
    .map(({ item, quantity }) => `${item.id}.${quantity}`)
    .join('_');

const MOST_CHOICES = 40; // contract, Selection
const CHOICE = /^([\da-f-]{36})\.([1-9]\d{0,2})$/;
/** A selection out of an address; what is no choice there is none. */
export const choicesIn = (text: string): KitChoice[] =>
  canonicalSelection(
    text
      .split('_')
      .slice(0, MOST_CHOICES)
      .flatMap((part): KitChoice[] => {
        const [, id, quantity] = CHOICE.exec(part) ?? [];
        return id && quantity ? [{ item: { id }, quantity: Number(quantity) }] : [];
      }),
  );
