import type { Quote, QuoteOption, Recipient, ShippingChoice } from '#contract/cart.ts';
import type { Lock } from '#contract/order/lock.ts';
import { inCents } from '#contract/money.ts';
import type { Account } from '#contract/people/account.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import { answersTo, extraErrors } from '#domain/extra.ts';
import type { PaymentMethod, Plan } from '#contract/payment/payment.ts';
import type { GuestDraft } from './guest-draft.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import { isAddressIncomplete, streetNumberOf } from '#domain/place/address.ts';

/** What the gates of the checkout look at. */
export interface Needs {
  draft: CheckoutDraft;
  quote: Quote | null;
  methods: PaymentMethod[];
  ignoreShippingAddress: boolean;
}

export const optionOf = (quote: Quote, { id, type, hubId }: ShippingChoice): QuoteOption | undefined =>
  quote.options.find(
    (option) =>
      option.id === id &&
      option.type === type &&
      (hubId === undefined || option.hubId === undefined || option.hubId === hubId),
  );

/** A way to receive that the quote offers; with a window of it where one was chosen. */
export function isOffered(quote: Quote | null, choice: ShippingChoice): boolean {
  const option = quote && optionOf(quote, choice);
  if (!option) return false;
  return (
    choice.windowId === undefined ||
    option.windows?.some(({ id, left }) => id === choice.windowId && left > 0) === true
  );
}

/**
 * A delivery needs a whole address; a pickup and a campaign that ignores addresses do not. Source: spec §5,
 * D29.
 */
export const lacksAddress = ({ draft, ignoreShippingAddress }: Needs): boolean =>
  !ignoreShippingAddress && draft.shippingMethod?.type !== 'PICKUP' && isAddressIncomplete(draft.location);

/**
 * No way to receive is chosen, or the quote at hand no longer offers it, or it has windows and none is
 * chosen. Without a quote the draft is believed: the lock will say.
 */
export function lacksShipping({
  draft: { shippingMethod: choice },
  quote,
}: Pick<Needs, 'draft' | 'quote'>): boolean {
  if (!choice) return true;
  if (!quote) return false;
  return (
    !isOffered(quote, choice) ||
    (choice.windowId === undefined && (optionOf(quote, choice)?.windows?.length ?? 0) > 0)
  );
}

/** Brought to the buyer, or fetched by them. */
export type ShippingMode = 'delivery' | 'pickup';
/** What is missing before it is settled how an order is received: the first thing, in the order of the screen. */
export type ShippingGap =
  | 'address.missing'
  | 'number.missing'
  | 'address.unplaced'
  | 'address.unfinished'
  | 'address.outside'
  | 'place.missing'
  | 'time.missing'
  | 'recipient.missing';
export interface ShippingFacts extends Pick<Needs, 'draft' | 'quote'> {
  /** what the person looks at; null until they said, then what was chosen before decides */
  mode: ShippingMode | null;
  account: Account | null;
  who: GuestDraft | null;
}
/** Who buys, as far as it is known: whoever is signed in, or who named themselves. */
export const buyerOf = ({ account, who }: Pick<ShippingFacts, 'account' | 'who'>) =>
  account ?? who?.guest ?? null;
/** A campaign that asks for no address has its goods fetched: there is nothing to choose. */
export const modeOf = ({ mode, quote, draft }: Omit<ShippingFacts, 'account' | 'who'>): ShippingMode =>
  quote?.ignoreShippingAddress
    ? 'pickup'
    : (mode ?? (draft.shippingMethod?.type === 'PICKUP' ? 'pickup' : 'delivery'));
/** Who is there when the order comes: the buyer until somebody else is named; null while a phone is missing. */
export function recipientOf({
  draft,
  ...by
}: Pick<ShippingFacts, 'draft' | 'account' | 'who'>): Recipient | null {
  const buyer = buyerOf(by);
  return (
    draft.recipient ??
    (buyer?.name && buyer.phone ? { self: true, name: buyer.name, phone: buyer.phone } : null)
  );
}
/** A guest who has just said who they are receives it, unless somebody else does. */
export const selfOf = ({ draft, who }: Pick<ShippingFacts, 'draft' | 'who'>): CheckoutDraft =>
  who?.guest && draft.recipient?.self !== false
    ? { recipient: { self: true, name: who.guest.name, phone: who.guest.phone } }
    : {};
