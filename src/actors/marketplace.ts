import type { Client } from '#api/client.ts';
import { StatusLabel, listDocuments } from '#contract/document.ts';
import { listMarketplaces } from '#contract/place.ts';
import type { MarketplaceLoaded } from '#machines/marketplace.machine.ts';
import * as v from 'valibot';
import { fromPromise } from 'xstate';

type Bags = Record<string, Record<string, unknown>>;

const textsOf = (bag: Record<string, unknown> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(bag ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );

/**
 * A collection by id; copy that cannot be had is replaced by what is bundled, so a failure is an empty set
 * (§8, D59).
 */
const collection = async (
  api: Client,
  name: 'defaults' | 'routes' | 'status',
  signal: AbortSignal,
): Promise<Bags> =>
  Object.fromEntries(
    (await api.call(listDocuments, { params: { collection: name }, signal }).catch(() => [])).map(
      ({ id, data }) => [id, data],
    ),
  );

/** Ports of the marketplace chart. */
export const marketplaceActors = (api: Client) => ({
  loadMarketplace: fromPromise<MarketplaceLoaded, { point: { latitude: number; longitude: number } }>(
    async ({ input: { point }, signal }) => {
      const [marketplaces, defaults, routes, status] = await Promise.all([
        api.call(listMarketplaces, {
          query: { latitude: String(point.latitude), longitude: String(point.longitude) },
          signal,
        }),
        collection(api, 'defaults', signal),
        collection(api, 'routes', signal),
        collection(api, 'status', signal),
      ]);
      const { minVersion } = textsOf(defaults['others']);
      const labels = Object.entries(status).flatMap(([id, data]) =>
        v.is(StatusLabel, data) ? [[id, data] as const] : [],
      );
      return {
        marketplaces: marketplaces.map(({ id, name, intranet }) => ({ id, name, intranet })),
        documents: {
          snack: textsOf(defaults['snackMessages']),
          routes: textsOf(routes['pt-br']),
          status: Object.fromEntries(labels),
          ...(minVersion ? { minVersion } : {}),
        },
      };
    },
  ),
});
