import {
  type GatedCampaign,
  type StatusOf,
  type UnmetReason,
  barriersOf,
  computeStatus,
  nextChangeAt,
} from '#domain/campaign-status.ts';
import { distanceKm, isWithin } from '#domain/place/location.ts';
import type { CampaignFacts } from '#contract/campaign.ts';
import type { OrderState } from '#contract/order/order.ts';

/** A campaign and a person as somebody made them up. Times in epoch ms; null for none. */
export interface CampaignCase {
  now: number;
  opensAt: number | null;
  endsAt: number | null;
  isPaused: boolean;
  pausedUntil: number | null;
  needsOther: boolean;
  needsKey: boolean;
  /** accepted invitations that it asks for; null for none */
  invites: number | null;
  /** how far it delivers; null for everywhere */
  radiusKm: number | null;
  /** the person's: order in it and in the one before, invitations, key, and how far away they are */
  own: OrderState | null;
  other: OrderState | null;
  accepted: number;
  hasKey: boolean;
  distanceKm: number;
}
/** A campaign that anybody may buy from at the moment. */
export const opened = (now: number): CampaignCase => ({
  now,
  opensAt: null,
  endsAt: null,
  isPaused: false,
  pausedUntil: null,
  needsOther: false,
  needsKey: false,
  invites: null,
  radiusKm: null,
  own: null,
  other: null,
  accepted: 0,
  hasKey: false,
  distanceKm: 0,
});
export interface CampaignAnswer extends StatusOf {
  campaign: GatedCampaign;
  /** what a purchase is refused for */
  barriers: UnmetReason[];
  isOutside: boolean;
  /** when time alone changes something; null for never */
  next: number | null;
}

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const HUB = { latitude: 0, longitude: 0 };
/** A point so far away from the hub, by the shop's own measure of a road. */
const awayBy = (km: number) => ({
  latitude: km / distanceKm(HUB, { latitude: 1, longitude: 0 }),
  longitude: 0,
});

function campaignOf(given: CampaignCase): GatedCampaign {
  return {
    id: ID,
    depends: [
      ...(given.opensAt === null ? [] : [{ type: 'time' as const, seconds: given.opensAt / 1_000 }]),
      ...(given.needsOther ? [{ type: 'campaign' as const, campaignId: OTHER, reason: '' }] : []),
      ...(given.invites === null ? [] : [{ type: 'invites' as const }]),
      ...(given.needsKey ? [{ type: 'key' as const }] : []),
    ],
    ...(given.invites === null ? {} : { invite: { invites: given.invites } }),
    ...(given.endsAt === null ? {} : { expired: { end: new Date(given.endsAt).toISOString() } }),
  };
}
const factsOf = (given: CampaignCase): CampaignFacts => ({
  orders: [
    ...(given.own ? [{ id: 'own', state: given.own }] : []),
    ...(given.other ? [{ id: 'other', state: given.other, campaignId: OTHER }] : []),
  ],
  invites: { used: given.accepted, required: given.invites ?? 0 },
  accessed: given.hasKey,
  ...(given.isPaused
    ? {
        paused: {
          reason: 'A loja faz uma pausa.',
          ...(given.pausedUntil === null ? {} : { until: new Date(given.pausedUntil).toISOString() }),
        },
      }
    : {}),
});

/** How the shop answers, by its own rule: status with the ordered reasons, and what a purchase is refused for. */
export function answerOf(given: CampaignCase): CampaignAnswer {
  const campaign = campaignOf(given);
  const facts = factsOf(given);
  const next = nextChangeAt({ ...campaign, facts }, given.now);
  const area = given.radiusKm === null ? null : { ...HUB, radiusKm: given.radiusKm };
  return {
    ...computeStatus(campaign, facts, given.now),
    campaign,
    barriers: barriersOf(campaign, facts, given.now),
    isOutside: !isWithin(area, awayBy(given.distanceKm)),
    next: Number.isFinite(next) ? next : null,
  };
}
