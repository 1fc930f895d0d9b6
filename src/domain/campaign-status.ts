import type { Campaign, CampaignFacts, CampaignStatus } from '#contract/campaign.ts';
import { OVER } from './campaign-selection.ts';
import { EXPIRED_TEXT } from './constants.ts';
import { instantOf } from './instant.ts';
import { pauseNow } from './pause.ts';

/** The part of a campaign that its status is computed from. */
export type GatedCampaign = Pick<Campaign, 'id' | 'depends' | 'invite' | 'expired'> & {
  facts?: Partial<CampaignFacts>;
};

/**
 * An order as a fact. Without `campaignId` it belongs to the campaign that carries the fact; `completed`
 * marks one that was completed before its refund.
 */
export type OrderFact = CampaignFacts['orders'][number] & { completed?: boolean | undefined };

/** Why a campaign cannot be bought from now. Instants in epoch ms. */
export type UnmetReason =
  | { type: 'time'; opensAt: number }
  | { type: 'campaign'; campaignId: string; text: string; buttonText: string | undefined }
  | { type: 'invites'; required: number; current: number }
  | { type: 'key' }
  | { type: 'expired'; endedAt: number }
  | { type: 'paused'; text: string; until: number | null };
/** What keeps everybody from buying, however a campaign stands for them. */
export type Halt = Extract<UnmetReason, { type: 'expired' | 'paused' }>;

export type StatusOf = { status: CampaignStatus; reasons: UnmetReason[] };

/**
 * A completed order stays completed after a return (D18). REFUNDED alone does not tell: a canceled order ends
 * there too.
 */
// The tag `delivered` of an order. Its table is too heavy for the first load, which needs this one alone.
export const DELIVERED_STATES: ReadonlySet<string> = new Set(['COMPLETED', 'RETURN_REQUESTED', 'RETURNED']);
const isCompleted = (order: OrderFact) => order.completed === true || DELIVERED_STATES.has(order.state);

const ordersOf = (campaignId: string, campaign: GatedCampaign, facts: CampaignFacts): OrderFact[] =>
  facts.orders.filter((order) => (order.campaignId ?? campaign.id) === campaignId);

/** Epoch ms; null for one that never ends. */
export const endOf = ({ expired }: Pick<GatedCampaign, 'expired'>): number | null => instantOf(expired?.end);

/**
 * Whether the end has passed; the instant of the end itself is still in time. A campaign without an end never
 * ends.
 */
export function hasEnded(campaign: GatedCampaign, now: number): boolean {
  const end = endOf(campaign);
  return end !== null && now > end;
}

const pausesOf = ({ paused }: Pick<CampaignFacts, 'paused'>, now: number): Halt[] => {
  const pause = pauseNow(paused, now);
  return pause ? [{ type: 'paused', ...pause }] : [];
};
/** The end that has passed, else the shop's pause; null while a campaign sells. @param now epoch ms */
export function haltOf(campaign: GatedCampaign, now: number): Halt | null {
  const end = endOf(campaign);
  if (end !== null && hasEnded(campaign, now)) return { type: 'expired', endedAt: end };
  return pausesOf(campaign.facts ?? {}, now)[0] ?? null;
}

/**
 * How far a campaign is from being open, to choose among several: open, bought from before, opening (the
 * sooner the nearer), waiting for something else, over.
 */
export const distanceFromOpen = (campaign: GatedCampaign, status: CampaignStatus, now: number): number =>
  hasEnded(campaign, now) || status === 'EXPIRED'
    ? OVER
    : { OK: 0, COMPLETED: 1, SCHEDULED: Math.max(...openings(campaign)), BLOCKED: Number.MAX_VALUE }[status];

/** What the card of an expired campaign says. Source: spec §4. */
export const expiryText = (campaign: GatedCampaign): string => campaign.expired?.description || EXPIRED_TEXT;

/**
 * Every need that is not met; but for that of a key, `accessed` or not.
 * An end that has passed counts even for somebody with an order, who may still see the campaign but buys no
 * more. So does a pause, which nothing opens.
 */
