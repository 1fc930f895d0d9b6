import type { Campaign, CampaignStatus } from '#contract/campaign.ts';
import { type CampaignState, campaignFor, statusFor } from '#machines/catalog/campaign-statuses.ts';
import { useMemo } from 'react';
import { useRootState } from '#client/hooks.ts';
import { useChosen } from './chosen.tsx';

export interface KnownCampaign {
  campaign: Campaign;
  state: CampaignState;
}

const statusOrder: readonly CampaignStatus[] = ['OK', 'SCHEDULED', 'BLOCKED', 'COMPLETED', 'EXPIRED'];

/** A campaign by id or slug with how it stands for this person now; null until it has been heard of. */
export function useCampaign(ref: string): KnownCampaign | null {
  const campaign = useRootState('campaigns', ({ context }) => campaignFor(context, ref));
  const state = useRootState('campaigns', ({ context }) => statusFor(context, ref));
  return useMemo(() => (campaign && state ? { campaign, state } : null), [campaign, state]);
}

/** How many things a campaign sells one person; undefined where it does not say. */
export const usePersonLimit = (ref: string): number | undefined =>
  useRootState('campaigns', ({ context }) => campaignFor(context, ref)?.cartControls.maxPerAccount);

/**
 * Every campaign offered to this person: the open ones first, then by what they wait for; within a status by
 * priority.
 */
export function useCampaigns(): KnownCampaign[] {
  const campaigns = useRootState('campaigns', ({ context }) => context.campaigns);
  const statuses = useRootState('campaigns', ({ context }) => context.statuses);
  return useMemo(() => {
    const known = campaigns.flatMap((campaign): KnownCampaign[] => {
      const state = statuses.find(({ id }) => id === campaign.id);
      return state ? [{ campaign, state }] : [];
    });
    return known.toSorted(
      (a, b) => statusOrder.indexOf(a.state.status) - statusOrder.indexOf(b.state.status),
    );
  }, [campaigns, statuses]);
}

/** The same of the store that is looked at. */
export function useShownCampaigns(): KnownCampaign[] {
  const all = useCampaigns();
  const id = useChosen();
  return id === null ? all : all.filter(({ campaign }) => campaign.marketplaceId === id);
}
