import type { Campaign } from '#contract/campaign.ts';
import { inCents } from '#contract/money.ts';
import { type UnmetReason, factsAmong, unmetReasons } from '#domain/campaign-status.ts';
import { type ControlIssue, controlIssues } from '#domain/cart-controls.ts';
import { goodsTotals, isSoldOut } from '#domain/money/cart-totals.ts';
import type { HeldLine } from './held-line.ts';

/** Why a cart cannot go on to the checkout, with the lines that it is about. */
export type CheckoutBlocker = { lines: HeldLine[] } & (
  | { type: 'soldOut' }
  | { type: 'closed'; campaign: Campaign; reason: UnmetReason }
  | { type: 'controls'; issue: ControlIssue }
);

/**
 * The first thing in the way of the checkout; null when nothing is. A campaign is judged as the server does
 * it: neither having looked inside nor an order of one's own opens a closed one (D19).
 * @param campaigns those that are known @param now epoch ms, by the server's clock
 */
export function checkoutBlocker(
  { lines, campaigns }: { lines: HeldLine[]; campaigns: readonly Campaign[] },
  now: number,
): CheckoutBlocker | null {
  const soldOut = lines.filter(isSoldOut);
  if (soldOut.length > 0) return { type: 'soldOut', lines: soldOut };
  for (const { campaignId } of lines) {
    const campaign = campaigns.find(({ id }) => id === campaignId);
    if (!campaign) continue;
    const own = lines.filter((line) => line.campaignId === campaignId);
    const [reason] = unmetReasons(campaign, factsAmong(campaign, campaigns), now);
    if (reason) return { type: 'closed', lines: own, campaign, reason };
    const { minTotal, ...controls } = campaign.cartControls;
    const [issue] = controlIssues(
      own,
      { ...controls, minTotal: inCents(minTotal ?? 0) },
      goodsTotals(own, []).subTotal,
    );
    if (issue) return { type: 'controls', lines: own, issue };
  }
  return null;
}
