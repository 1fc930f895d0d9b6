import type { Campaign } from '#contract/campaign.ts';
import type { Cart, CartChange, CartLine } from '#contract/cart.ts';
import type { IfMissing } from '#contract/order/if-missing.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import type { CouponValue } from '#domain/money/cart-totals.ts';
import type { MergedLine } from './held-line.ts';
import type { Base, Edit, HeldLine } from './lines.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import type { CartMemory } from '#machines/stored.ts';

/** What the cart chart is given, keeps and hears. */

export interface CartInput {
  /** what was stored: `readCart` of stored.ts */
  memory?: CartMemory | null;
  /** the lead that this browser holds the secret of; it wins over the one in the stored cart */
  leadId?: string | null;
  /** the cart as the server had it when it made the page */
  seed?: Cart | null;
  /** the one of the page is of somebody who is signed in */
  isClient?: boolean;
}
export interface CartContext {
  uuid: string | null;
  base: Base;
  edits: Edit[];
  /** how many of the edits are in the write that is under way */
  sent: number;
  lines: HeldLine[];
  draft: CheckoutDraft;
  /** the last answer of the server, with its totals; null while there is none */
  priced: Cart | null;
  /** what the coupon of the draft is worth by that answer; null where it says nothing, or refuses it */
  coupon: CouponValue | null;
  /** what the server, and what a merge, changed; until it was seen */
  changes: CartChange[];
  merged: MergedLine[];
  /** the cart that gave way at a sign-in during checkout (D13) */
  saved: HeldLine[] | null;
  leadId: string | null;
  /** the number of the cart before, when it became an order */
  ordered: string | null;
  isClient: boolean;
  /** the campaigns that are known, whose rules stand between the cart and the checkout */
  campaigns: readonly Campaign[];
  /**
   * when going on to the checkout was asked for, epoch ms of the server's clock, while that waits for the
   * cart's number and the server's word
   */
  requestedAt: number | null;
  /** when an order was put into it again, on the way to the review; null once the server has spoken of it */
  repeatedAt: number | null;
  /** newest version heard of */
  heard: number;
  failures: number;
  problem: FlowProblem | null;
}
export type CartEvent =
  | { type: 'line.added'; line: HeldLine }
  | { type: 'line.changed'; key: string; quantity: number; ifMissing?: IfMissing }
  | { type: 'line.removed'; key: string }
  | { type: 'draft.changed'; patch: CheckoutDraft }
  /** empty: none */
  | { type: 'coupon.decided'; code: string }
  | { type: 'changes.acknowledged' }
  | { type: 'campaigns.loaded'; campaigns: readonly Campaign[] }
  /** `now`: epoch ms, by the server's clock */
  | { type: 'checkout.requested'; now: number }
  | { type: 'checkout.withdrawn' }
  /** an order is bought again; `now` as above */
  | { type: 'order.repeated'; lines: HeldLine[]; now: number }
  | { type: 'repeat.withdrawn' }
  | { type: 'order.placed'; cartUuid: string }
  | { type: 'cart.corrected'; cart: Cart }
  /** somebody stands before a page that asks the server about this cart */
  | { type: 'write.awaited' }
  /** a cart has its number before it is stored: who reads it there reads the same cart */
  | { type: 'cart.numbered'; uuid: string }
  /** another tab read from the storage what was not written yet, and may write it as well */
  | { type: 'cart.read.elsewhere'; uuid: string; edits: number }
  | { type: 'cart.changed.elsewhere'; uuid: string | null; version: number; ordered?: string }
  | { type: 'session.opened'; inCheckout?: boolean }
  | { type: 'session.closed'; by?: string }
  | { type: 'lead.known'; id: string }
  | { type: 'lead.closed' }
  | { type: 'saved.restored' }
  | { type: 'saved.dropped' }
  | { type: 'network.restored' }
  | { type: 'load.retried' }
  | { type: 'restored' };
/** What the cart says to whoever shows it. */
export type CartWord =
  | { type: 'checkout.granted'; cartUuid: string }
  /** `cartUuid`: the review may begin; null where something is to be seen in the cart, or chosen anew, before */
  | { type: 'repeat.answered'; cartUuid: string | null; changes: CartChange[] };
/** A whole cart, as it is written. */
export interface CartRead {
  uuid: string;
  /** of an account: asked for as a visitor it would be no cart at all */
  isClient: boolean;
}
export interface CartWrite extends CartRead {
  version: number;
  lines: CartLine[];
  draft: CheckoutDraft;
}
