import type { Client } from '#api/client.ts';
import {
  type Campaign,
  listAccountCampaigns,
  listLeadCampaigns,
  listPublicCampaigns,
} from '#contract/campaign.ts';
import { catalogPreview } from '#contract/catalog.ts';
import { fromPromise } from 'xstate';

interface Input {
  who: { kind: 'visitor' } | { kind: 'lead'; id: string } | { kind: 'client' };
  point: { latitude: number; longitude: number };
}

/** Puts the top campaigns into the HTTP cache (§9). A courtesy: nobody hears of its failure. */
export async function warmCampaigns(api: Client, campaigns: string[]): Promise<void> {
  for (const id of campaigns) await api.call(catalogPreview, { params: { id } }).catch(() => undefined);
}

/**
 * Ports of the campaigns chart.
 * @param now the server's clock, epoch ms
 * @param isClosed a company's store, which shows a visitor nothing (SEC-16)
 */
export const campaignsActors = (api: Client, now: () => number, isClosed = false) => ({
  loadCampaigns: fromPromise<{ campaigns: Campaign[]; now: number }, Input>(
    async ({ input: { who, point }, signal }) => {
      if (isClosed && who.kind !== 'client') return { campaigns: [], now: now() };
      const query = { latitude: String(point.latitude), longitude: String(point.longitude) };
      const campaigns =
        who.kind === 'client'
          ? await api.call(listAccountCampaigns, { query, signal })
          : who.kind === 'lead'
            ? await api.call(listLeadCampaigns, { params: { leadId: who.id }, query, signal })
            : await api.call(listPublicCampaigns, { signal });
      return { campaigns, now: now() };
    },
  ),
});
