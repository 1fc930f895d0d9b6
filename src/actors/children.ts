import type { Client } from '#api/client.ts';
import { type Item, listChildren } from '#contract/catalog.ts';
import { fromPromise } from 'xstate';

/** Ports of the configuration's chart. */
export const childrenActors = (api: () => Promise<Client>) => ({
  loadChildren: fromPromise<Item[], { campaignId: string; itemId: string }>(
    async ({ input: { campaignId, itemId }, signal }) =>
      (await api()).call(listChildren, { params: { id: campaignId, itemId }, signal }),
  ),
});
