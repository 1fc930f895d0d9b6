import type { Client } from '#api/client.ts';
import { type Item, listMarketplaceItems } from '#contract/catalog.ts';
import type { ProductsQuery } from '#machines/catalog/products-query.ts';
import type { ProductsFound, ProductsRequest } from '#machines/catalog/products.machine.ts';
import type { SuggestionsRequest } from '#machines/catalog/suggestions.machine.ts';
import { fromPromise } from 'xstate';

/** One page of the whole store. */
export async function loadPage(
  api: Client,
  { campaigns, q, tags, sort, prefer, size }: ProductsQuery,
  { page, signal }: { page: number; signal: AbortSignal },
): Promise<ProductsFound> {
  // Without campaigns there is nothing to ask for, while no name at all means everything.
  if (campaigns.length === 0) return { items: [], tags: [], total: 0 };
  const answer = await api.call(listMarketplaceItems, {
    query: {
      campaigns: [...campaigns],
      ...(page > 0 ? { page: String(page) } : {}),
      ...(size === undefined ? {} : { size: String(size) }),
      ...(q ? { q } : {}),
      ...(tags ? { tags: [...tags] } : {}),
      ...(sort ? { sort } : {}),
      ...(prefer ? { prefer: [...prefer] } : {}),
    },
    signal,
  });
  return { items: answer.content, tags: answer.tags, total: answer.totalElements };
}

/** Products that are suggested while somebody types. */
const SUGGESTED = 6;

/** Ports of the charts of all products and of what is suggested there. */
export const productsActors = (api: () => Promise<Client>) => ({
  loadProducts: fromPromise<ProductsFound, ProductsRequest>(async ({ input, signal }) => {
    const { query, page, pages } = input;
    const found = await Promise.all(
      Array.from({ length: pages }, async (_, at) =>
        loadPage(await api(), query, { page: page + at, signal }),
      ),
    );
    const [first = { items: [], tags: [], total: 0 }] = found;
    const items = new Map(found.flatMap((one) => one.items.map((item) => [item.id, item] as const)));
    return { ...first, items: [...items.values()] };
  }),
  loadSuggestions: fromPromise<Item[], SuggestionsRequest>(
    async ({ input: { q, campaigns }, signal }) =>
      (await loadPage(await api(), { q, campaigns, size: SUGGESTED }, { page: 0, signal })).items,
  ),
});
