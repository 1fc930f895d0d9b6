import { catalogInventory, catalogItem, catalogPreview, listCatalogItems, listChildren, listItems, listMarketplaceItems } from '#contract/catalog.ts';
import type { App } from '../app-env.ts';
import { serve } from '../serve.ts';
import type { Services } from '../services.ts';

export function catalogRoutes(app: App, { catalog }: Services): void {
  serve(app, catalogPreview, ({ params }, c) => catalog.preview(c.var.tenant, params.id));
  serve(app, listCatalogItems, ({ params, query }, c) => catalog.items(c.var.tenant, params.id, query));
  serve(app, listItems, ({ params, query }, c) => catalog.list(c.var.tenant, params.id, query));
  serve(app, listChildren, ({ params }, c) => catalog.children(c.var.tenant, params.id, params.itemId));
  serve(app, catalogItem, ({ params }, c) => catalog.item(c.var.tenant, params.id, params.itemId));
  serve(app, listMarketplaceItems, ({ query }, c) => catalog.marketplaceItems(c.var.tenant, query));
  serve(app, catalogInventory, ({ params }, c) => catalog.inventory(c.var.tenant, params.id));
}
