import type { CouponTerms } from '#contract/cart.ts';
import type { AppliedCoupon, CouponRefusal } from '#contract/coupon.ts';
import type { NoticePosted } from '#machines/notices.machine.ts';

/** What the coupon chart keeps, hears and says. */

/** Why a code was not taken. `retryAfter` in seconds; `terms` of a code that is known. */
export interface CouponTrouble {
  reason: CouponRefusal | 'TOO_MANY';
  terms?: CouponTerms | undefined;
  retryAfter?: number | undefined;
}
/** What the server says of a code: what it takes off, or why it does not. Source: D40. */
export type CouponAnswer = { value: AppliedCoupon; refusal: null } | { value: null; refusal: CouponTrouble };
/** What there is to know of the cart: the code that it has, its units, and the server's word of it. */
export interface CouponCart {
  code: string;
  count: number;
  version: number;
  /** the server has it as it is here */
  isSettled: boolean;
  /** the server does not know the code that it had */
  isUnknown: boolean;
}
export interface CouponContext {
  /** what is tried; empty while nothing is */
  code: string;
  /** it came with a link, and nobody was told what became of it */
  isOffered: boolean;
  trouble: CouponTrouble | null;
  /** null until the cart has spoken */
  cart: CouponCart | null;
  failures: number;
}
/** Nothing is tried, and of the cart nothing is known. */
export const noCoupon: CouponContext = { code: '', isOffered: false, trouble: null, cart: null, failures: 0 };

type Tried = { code: string };
export type CouponEvent =
  /** a person typed it */
  | ({ type: 'coupon.asked' } & Tried)
  /** a link brought it */
  | ({ type: 'coupon.offered' } & Tried)
  /** it was being tried when the page went away */
  | ({ type: 'coupon.recalled'; isOffered: boolean } & Tried)
  /** none is wanted any more, neither in the cart nor beside it */
  | { type: 'coupon.removed' }
  /** what is tried is not wanted any more; that of the cart stays */
  | { type: 'coupon.forgotten' }
  | { type: 'cart.told'; cart: CouponCart }
  | { type: 'session.closed' }
  | { type: 'network.restored' }
  | { type: 'load.retried' }
  | { type: 'restored' };
/** What it tells the app: the code for the cart's draft, empty for none. */
export type CouponNotification = { type: 'coupon.decided'; code: string } | NoticePosted;
