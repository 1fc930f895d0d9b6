import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkRoster } from './check-roster.ts';
import { checkSelections } from './check-selections.ts';
import type { TenantData } from './read.ts';

/** What the files of a folder say of each other that cannot be: unknown slugs, twins, prices and pictures. Sentences in Portuguese. */
export function checkTenant(data: TenantData): string[] {
  return [...checkNames(data), ...checkReferences(data), ...checkPrices(data), ...checkWindows(data), ...checkSelections(data), ...checkRoster(data), ...checkPictures(data)];
}

function* checkNames({ coupons = [], campaigns, items, hubs, shipping, areas, ceps, tenant }: TenantData): Generator<string> {
  yield* twins(
    'tenant.json',
    tenant.marketplaces.map(({ slug }) => slug),
  );
  yield* twins(
    'campaigns.json',
    campaigns.map(({ slug }) => slug),
  );
  yield* twins(
    'coupons.json',
    coupons.flatMap(({ codes, slug }) => [slug, ...codes]),
  );
  yield* twins(
    'campaigns.json, prioridade',
    campaigns.map(({ priority }) => String(priority)),
  );
  yield* twins(
    'hubs.json',
    hubs.map(({ slug }) => slug),
  );
  yield* twins(
    'shipping.json',
    shipping.map(({ slug }) => slug),
  );
  yield* twins(
    'areas.json',
    areas.features.map(({ id }) => id),
  );
  yield* twins(
    'ceps.json',
    ceps.map(({ cep }) => cep),
  );
  for (const [campaign, list] of items)
    yield* twins(
      `items/${campaign}.json`,
      list.map(({ slug }) => slug),
    );
}

/** Names that must not come twice. */
export function* twins(file: string, names: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield `${file}: "${name}" aparece duas vezes.`;
    seen.add(name);
  }
}

function* checkReferences({ coupons = [], campaigns, items, hubs, shipping, areas, documents, tenant }: TenantData): Generator<string> {
  const known = {
    campaigns: new Set(campaigns.map(({ slug }) => slug)),
    marketplaces: new Set(tenant.marketplaces.map(({ slug }) => slug)),
    hubs: new Set(hubs.map(({ slug }) => slug)),
    shipping: new Set(shipping.map(({ slug }) => slug)),
    areas: new Set(areas.features.map(({ id }) => id)),
  };
  for (const type of Object.keys(tenant.payment.terms ?? {}))
    if (!tenant.payment.methods.some((one) => one === type)) yield `tenant.json, payment.terms.${type}: a loja não recebe assim (payment.methods).`;
  for (const hub of hubs) {
    yield* missing(`hubs.json, ${hub.slug}, shippingMethodIds`, hub.shippingMethodIds, known.shipping);
    yield* missing(`hubs.json, ${hub.slug}, areas`, hub.areas, known.areas);
  }
  for (const { slug, companyId } of shipping)
    if (companyId && !documents.shippingCompanies[companyId])
      yield `shipping.json, ${slug}, companyId: "${companyId}" não está em documents/shippingCompanies.json.`;
  for (const { slug, campaigns: named } of coupons) yield* missing(`coupons.json, ${slug}, campaigns`, named, known.campaigns);
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
    const products = new Set(shelf.map(({ slug }) => slug));
    yield* missing(
      `${at}, discountRules`,
      campaign.cartControls.discountRules.flatMap(({ productId }) => productId ?? []),
      products,
    );
    const tags = new Set(campaign.tags.map(({ slug }) => slug));
    for (const item of shelf) yield* missing(`items/${campaign.slug}.json, ${item.slug}, tags`, item.tags, tags);
    if (campaign.depends.some(({ type }) => type === 'invites') && !campaign.invite)
      yield `${at}: depende de convites e não diz quantos (invite.invites).`;
  }
}

function* missing(at: string, names: readonly string[], known: ReadonlySet<string>): Generator<string> {
  for (const name of names) if (!known.has(name)) yield `${at}: "${name}" não existe.`;
}

function* checkPrices({ items, tenant }: TenantData): Generator<string> {
  const takesMoney = tenant.payment.methods.some((type) => type === 'PIX' || type === 'CREDIT_CARD' || type === 'WALLET');
  if (!takesMoney && [...items.values()].flat().some(({ price }) => price > 0)) yield 'tenant.json, payment.methods: há produtos com preço e nenhuma forma de receber por eles.';
  for (const [campaign, list] of items)
    for (const item of list) {
      const at = `items/${campaign}.json, ${item.slug}`;
      if (item.listPrice !== undefined && item.listPrice <= item.price) yield `${at}, listPrice: o preço de tabela é maior que o preço.`;
      for (const box of item.packages)
        if (box.price > item.price * box.units) yield `${at}, packages ${box.id}: a caixa custa mais que as unidades soltas.`;
    }
}

/** Places are counted by the hour at which a window begins: two that begin together could not both be booked. */
function* checkWindows({ shipping }: TenantData): Generator<string> {
  for (const { slug, windows } of shipping) {
    const at = `shipping.json, ${slug}, windows`;
    yield* twins(
      at,
      windows.map(({ id }) => id),
    );
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      yield* twins(
        `${at}, dia ${weekday}, start`,
        windows.filter(({ days }) => days.includes(weekday)).map(({ start }) => start),
      );
  }
}

function* checkPictures({ folder, tenant, campaigns, items, documents }: TenantData): Generator<string> {
  const named = [
    ...Object.values(tenant.logo),
    ...tenant.sso.map(({ icon }) => icon),
    ...Object.values(documents.pwa).map(({ icon }) => icon),
    ...campaigns.flatMap(({ profile, story, expired, depends, properties }) => [
      profile.image,
      ...story.slides.flatMap(({ image, imageWide }) => [image, imageWide]),
      expired?.image,
      properties.banner?.landscape,
      properties.banner?.portrait,
      ...depends.map((need) => (need.type === 'campaign' ? need.image : undefined)),
    ]),
    ...[...items.values()].flat().flatMap(({ images }) => images),
  ];
  for (const name of new Set(named)) if (name && !existsSync(join(folder, 'media', name))) yield `media: falta o arquivo "${name}".`;
}
