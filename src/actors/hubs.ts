import type { Client } from '#api/client.ts';
import { listHubs } from '#contract/campaign.ts';
import type { Hub } from '#contract/place.ts';
import { fromPromise } from 'xstate';

/** Ports of the pickup points' chart. */
export const hubActors = (api: () => Promise<Client>) => ({
  loadHubs: fromPromise<Hub[], { campaign: string }>(async ({ input, signal }) =>
    (await api()).call(listHubs, { params: { campaignId: input.campaign }, signal }),
  ),
});