export function unmetReasons(campaign: GatedCampaign, facts: CampaignFacts, now: number): UnmetReason[] {
  const reasons: UnmetReason[] = [];
  for (const need of campaign.depends) {
    if (need.type === 'time' && need.seconds * 1_000 > now)
      reasons.push({ type: 'time', opensAt: need.seconds * 1_000 });
    if (need.type === 'campaign' && !ordersOf(need.campaignId, campaign, facts).some(isCompleted)) {
      reasons.push({
        type: 'campaign',
        campaignId: need.campaignId,
        text: need.reason,
        buttonText: need.buttonText,
      });
    }
    if (need.type === 'key' && !facts.accessed) reasons.push({ type: 'key' });
    if (need.type === 'invites') {
      const required = campaign.invite?.invites ?? facts.invites.required;
      if (facts.invites.used < required)
        reasons.push({ type: 'invites', required, current: facts.invites.used });
    }
  }
  const end = endOf(campaign);
  if (end !== null && now > end) reasons.push({ type: 'expired', endedAt: end });
  return [...reasons, ...pausesOf(facts, now)];
}

/**
 * What a purchase is refused for. A key that somebody has used lifts every need of the person and of the opening;
 * it brings no end back and lifts no pause. Facts as the server tells them: `accessed` is a key. Source: D19, D24.
 */
export const barriersOf = (campaign: GatedCampaign, facts: CampaignFacts, now: number): UnmetReason[] =>
  unmetReasons(campaign, facts, now).filter(
    ({ type }) => !facts.accessed || type === 'expired' || type === 'paused',
  );

/**
 * Status of one campaign for one person, with every unmet reason when it is not open to them.
 * Order: accessed → OK; COMPLETED; SCHEDULED; BLOCKED; EXPIRED (only without an own order); OK. Times in
 * epoch ms. A pause is a reason beside any of them and changes none: what was open stays in sight.
 * Display only: the server computes it again from its own clock with `accessed: false`. Source: spec §4; D18,
 * D19.
 */
export function computeStatus(campaign: GatedCampaign, facts: CampaignFacts, now: number): StatusOf {
  const pauses = pausesOf(facts, now);
  if (facts.accessed) return { status: 'OK', reasons: pauses };
  const own = ordersOf(campaign.id, campaign, facts);
  if (own.some(isCompleted)) return { status: 'COMPLETED', reasons: pauses };
  const reasons = unmetReasons(campaign, facts, now);
  const has = (type: UnmetReason['type']) => reasons.some((reason) => reason.type === type);
  if (has('time')) return { status: 'SCHEDULED', reasons };
  if (has('campaign') || has('invites') || has('key')) return { status: 'BLOCKED', reasons };
  if (has('expired') && own.length === 0) return { status: 'EXPIRED', reasons };
  return { status: 'OK', reasons: pauses };
}

/** Epoch ms. */
const openings = ({ depends }: GatedCampaign) =>
  depends.flatMap((need) => (need.type === 'time' ? [need.seconds * 1_000] : []));

/**
 * The next instant (epoch ms) at which time opens or ends a campaign or its pause, Infinity when it never does. A timer
 * for it must be capped: see the campaign chart.
 */
export const nextChangeAt = (campaign: GatedCampaign, now: number): number =>
  Math.min(
    ...[
      ...openings(campaign),
      (endOf(campaign) ?? Infinity) + 1,
      instantOf(campaign.facts?.paused?.until) ?? Infinity,
    ].filter((at) => at > now),
  );

/** A campaign's facts with the orders of the campaigns it depends on, found in the list it came with. */
export function factsAmong<C extends GatedCampaign & { facts: CampaignFacts }>(
  campaign: C,
  campaigns: readonly C[],
): CampaignFacts {
  const needed = new Set(
    campaign.depends.flatMap((need) => (need.type === 'campaign' ? [need.campaignId] : [])),
  );
  const known = new Set(campaign.facts.orders.map((order) => order.id));
  const more = campaigns
    .filter((other) => other.id !== campaign.id && needed.has(other.id))
    .flatMap((other) =>
      ordersOf(other.id, other, other.facts).map((order) => ({ ...order, campaignId: other.id })),
    )
    .filter((order) => !known.has(order.id));
  return { ...campaign.facts, orders: [...campaign.facts.orders, ...more] };
}
