import { getDocument, listDocuments } from '#contract/document.ts';
import { listMarketplaces, lookUpPostalCode } from '#contract/place.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

export function placeRoutes(app: App, { place }: Services): void {
  serve(app, listMarketplaces, ({ query: { latitude, longitude } }, c) =>
    place.marketplaces(
      c.var.tenant,
      latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null,
    ),
  );
  serve(app, lookUpPostalCode, async ({ params }, c) => {
    const found = await place.postalCode(params.cep, c.var.ip);
    // Somebody may know it in a minute: nobody is to keep this answer for a day.
    if (!found) c.set('cacheable', undefined);
    return found ?? { erro: true as const };
  });
  serve(app, listDocuments, ({ params }, c) => place.documents(c.var.tenant, params.collection));
  serve(app, getDocument, ({ params }, c) => place.document(c.var.tenant, params.collection, params.id));
}