/** Why the delivery is not settled yet; null when all is there. */
export function shippingGap(facts: ShippingFacts): ShippingGap | null {
  const { draft, quote } = facts;
  const { location, shippingMethod: choice } = draft;
  const isPickup = modeOf(facts) === 'pickup';
  if (!isPickup) {
    if (!location?.postalCode || !location.address) return 'address.missing';
    if (!streetNumberOf(location)) return 'number.missing';
    if (isAddressIncomplete(location)) return 'address.unplaced';
    if (quote?.refusal === 'FORM') return 'address.unfinished';
    if (!quote?.options.some(({ type }) => type !== 'PICKUP')) return 'address.outside';
  }
  const option = quote && choice && optionOf(quote, choice);
  const isOther = (option?.type === 'PICKUP') !== isPickup && !quote?.ignoreShippingAddress;
  if (!option || isOther) return isPickup ? 'place.missing' : 'time.missing';
  if (lacksShipping(facts)) return 'time.missing';
  return recipientOf(facts) ? null : 'recipient.missing';
}

/** No way to pay is chosen, or it is none of those that work now. */
export const lacksPayment = ({ draft: { paymentMethod: chosen }, methods }: Needs): boolean =>
  !chosen || (methods.length > 0 && methods.every(({ type }) => type !== chosen.type));
/** Wallets were to pay all of it, and what is held costs more than they pay by now. */
export const leavesRest = ({ draft, lock }: { draft: CheckoutDraft; lock: Lock | null }): boolean =>
  draft.paymentMethod?.type === 'WALLET' &&
  lock !== null &&
  leftToPay(inCents(lock.totals.total), paidByWallets(lock.wallets)) > 0;
/**
 * One way is no choice: it is taken, and stands there to be seen. Null while there is a choice, or it was
 * taken.
 */
export const onlyWay = ({
  draft: { paymentMethod: chosen },
  methods: [only, ...others],
}: Needs): CheckoutDraft | null =>
  only && others.length === 0 && only.type !== chosen?.type ? { paymentMethod: { type: only.type } } : null;
/** The parcels that the server offers for the chosen way of paying; null while it was not asked. Source: D55. */
export const plansOf = ({ draft, methods }: Pick<Needs, 'draft' | 'methods'>): Plan[] | null =>
  methods.length === 0 ? null : (methods.find(({ type }) => type === draft.paymentMethod?.type)?.plans ?? []);
export const isByCard = ({ draft }: Pick<Needs, 'draft'>): boolean =>
  draft.paymentMethod?.type === 'CREDIT_CARD';
/** Only a card is paid in parts, and only where there is more than one plan; until that is known there may be. */
export const hasInstallments = (needs: Needs): boolean =>
  isByCard(needs) && (plansOf(needs)?.length ?? 2) > 1;
/** A plan of the server's by its number of parcels. */
export const isPlan = (needs: Pick<Needs, 'draft' | 'methods'>, installments: number | undefined): boolean =>
  plansOf(needs)?.some(({ n }) => n === installments) ?? installments !== undefined;
export const lacksInstallment = (needs: Needs): boolean =>
  hasInstallments(needs) && !isPlan(needs, needs.draft.paymentMethod?.installments);

export interface Asking {
  draft: CheckoutDraft;
  quote: Quote | null;
  recalled: Quote | null;
}
const noQuestions: NonNullable<Quote['questions']> = [];
/** What the campaigns of the cart ask, as far as it was heard. */
export const questionsOf = ({ quote, recalled }: Omit<Asking, 'draft'>) =>
  (quote ?? recalled)?.questions ?? noQuestions;
const formsOf = (asking: Asking) => questionsOf(asking).map(({ form }) => form);
/** Of these answers, those to what is asked. */
export const fittingAnswers = (asking: Asking, answers = asking.draft.extra ?? {}) =>
  answersTo(formsOf(asking), answers);
/** Something is asked and not answered as it must be. What was not heard yet is believed: the lock will say. */
export const lacksAnswers = (asking: Asking): boolean =>
  Object.keys(extraErrors(formsOf(asking), fittingAnswers(asking))).length > 0;
/** Nobody has been asked yet: what needs no answer is asked once too. */
export const isUnasked = (asking: Asking): boolean =>
  questionsOf(asking).length > 0 && (asking.draft.extra === undefined || lacksAnswers(asking));
/** Answers to what was asked of another cart, or before: they go with no order. */
export const hasStrayAnswers = (asking: Asking): boolean =>
  (asking.quote ?? asking.recalled) !== null &&
  Object.keys(asking.draft.extra ?? {}).length > Object.keys(fittingAnswers(asking)).length;

/** What the checkout must know of the cart. */
export interface CartAtHand {
  uuid: string;
  count: number;
  draft: CheckoutDraft;
}
