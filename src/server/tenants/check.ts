import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inCents } from '#contract/money.ts';
import { offsetToMs } from '#contract/tenant/tenant-parts.ts';
import { isInBrazil } from '#contract/tenant/tenant-place.ts';
import { isBoxDearer } from '#domain/selection.ts';
import { checkNames, twins } from './check-names.ts';
import { checkDepends } from './check-depends.ts';
import { checkForms } from './check-forms.ts';
import { checkRoster } from './check-roster.ts';
import { checkSelections } from './check-selections.ts';
import type { ReadData } from './data.ts';
import { namedPictures } from './named-pictures.ts';

/**
 * What the files of a folder say of each other that cannot be: unknown slugs, twins, prices and pictures.
 * Sentences in Portuguese, each with file and field.
 */
export function checkTenant(data: ReadData): string[] {
  return [
    ...checkNames(data),
    ...checkReferences(data),
    ...checkDepends(data),
    ...checkForms(data),
    ...checkPrices(data),
    ...checkSense(data),
    ...checkWindows(data),
    ...checkSelections(data),
    ...checkRoster(data),
    ...checkPictures(data),
  ];
}

function* checkReferences({
  coupons = [],
  campaigns,
  items,
  hubs,
  shipping,
  areas,
  documents,
  tenant,
  unfit,
}: ReadData): Generator<string> {
  const namesOf = (file: string, names: readonly string[]) => (unfit.has(file) ? null : new Set(names));
  const known = {
    campaigns: namesOf(
      'campaigns.json',
      campaigns.map(({ slug }) => slug),
    ),
    marketplaces: namesOf(
      'tenant.json',
      (tenant?.marketplaces ?? []).map(({ slug }) => slug),
    ),
    hubs: namesOf(
      'hubs.json',
      hubs.map(({ slug }) => slug),
    ),
    shipping: namesOf(
      'shipping.json',
      shipping.map(({ slug }) => slug),
    ),
    areas: namesOf(
      'areas.json',
      areas.features.map(({ id }) => id),
    ),
  };
  for (const type of Object.keys(tenant?.payment.terms ?? {}))
    if (!tenant?.payment.methods.some((one) => one === type))
      yield `tenant.json, payment.terms.${type}: a loja não recebe assim (payment.methods).`;
  for (const hub of hubs) {
    yield* missing(`hubs.json, ${hub.slug}, shippingMethodIds`, hub.shippingMethodIds, known.shipping);
    yield* missing(`hubs.json, ${hub.slug}, areas`, hub.areas, known.areas);
  }
  for (const { slug, companyId } of shipping)
    if (companyId && documents.shippingCompanies && !documents.shippingCompanies[companyId])
      yield `shipping.json, ${slug}, companyId: "${companyId}" não está em documents/shippingCompanies.json.`;
  for (const { slug, campaigns: named } of coupons)
    yield* missing(`coupons.json, ${slug}, campaigns`, named, known.campaigns);
  for (const campaign of campaigns) {
    const at = `campaigns.json, ${campaign.slug}`;
    const shelf = items.get(campaign.slug) ?? [];
    yield* missing(`${at}, marketplace`, [campaign.marketplace], known.marketplaces);
    yield* missing(`${at}, hubs`, [...campaign.hubs, ...campaign.internalHubRoutingIds], known.hubs);
    yield* missing(`${at}, areas`, campaign.areas, known.areas);
    yield* missing(
      `${at}, depends`,
      campaign.depends.flatMap((need) => (need.type === 'campaign' ? [need.campaignId] : [])),
      known.campaigns,
    );
    const products = namesOf(
      `items/${campaign.slug}.json`,
      shelf.map(({ slug }) => slug),
    );
    yield* missing(
      `${at}, discountRules`,
      campaign.cartControls.discountRules.flatMap(({ productId }) => productId ?? []),
      products,
    );
    const tags = new Set(campaign.tags.map(({ slug }) => slug));
    for (const item of shelf)
      yield* missing(`items/${campaign.slug}.json, ${item.slug}, tags`, item.tags, tags);
    if (campaign.depends.some(({ type }) => type === 'invites') && !campaign.invite)
      yield `${at}, invite: depende de convites e não diz quantos (invites).`;
  }
}

function* missing(
  at: string,
  names: readonly string[],
  known: ReadonlySet<string> | null,
): Generator<string> {
  for (const name of names) if (known && !known.has(name)) yield `${at}: "${name}" não existe.`;
}

function* checkPrices({ items, tenant }: ReadData): Generator<string> {
  const takesMoney =
    tenant?.payment.methods.some((type) => type === 'PIX' || type === 'CREDIT_CARD' || type === 'WALLET') ??
    true;
  if (!takesMoney && [...items.values()].flat().some(({ price }) => price > 0))
    yield 'tenant.json, payment.methods: há produtos com preço e nenhuma forma de receber por eles.';
  for (const [campaign, list] of items)
    for (const item of list) {
      const at = `items/${campaign}.json, ${item.slug}`;
      if (item.listPrice !== undefined && item.listPrice <= item.price)
        yield `${at}, listPrice: o preço de tabela (${item.listPrice.toFixed(2)}) tem que ser maior que o preço (${item.price.toFixed(2)}).`;
      for (const box of item.packages)
        if (isBoxDearer({ price: inCents(box.price), units: box.units }, inCents(item.price)))
          yield `${at}, packages ${box.id}: a caixa custa mais que as unidades soltas.`;
    }
}

/** Numbers that cannot be meant: places abroad, and limits and times that shut everybody out. */
function* checkSense({ campaigns, coupons = [], hubs, ceps }: ReadData): Generator<string> {
  const places = [
    ...hubs.map((hub) => [`hubs.json, ${hub.slug}`, hub] as const),
    ...ceps.map((row) => [`ceps.json, ${row.cep}`, row] as const),
  ];
  for (const [at, { latitude, longitude }] of places)
    if (!isInBrazil([longitude, latitude]))
      yield `${at}, latitude: o lugar fica fora do Brasil; confira se latitude e longitude não estão trocadas.`;
  for (const {
    slug,
    cartControls: { minItems = 0, maxItems = Infinity, maxPerAccount = Infinity },
  } of campaigns) {
    const most = Math.min(maxItems, maxPerAccount);
    if (minItems > most)
      yield `campaigns.json, ${slug}, cartControls.minItems: ninguém poderia comprar: o mínimo (${minItems}) é maior que o máximo (${most}).`;
  }
  for (const { slug, startsIn, endsIn } of coupons)
    if (startsIn !== undefined && endsIn !== undefined && offsetToMs(startsIn) >= offsetToMs(endsIn))
      yield `coupons.json, ${slug}, endsIn: o cupom acabaria antes de começar.`;
}

/**
 * Places are counted by the hour at which a window begins: two that begin together could not both be booked.
 */
function* checkWindows({ shipping }: ReadData): Generator<string> {
  for (const { slug, windows } of shipping) {
    const at = `shipping.json, ${slug}, windows`;
    yield* twins(
      `${at}, id`,
      windows.map(({ id }) => id),
    );
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      yield* twins(
        `${at}, dia ${weekday}, start`,
        windows.filter(({ days }) => days.includes(weekday)).map(({ start }) => start),
      );
  }
}

function* checkPictures(data: ReadData): Generator<string> {
  for (const { at, name } of namedPictures(data))
    if (!statSync(join(data.folder, 'media', name), { throwIfNoEntry: false })?.isFile())
      yield `${at}: falta o arquivo "${name}" na pasta media.`;
}
