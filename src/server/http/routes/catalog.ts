import {
  catalogInventory,
  catalogItem,
  catalogPreview,
  listCatalogItems,
  listChildren,
  listItems,
  listMarketplaceItems,
} from '#contract/catalog.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { networkOf } from '#server/platform/limits.ts';
import { LIMITS, scaledLimit } from '#server/platform/limits-table.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

export function catalogRoutes(app: App, { catalog }: Services, { db, env, limits }: Core): void {
  const mostSearches = scaledLimit(LIMITS.searches, env);
  /**
   * Kept answers hardly ever serve what people type: each search costs a walk along the shelf. Looks at the
   * address alone, as every answer here is for everybody.
   */
  const countSearch = async (q: string | undefined, c: AppContext): Promise<void> => {
    if (q) await limits.within(db.global, `search:ip:${networkOf(c.var.ip)}`, mostSearches);
  };
  serve(app, catalogPreview, ({ params }, c) => catalog.preview(c.var.tenant, params.id));
  serve(app, listCatalogItems, async ({ params, query }, c) => {
    await countSearch(query.q, c);
    return catalog.items(c.var.tenant, params.id, query);
  });
  serve(app, listItems, async ({ params, query }, c) => {
    await countSearch(query.q, c);
    return catalog.list(c.var.tenant, params.id, query);
  });
  serve(app, listChildren, ({ params }, c) => catalog.children(c.var.tenant, params.id, params.itemId));
  serve(app, catalogItem, ({ params }, c) => catalog.item(c.var.tenant, params.id, params.itemId));
  serve(app, listMarketplaceItems, async ({ query }, c) => {
    await countSearch(query.q, c);
    return catalog.marketplaceItems(c.var.tenant, query);
  });
  serve(app, catalogInventory, ({ params }, c) => catalog.inventory(c.var.tenant, params.id));
}
