import type { ReadData } from './data.ts';

/**
 * Campaigns that wait for themselves, or for each other in a ring: none of them could ever open. Sentences in
 * Portuguese, one for each ring.
 */
export function* checkDepends({ campaigns }: Pick<ReadData, 'campaigns'>): Generator<string> {
  const needs = new Map(
    campaigns.map(({ slug, depends }) => [
      slug,
      depends.flatMap((need) => (need.type === 'campaign' ? [need.campaignId] : [])),
    ]),
  );
  const named = new Set<string>();
  for (const slug of needs.keys()) {
    const ring = named.has(slug) ? [] : wayBack(slug, needs);
    for (const one of ring) named.add(one);
    if (ring.length === 1)
      yield `campaigns.json, ${slug}, depends: a campanha espera por ela mesma e nunca poderia abrir.`;
    if (ring.length > 1)
      yield `campaigns.json, ${slug}, depends: estas campanhas esperam umas pelas outras e nunca poderiam abrir: ${[...ring, slug].map((one) => `"${one}"`).join(' → ')}.`;
  }
}

/** The shortest way from a campaign over what it waits for back to itself; empty when there is none. */
function wayBack(start: string, needs: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set<string>();
  const ways = [[start]];
  for (const way of ways)
    for (const next of needs.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return [];
}
