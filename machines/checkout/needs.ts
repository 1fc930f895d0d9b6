import type { Quote, QuoteOption, Recipient, ShippingChoice } from '#contract/cart.ts';
import type { Account } from '#contract/people/account.ts';
import type { CheckoutDraft } from '#contract/order.ts';
import type { PaymentMethod, Plan } from '#contract/payment.ts';
import { isAddressIncomplete, streetNumberOf } from '#domain/place/address.ts';

/** What the gates of the checkout look at. */
export interface Needs {
  draft: CheckoutDraft;
  quote: Quote | null;
  methods: PaymentMethod[];
  ignoreShippingAddress: boolean;
}

const optionOf = (quote: Quote, { id, type, hubId }: ShippingChoice): QuoteOption | undefined =>
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
  | 'address.outside'
  | 'place.missing'
  | 'time.missing'
  | 'recipient.missing';
export interface ShippingFacts extends Pick<Needs, 'draft' | 'quote'> {
  /** what the person looks at; null until they said, then what was chosen before decides */
  mode: ShippingMode | null;
  account: Account | null;
}
/** A campaign that asks for no address has its goods fetched: there is nothing to choose. */
export const modeOf = ({ mode, quote, draft }: Omit<ShippingFacts, 'account'>): ShippingMode =>
  quote?.ignoreShippingAddress
    ? 'pickup'
    : (mode ?? (draft.shippingMethod?.type === 'PICKUP' ? 'pickup' : 'delivery'));
/** Who is there when the order comes: the buyer until somebody else is named; null while a phone is missing. */
export const recipientOf = ({ draft, account }: Pick<ShippingFacts, 'draft' | 'account'>): Recipient | null =>
  draft.recipient ??
  (account?.name && account.phone ? { self: true, name: account.name, phone: account.phone } : null);
/** Why the delivery is not settled yet; null when all is there. */
export function shippingGap(facts: ShippingFacts): ShippingGap | null {
  const { draft, quote } = facts;
  const { location, shippingMethod: choice } = draft;
  const isPickup = modeOf(facts) === 'pickup';
  if (!isPickup) {
    if (!location?.postalCode || !location.address) return 'address.missing';
    if (!streetNumberOf(location)) return 'number.missing';
    if (isAddressIncomplete(location)) return 'address.unplaced';
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

/** What the checkout must know of the cart. */
export interface CartAtHand {
  uuid: string;
  count: number;
  draft: CheckoutDraft;
}
