import type { Cart, Quote, Recipient, ShippingChoice } from '#contract/cart.ts';
import type { Lock } from '#contract/order/lock.ts';
import type { Cents } from '#contract/money.ts';
import type { Account } from '#contract/people/account.ts';
import type { CheckoutDraft, Order } from '#contract/order/order.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import type { Guest } from '#domain/person/guest.ts';
import type { Address } from '#contract/place.ts';
import type { LeadNotification } from '#machines/lead.machine.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { NavigationContext } from '#machines/navigation/request.ts';
import type { SignInCompleted } from '#machines/session/setup.ts';
import type { GuestDraft, TypedGuest } from './guest-draft.ts';
import type { CartAtHand, Needs, ShippingMode } from './needs.ts';
import type { StoredPlacing } from '#machines/stored.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import type { NavigationRequest, ScreenOf } from '#machines/navigation/screens.ts';

/** What the checkout chart is given, keeps, hears and hands out. */

/** A step of the checkout with a screen of its own. */
export type CheckoutStep = ScreenOf<'checkout'>;
/**
 * A lock and the moment it was given, epoch ms of the shop's clock; for a card the ways to pay that sum as
 * well, with its parcels.
 */
export interface LockAnswer {
  lock: Lock;
  at: number;
  methods?: PaymentMethod[];
}
/** What the last order decided: its draft, and the hours that it came in. */
export interface LastOrder {
  draft: CheckoutDraft;
  window: { start: string; end: string } | null;
}
export interface CheckoutInput {
  asked: NavigationRequest<CheckoutStep>;
  cart: CartAtHand;
  account: Account | null;
  /** who buys without one */
  guest?: GuestDraft | null;
  /** an order that was being placed when the page went away */
  placing?: StoredPlacing | null;
}
export interface CheckoutContext extends Needs, NavigationContext<CheckoutStep> {
  cartUuid: string;
  account: Account | null;
  who: GuestDraft;
  /** who is being kept */
  submitted: Guest | null;
  /** which ways of receiving the person looks at; null until they said */
  mode: ShippingMode | null;
  /**
   * the quote of a choice made before this flow began: for words and prices on the screen, never for the
   * gates
   */
  recalled: Quote | null;
  /** the wallets that can pay, and what those that are chosen pay; null where none can */
  wallet: PaymentMethod | null;
  lock: Lock | null;
  lockedAt: number;
  problem: FlowProblem | null;
  /** idempotency key of the press that is being served, `{cartUuid}:{attempt}` */
  key: string | null;
  /** of the card payment that was begun for this press; goes into the order, and never outlives the page */
  clientSecret: string | null;
  /** epoch ms of that press */
  pressedAt: number;
  /** it has waited too long to be sent as it is */
  isStale: boolean;
  failures: number;
  /** the review was asked for: what is changed on the way leads back to it */
  viaReview: boolean;
  /** what the last order decided; null: there is none; undefined: it was not asked for */
  last: LastOrder | null | undefined;
  /** a press on the review, while the goods are held for it */
  pressed: Press | null;
  order: Order | null;
  /** the cart as the server has it, where a refusal told */
  current: Cart | null;
}
/**
 * One press of the button that makes an order; `at` in epoch ms. `seen`: the total that it was pressed for,
 * centavos, where the goods are not held yet.
 */
export interface Press {
  attempt: string;
  at: number;
  seen?: Cents;
}
export type CheckoutEvent =
  | NavigationRequest<CheckoutStep>
  | { type: 'address.changed'; location: Address }
  | { type: 'shipping.chosen'; choice: ShippingChoice }
  | { type: 'recipient.changed'; recipient: Recipient }
  | { type: 'mode.chosen'; mode: ShippingMode }
  | { type: 'shipping.submitted' }
  /** it is known by now who buys */
  | { type: 'account.found'; account: Account | null }
  /** what stands in the answers, after each change */
  | { type: 'answers.changed'; answers: NonNullable<CheckoutDraft['extra']> }
  | { type: 'extra.submitted' }
  | { type: 'answer.edited'; typed: Partial<TypedGuest> }
  | { type: 'guest.submitted'; guest: Guest }
  | { type: 'method.submitted' }
  | { type: 'payment.chosen'; paymentMethod: NonNullable<CheckoutDraft['paymentMethod']> }
  | { type: 'payment.submitted' }
  /** what one of the wallets is to pay, in reais; null: nothing */
  | { type: 'wallet.chosen'; uuid: string; amount: number | null }
  | ({ type: 'card.changed' } & CardChange)
  | { type: 'installment.chosen'; installments: number }
  | { type: 'installment.submitted' }
  | { type: 'relock.asked' }
  /** the cart has another coupon, or none any more */
  | { type: 'coupon.decided'; code: string }
  | ({ type: 'order.submitted' } & Press)
  | { type: 'order.abandoned' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored'; now?: number };
/** What it tells the app: its choices, for the cart, and that leaving would stop an order on its way. */
export type CheckoutNotification =
  | LeadNotification
  | { type: 'lead.lost' }
  | { type: 'draft.changed'; patch: CheckoutDraft }
  | { type: 'checkout.locked' }
  | { type: 'checkout.unlocked' }
  | SignInCompleted;
export type CheckoutOutput =
  | { outcome: 'placed'; order: Order }
  | { outcome: 'returned'; reason: ReasonCode; problem: FlowProblem; current: Cart | null };
/** Everything that an order is made of; the key makes sending it twice safe. */
export interface Placing {
  key: string;
  cartUuid: string;
  draft: CheckoutDraft;
  account: Account | null;
  guest: Guest | null;
  lock: Lock | null;
  clientSecret: string | null;
  /** the campaign asks for no address: an order of its own kind */
  ignoreShippingAddress: boolean;
}
/** What is done to a saved card: forgotten, or offered first from now on. */
export interface CardChange {
  id: string;
  change: 'removed' | 'preferred';
}
/** A card payment that is begun for the cart; `cardId`: a saved card. */
export interface CardPayment {
  cartUuid: string;
  installments: number;
  /** what wallets pay of it, in reais */ walletAmount: number;
  cardId?: string;
}
/** Calls about the cart at hand. */
export type OfCart = { cartUuid: string };
