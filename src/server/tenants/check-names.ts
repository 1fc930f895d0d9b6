import type { ReadData } from './data.ts';

/** Names that come twice where each must be one of a kind. Sentences in Portuguese. */
export function* checkNames({
  coupons = [],
  campaigns,
  items,
  hubs,
  shipping,
  areas,
  ceps,
  tenant,
}: ReadData): Generator<string> {
  const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug);
  yield* twins('tenant.json, marketplaces, slug', slugs(tenant?.marketplaces ?? []));
  yield* twins('campaigns.json, slug', slugs(campaigns));
  yield* twins(
    'campaigns.json, priority',
    campaigns.map(({ priority }) => String(priority)),
  );
  yield* twins(
    'coupons.json, slug ou codes',
    coupons.flatMap(({ codes, slug }) => [slug, ...codes]),
  );
  yield* twins('hubs.json, slug', slugs(hubs));
  yield* twins('shipping.json, slug', slugs(shipping));
  yield* twins(
    'areas.json, id',
    areas.features.map(({ id }) => id),
  );
  yield* twins(
    'ceps.json, cep',
    ceps.map(({ cep }) => cep),
  );
  for (const [campaign, list] of items) yield* twins(`items/${campaign}.json, slug`, slugs(list));
}

/** Names that must not come twice. @param at file and field */
export function* twins(at: string, names: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield `${at}: "${name}" aparece duas vezes.`;
    seen.add(name);
  }
}
