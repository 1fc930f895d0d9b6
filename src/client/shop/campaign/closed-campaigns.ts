import type { Campaign } from '#contract/campaign.ts';
import { type UnmetReason, barriersOf, factsAmong } from '#domain/campaign-status.ts';
import { useMemo } from 'react';
import { useNow, useRootState } from '#client/hooks.ts';
import { reasonText } from './campaign-words.ts';
import { pauseText } from './pause-words.ts';

/** A campaign from which nothing can be bought now. */
export interface Closed {
  campaign: Campaign;
  reason: UnmetReason;
}

/**
 * Known campaigns that the server would refuse to sell from, by id. Unlike their status for the eye, neither
 * having looked inside while one was open nor an
 * order of one's own changes that (D19).
 */
export function useClosedCampaigns(): ReadonlyMap<string, Closed> {
  const campaigns = useRootState('campaigns', ({ context }) => context.campaigns);
  const met = useRootState('campaigns', ({ context }) => context.met);
  const now = useNow(15_000);
  return useMemo(() => {
    const all = [...campaigns, ...met.filter(({ id }) => !campaigns.some((campaign) => campaign.id === id))];
    return new Map(
      all.flatMap((campaign): [string, Closed][] => {
        const [reason] = barriersOf(campaign, factsAmong(campaign, all), now);
        return reason ? [[campaign.id, { campaign, reason }]] : [];
      }),
    );
  }, [campaigns, met, now]);
}

/** Why nothing can be bought, as a sentence. */
export const closedText = ({ campaign, reason }: Closed): string =>
  reason.type === 'expired'
    ? `${campaign.name} já encerrou.`
    : reason.type === 'paused'
      ? `${campaign.name} está pausada: ${pauseText(reason)}`
      : `${campaign.name}: ${reasonText(reason, campaign)}`;
