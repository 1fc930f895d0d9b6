import type { TenantItem } from '#contract/tenant/tenant-catalog.ts';
import { inCents, reaisOf } from '#contract/money.ts';
import { flavorPrice } from '#domain/selection.ts';
import type { ReadData } from './data.ts';

/**
 * What is wrong with kits and flavours: parts that do not exist or are no plain products, limits that nobody
 * can meet. Sentences in Portuguese.
 */
export function* checkSelections({ items, unfit }: Pick<ReadData, 'items' | 'unfit'>): Generator<string> {
  for (const [campaign, shelf] of items)
    for (const goods of unfit.has(`items/${campaign}.json`) ? [] : shelf) {
      const at = `items/${campaign}.json, ${goods.slug}`;
      if ((goods.type === 'KIT') !== (goods.kit !== undefined))
        yield `${at}, kit: todo KIT tem grupos, e só ele.`;
      if ((goods.type === 'FLAVOR_PARENT') !== (goods.flavors !== undefined))
        yield `${at}, flavors: todo FLAVOR_PARENT tem sabores, e só ele.`;
      if (goods.kit) yield* checkKit(`${at}, kit`, goods.kit, shelf);
      if (goods.flavors) yield* checkFlavors(`${at}, flavors`, goods, goods.flavors, shelf);
    }
}

function* checkParts(at: string, slugs: readonly string[], shelf: readonly TenantItem[]): Generator<string> {
  const seen = new Set<string>();
  for (const slug of slugs) {
    const part = shelf.find((one) => one.slug === slug);
    if (!part) yield `${at}: "${slug}" não existe.`;
    else if (part.type !== 'PRODUCT') yield `${at}: "${slug}" não é um produto simples.`;
    if (seen.has(slug)) yield `${at}: "${slug}" aparece duas vezes.`;
    seen.add(slug);
  }
}

function* checkKit(
  at: string,
  groups: NonNullable<TenantItem['kit']>,
  shelf: readonly TenantItem[],
): Generator<string> {
  yield* checkParts(
    at,
    groups.flatMap(({ options }) => options.map(({ item }) => item)),
    shelf,
  );
  if (new Set(groups.map(({ id }) => id)).size !== groups.length) yield `${at}: dois grupos têm o mesmo id.`;
  for (const group of groups) {
    if (group.min > group.max) yield `${at} ${group.id}: o mínimo é maior que o máximo.`;
    const defaults = group.options.filter((option) => option.default).length;
    if (defaults > group.max) yield `${at} ${group.id}: vem com mais opções do que cabem.`;
  }
}

function* checkFlavors(
  at: string,
  goods: TenantItem,
  { min, max, price, items }: NonNullable<TenantItem['flavors']>,
  shelf: readonly TenantItem[],
): Generator<string> {
  yield* checkParts(at, items, shelf);
  if (min > max) yield `${at}: o mínimo é maior que o máximo.`;
  const cheapest = Math.min(...shelf.filter(({ slug }) => items.includes(slug)).map((one) => one.price));
  if (!Number.isFinite(cheapest)) return;
  const least = flavorPrice(price, [{ price: inCents(cheapest), quantity: min }]);
  if (inCents(goods.price) !== least)
    yield `${at}: o preço na prateleira é o da escolha mais barata, ${reaisOf(least).toFixed(2)}.`;
}
