import type { Client } from '#api/client.ts';
import { type CatalogPreview, type Item, catalogPreview, listCatalogItems } from '#contract/catalog.ts';
import { fromPromise } from 'xstate';

/** Enough for any campaign of §9 (900 a page), and an end for a server that says there is always more. */
const MOST_PAGES = 10;

/**
 * @param options.previewOnly a page is made of the preview: 900 items would make it late, and the browser
 * asks for them anyway
 */
export const catalogActors = (api: Client, { previewOnly }: { previewOnly: boolean }) => ({
  loadPreview: fromPromise<CatalogPreview, { campaign: string }>(({ input, signal }) =>
    api.call(catalogPreview, { params: { id: input.campaign }, signal }),
  ),
  loadItems: fromPromise<Item[], { campaign: string }>(async ({ input, signal }) => {
    const items: Item[] = [];
    if (previewOnly) return new Promise(() => undefined);
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await api.call(listCatalogItems, {
        params: { id: input.campaign },
        query: { page: String(page) },
        signal,
      });
      items.push(...answer.content);
      if (answer.last) break;
    }
    return items;
  }),
});
