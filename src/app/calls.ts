import { campaignsActors } from '#actors/campaigns.ts';
import { catalogActors } from '#actors/catalog.ts';
import { marketplaceActors } from '#actors/marketplace.ts';
import { noticesActors } from '#actors/notices.ts';
import { productActors } from '#actors/product.ts';
import { type ClientOptions, createClient } from '#api/client.ts';

/**
 * The client of the API with the contract it speaks, and what the shop window asks through it.
 * A chunk of its own, loaded with the first call: a page from the server comes with its data and asks nothing.
 */
export function shopCalls(options: ClientOptions, now: () => number, onServer: boolean) {
  const api = createClient(options);
  return {
    api,
    campaigns: campaignsActors(api, now),
    catalog: catalogActors(api, { previewOnly: onServer }),
    marketplace: marketplaceActors(api),
    notices: noticesActors(api),
    product: productActors(api),
  };
}
