import type { Client } from '#api/client.ts';
import { type Item, catalogItem } from '#contract/catalog.ts';
import { isProblem } from '#contract/problem.ts';
import { fromPromise } from 'xstate';

/** Ports of the product chart. An item that is not there is null (§7). */
export const productActors = (api: Client) => ({
  loadItem: fromPromise<Item | null, { campaignId: string; itemId: string }>(
    ({ input: { campaignId, itemId }, signal }) =>
      api.call(catalogItem, { params: { id: campaignId, itemId }, signal }).catch((fault: unknown) => {
        if (isProblem(fault, 'NOT_FOUND', 'MALFORMED')) return null;
        throw fault;
      }),
  ),
});
