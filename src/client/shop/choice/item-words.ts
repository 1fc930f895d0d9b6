import type { Item, Package } from '#contract/catalog.ts';
import { type Cents, centsOfReais, inCents } from '#contract/money.ts';
import { formatPercentOff, percentOff } from '#domain/money/discount.ts';
import type { Room } from '#domain/room.ts';

/** A text among the item's free properties. */
export function propertyOf({ properties }: Pick<Item, 'properties'>, name: string): string | undefined {
  const value = properties[name];
  return typeof value === 'string' && value ? value : undefined;
}

/** "500 g · R$ 12,90/kg" */
export const unitText = (item: Item): string =>
  [propertyOf(item, 'unit'), propertyOf(item, 'unitPrice')].filter(Boolean).join(' · ');
export const packageOf = (item: Item, packageId: string | null | undefined): Package | null =>
  item.packages.find(({ id }) => id === packageId) ?? null;
/** Price of one of the item, or of one package. */
export const priceOf = (item: Item, pack: Package | null = null): Cents => inCents(pack?.price ?? item.price);

/** What the same would have cost before; undefined when nothing is off. */
export function listPriceOf(item: Item, pack: Package | null = null): Cents | undefined {
  // A package is not struck through with the single's old price: only the single carries one.
  const list = pack || item.listPrice === undefined ? null : centsOfReais(item.listPrice);
  return list !== null && list > priceOf(item) ? list : undefined;
}

/** `12% off`, rounded down so that it never promises more than it gives. */
export function badgeOf(item: Item, pack: Package | null = null): string | undefined {
  const list = listPriceOf(item, pack);
  const percent = list === undefined ? 0 : percentOff(list, priceOf(item));
  return percent > 0 ? formatPercentOff(percent) : undefined;
}

/** What a campaign sells one person, said before it is reached: `Até 5 itens por pessoa` */
export const personText = (perPerson: number): string =>
  `Até ${perPerson} ${perPerson === 1 ? 'item' : 'itens'} por pessoa`;

/** Why no more can be taken. */
export function fullText({ most, reason }: Room, item: Pick<Item, 'max'>, perPerson = 0): string {
  if (reason === 'PERSON') return `Limite de ${perPerson} por pessoa nesta campanha`;
  if (reason === 'MAX') return `Máximo de ${item.max} por pedido`;
  return most === 1 ? 'Só resta 1' : `Só restam ${most}`;
}

const FEW = 10;
/** A word about stock, while there is little: never an invented hurry. */
export const stockHint = ({ quantity }: Item): string | null =>
  quantity > 0 && quantity <= FEW
    ? quantity === 1
      ? 'Última unidade'
      : `Restam ${quantity} unidades`
    : null;
