import type { Campaign } from '#contract/campaign.ts';
import { type UnmetReason, haltOf } from '#domain/campaign-status.ts';
import { useMemo } from 'react';
import { useCampaigns } from './campaigns.ts';

export interface Seller {
  campaign: Campaign;
  /** Why nothing of it can be bought now. */
  reason: UnmetReason | null;
}

/** Finds the campaign that sells an item, and whether it sells. @param now epoch ms */
export function useSellers(now: number): (campaignId: string) => Seller | null {
  const known = useCampaigns();
  const sellers = useMemo(
    () =>
      new Map(
        known.map(({ campaign, state }): [string, Seller] => {
          const reason = state.reasons[0] ?? haltOf(campaign, now);
          return [campaign.id, { campaign, reason }];
        }),
      ),
    [known, now],
  );
  return (campaignId) => sellers.get(campaignId) ?? null;
}
