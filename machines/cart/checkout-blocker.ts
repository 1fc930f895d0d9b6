import type { Campaign } from '#contract/campaign.ts';
import type { CouponRefusal } from '#contract/coupon.ts';
import type { Cents } from '#contract/money.ts';
import { type UnmetReason, barriersOf, factsAmong } from '#domain/campaign-status.ts';
import { type ControlIssue, campaignIssues } from '#domain/cart-controls.ts';
import { goodsTotals, isSoldOut, rulesInForce } from '#domain/money/cart-totals.ts';
import { rulesOfCampaign } from '#domain/money/discount.ts';
import type { CartContext } from './facts.ts';
import type { HeldLine } from './held-line.ts';

/** Why a cart cannot go on to the checkout, with the lines that it is about. */
export type CheckoutBlocker = { lines: HeldLine[] } & (
  | { type: 'soldOut' }
  | { type: 'closed'; campaign: Campaign; reason: UnmetReason }
  | { type: 'controls'; issue: ControlIssue }
  | { type: 'coupon'; code: string; reason: CouponRefusal; missing: Cents | null }
);

/** What the cart says of itself. */
type CartAtHand = Pick<CartContext, 'lines' | 'campaigns' | 'draft' | 'priced' | 'coupon'>;

/**
 * Why the coupon of the cart gives nothing: by the server's last word of this very code, and as far as only
 * the goods decide by those at hand. A hold is refused while it says so.
 */
function couponBlocker({ lines, campaigns, draft, priced, coupon }: CartAtHand): CheckoutBlocker | null {
  const { coupon: code } = draft;
  if (!code || priced?.coupon !== code) return null;
  const blocked = { type: 'coupon' as const, lines: [], code };
  if (!coupon)
    return priced.couponRefusal ? { ...blocked, reason: priced.couponRefusal, missing: null } : null;
  const own = campaigns.flatMap(({ id, cartControls }) => rulesOfCampaign(id, cartControls.discountRules));
  const { couponGap } = goodsTotals(lines, rulesInForce(own, priced), coupon);
  return couponGap && { ...blocked, ...couponGap };
}

/**
 * The first thing in the way of the checkout; null when nothing is. A campaign is judged as the server does
 * it: neither having looked inside nor an order of one's own opens a closed one (D19).
 * @param cart with the campaigns that are known @param now epoch ms, by the server's clock
 */
export function checkoutBlocker(cart: CartAtHand, now: number): CheckoutBlocker | null {
  const { lines, campaigns } = cart;
  const soldOut = lines.filter(isSoldOut);
  if (soldOut.length > 0) return { type: 'soldOut', lines: soldOut };
  for (const { campaignId } of lines) {
    const campaign = campaigns.find(({ id }) => id === campaignId);
    if (!campaign) continue;
    const own = lines.filter((line) => line.campaignId === campaignId);
    const [reason] = barriersOf(campaign, factsAmong(campaign, campaigns), now);
    if (reason) return { type: 'closed', lines: own, campaign, reason };
    const [issue] = campaignIssues(own, campaign.cartControls);
    if (issue) return { type: 'controls', lines: own, issue };
  }
  return couponBlocker(cart);
}
