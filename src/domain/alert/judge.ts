import type { CampaignFacts } from '#contract/campaign.ts';
import type { AlertWhen } from '#contract/people/alert.ts';
import type { Area } from '#contract/place.ts';
import { type GatedCampaign, barriersOf, nextChangeAt } from '#domain/campaign-status.ts';
import { isClosed, isLocked } from './awaited.ts';
import { isWithin } from '#domain/place/location.ts';
import type { Point } from '#domain/place/point.ts';

/** What somebody waits for, of which campaign, and where they are. */
export interface Awaited {
  when: AlertWhen;
  campaign: GatedCampaign;
  facts: CampaignFacts;
  /** where the campaign delivers; none = the whole country */
  area: Area | readonly Area[] | null;
  /** of ARRIVES */
  point: Point | null;
}
/** `lookAt`, epoch ms: when time alone may change it; null = never. */
export type AlertVerdict = { type: 'due' } | { type: 'over' } | { type: 'waiting'; lookAt: number | null };

/** Of locks and of pauses without an end nobody says when they go: ms until the next look. */
export const LOOK_AGAIN = 5 * 60_000;

/**
 * Whether somebody is to be told now. A campaign that sells to nobody (before its opening, or paused) is no news to
 * anybody, and one that has ended never will be. Source: D78.
 * @param now epoch ms
 */
export function judgeAlert({ when, campaign, facts, area, point }: Awaited, now: number): AlertVerdict {
  const barriers = barriersOf(campaign, facts, now).map(({ type }) => type);
  if (barriers.includes('expired')) return { type: 'over' };
  const [locked, isPaused] = [isLocked(barriers), barriers.includes('paused')];
  const isAway = point !== null && !isWithin(area, point);
  const isWaiting = isClosed(barriers) || (when === 'UNLOCKED' && locked) || (when === 'ARRIVES' && isAway);
  if (!isWaiting) return { type: 'due' };
  const again = isPaused || (when === 'UNLOCKED' && locked) ? now + LOOK_AGAIN : Infinity;
  const lookAt = Math.min(again, nextChangeAt({ ...campaign, facts }, now));
  return { type: 'waiting', lookAt: Number.isFinite(lookAt) ? lookAt : null };
}

/** Whether there is such a thing to wait for: nobody waits for the key of a campaign that needs none. */
export function isAhead({ when, campaign, facts, area, point }: Awaited, now: number): boolean {
  const barriers = barriersOf(campaign, facts, now).map(({ type }) => type);
  if (when === 'OPENS') return isClosed(barriers);
  if (when === 'UNLOCKED') return isLocked(barriers);
  return point !== null && !isWithin(area, point);
}
