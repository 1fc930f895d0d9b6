import type { Client } from '#api/client.ts';
import { getQuote } from '#contract/cart.ts';
import { listHubs } from '#contract/campaign.ts';
import { type Hub, listMarketplaces } from '#contract/place.ts';
import type { AroundSubject, ToldAround } from '#machines/address/around.machine.ts';
import type { PickupStoreSubject, ToldStore } from '#machines/address/pickup-store.machine.ts';
import { fromPromise } from 'xstate';
import { settledCart } from '../settled-cart.ts';

/** Ports of the pickup points' chart. */
export const hubActors = (api: () => Promise<Client>) => ({
  loadHubs: fromPromise<Hub[], { campaign: string }>(async ({ input, signal }) =>
    (await api()).call(listHubs, { params: { campaignId: input.campaign }, signal }),
  ),
});

/** Ports of the chart of where an order is fetched. @param system that has the cart */
export const pickupStoreActors = (api: () => Promise<Client>, system: Parameters<typeof settledCart>[0]) => ({
  loadStore: fromPromise<ToldStore, PickupStoreSubject>(async ({ input: { campaign, cart }, signal }) => {
    const [client] = await Promise.all([api(), cart === null ? null : settledCart(system)]);
    const [hubs, quote] = await Promise.all([
      client.call(listHubs, { params: { campaignId: campaign }, signal }),
      client.call(getQuote, {
        params: { id: cart ?? campaign },
        query: cart === null ? { campaign } : {},
        signal,
      }),
    ]);
    return { hubs, quote };
  }),
});

/** Ports of the chart of what is around. */
export const aroundActors = (api: () => Promise<Client>) => ({
  loadAround: fromPromise<ToldAround, AroundSubject>(async ({ input: { campaigns, near }, signal }) => {
    const client = await api();
    const [stores, hubs] = await Promise.all([
      client.call(listMarketplaces, {
        query: near ? { latitude: String(near.latitude), longitude: String(near.longitude) } : {},
        signal,
      }),
      Promise.all(
        campaigns.map(async (campaign) => ({
          campaign,
          hubs: await client.call(listHubs, { params: { campaignId: campaign.id }, signal }),
        })),
      ),
    ]);
    return { stores, hubs };
  }),
});
