import type { Campaign, CampaignStatus } from '#contract/campaign.ts';
import { byPriority, selectCampaign, topByPriority } from '#domain/campaign-selection.ts';
import {
  type UnmetReason,
  computeStatus,
  distanceFromOpen,
  factsAmong,
  nextChangeAt,
} from '#domain/campaign-status.ts';
import type { Point } from '#domain/place/point.ts';

/** One campaign as it stands for this person now. */
export interface CampaignState {
  id: string;
  slug: string;
  status: CampaignStatus;
  reasons: UnmetReason[];
}
/** For whom campaigns are asked: anybody, a visitor's record, or the signed-in client (§6). */
export type Who = { kind: 'visitor' } | { kind: 'lead'; id: string } | { kind: 'client' };
/** `now` is the server's clock, epoch ms. */
export interface CampaignsLoaded {
  campaigns: Campaign[];
  now: number;
}
export interface CampaignsContext {
  campaigns: Campaign[];
  /** campaigns that were opened by their address and are not in the list, such as those of another area */
  met: Campaign[];
  statuses: CampaignState[];
  /** entered in this visit while open: they stay OK for the eye (§4, D19) */
  accessed: string[];
  selectedId: string | null;
  who: Who;
  point: Point;
  now: number;
  /** when time alone changes a status, epoch ms */
  dueAt: number | null;
  /** the top campaigns whose details have been asked for */
  warmed: string[];
  isKnown: boolean;
  /** a store of a company: nothing is asked for before somebody of it is here */
  isClosed: boolean;
  jitter: number;
  failures: number;
}

export const same = (ref: string, campaign: { id: string; slug: string }): boolean =>
  campaign.id === ref || campaign.slug === ref;
/** How a campaign stands, by id or slug; null when it has not been heard of. */
export const statusFor = (
  { statuses }: Pick<CampaignsContext, 'statuses'>,
  ref: string,
): CampaignState | null => statuses.find((state) => same(ref, state)) ?? null;
export const campaignFor = (
  { campaigns, met }: Pick<CampaignsContext, 'campaigns' | 'met'>,
  ref: string,
): Campaign | null =>
  campaigns.find((campaign) => same(ref, campaign)) ?? met.find((campaign) => same(ref, campaign)) ?? null;
export const topIds = ({ campaigns }: Pick<CampaignsContext, 'campaigns'>): string[] =>
  topByPriority(campaigns).map((campaign) => campaign.id);

/**
 * Whether somebody's own key opens it is told by their list alone: what an address brings is the same for
 * everybody.
 */
const awaitsKey = ({ isKnown, who }: CampaignsContext, { depends }: Campaign): boolean =>
  !isKnown && who.kind !== 'visitor' && depends.some(({ type }) => type === 'key');

/**
 * Statuses, order, selection and the next change, computed anew from what is known. The server computes its
 * own: this is for the eye.
 */
export function withStatuses(context: CampaignsContext): CampaignsContext {
  const campaigns = context.campaigns.toSorted(byPriority);
  const all = [
    ...campaigns,
    ...context.met.filter(
      (met) => !campaigns.some((campaign) => campaign.id === met.id) && !awaitsKey(context, met),
    ),
  ];
  const withFacts = all.map((campaign) => {
    const facts = factsAmong(campaign, all);
    return {
      campaign,
      facts: { ...facts, accessed: facts.accessed || context.accessed.includes(campaign.id) },
    };
  });
  const { now } = context;
  const statuses = withFacts.map(({ campaign, facts }) => ({
    id: campaign.id,
    slug: campaign.slug,
    ...computeStatus(campaign, facts, now),
  }));
  const dueAt = Math.min(...all.map((campaign) => nextChangeAt(campaign, now)));
  return {
    ...context,
    campaigns,
    statuses,
    selectedId:
      selectCampaign(campaigns, context.selectedId, (campaign) =>
        distanceFromOpen(campaign, statusFor({ statuses }, campaign.id)?.status ?? 'EXPIRED', now),
      )?.id ?? null,
    dueAt: dueAt < Infinity ? dueAt : null,
  };
}
