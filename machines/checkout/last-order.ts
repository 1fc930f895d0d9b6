import { Draft, type QuoteOption, Recipient, type ShippingChoice } from '#contract/cart.ts';
import type { CheckoutDraft, Order } from '#contract/order/order.ts';
import { instantOf } from '#domain/dates.ts';
import { orderedAddress } from '#domain/order/ordered-address.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { wallTime } from '#domain/place/zone.ts';
import { readAs } from '#machines/read-as.ts';
import { fittingAnswers, optionOf, recipientOf } from './needs.ts';
import type { CheckoutContext, LastOrder } from './facts.ts';

/** What a review takes over from the last order of its buyer (D80). */

/** What an order decided, as a cart keeps it: without its window, which is over. */
export function lastOrderOf(order: Order): LastOrder {
  const { shippingMethod, recipient, extra, window: came } = order.properties;
  const { type, installments } = order.paymentMethod;
  const location = orderedAddress(order);
  const paymentMethod = readAs(Draft.paymentMethod, { type, installments });
  const receiver = readAs(Recipient, recipient);
  return {
    draft: {
      ...(location ? { location } : {}),
      ...(shippingMethod ? { shippingMethod: withoutWindow(shippingMethod) } : {}),
      // Who receives it themselves is the buyer, as the account has them now.
      ...(receiver && !receiver.self ? { recipient: receiver } : {}),
      ...(extra ? { extra } : {}),
      ...(paymentMethod ? { paymentMethod } : {}),
    },
    window: came ?? null,
  };
}
const withoutWindow = ({ id, type, hubId }: ShippingChoice): ShippingChoice => ({
  id,
  type,
  ...(hubId ? { hubId } : {}),
});

/** What this cart takes over before anything is asked: what nobody has decided about it yet. */
export function takenOver({ draft }: Pick<CheckoutContext, 'draft'>, last: LastOrder): CheckoutDraft {
  const { location, shippingMethod, recipient, paymentMethod } = last.draft;
  return {
    ...(location && isAddressIncomplete(draft.location) ? { location } : {}),
    ...(shippingMethod && !draft.shippingMethod ? { shippingMethod } : {}),
    ...(recipient && !draft.recipient ? { recipient } : {}),
    ...(paymentMethod && !draft.paymentMethod ? { paymentMethod } : {}),
  };
}

const hours = (start: string, end: string): string =>
  [start, end]
    .map((text) => wallTime(instantOf(text) ?? 0))
    .map(({ hour, minute }) => `${hour}:${minute}`)
    .join();
/** The next window of the same hours that has room. */
const likeWindow = ({ windows = [] }: QuoteOption, { start, end }: NonNullable<LastOrder['window']>) =>
  windows
    .toSorted((a, b) => (instantOf(a.start) ?? 0) - (instantOf(b.start) ?? 0))
    .find((one) => one.left > 0 && hours(one.start, one.end) === hours(start, end));

type Known = Pick<CheckoutContext, 'draft' | 'quote' | 'recalled' | 'methods' | 'last' | 'account' | 'who'>;
/** What can be taken over of it once the server has said what there is now; null where nothing more can. */
export function furtherTaken({ last, ...known }: Known): CheckoutDraft | null {
  const { draft, quote, methods } = known;
  if (!last || !quote) return null;
  const recipient = recipientOf(known);
  if (recipient && !draft.recipient) return { recipient };
  const chosen = draft.shippingMethod;
  const option = chosen && optionOf(quote, chosen);
  const like = !chosen?.windowId && option && last.window && likeWindow(option, last.window);
  if (chosen && like) return { shippingMethod: { ...chosen, windowId: like.id } };
  const extra = draft.extra ? {} : fittingAnswers(known, last.draft.extra ?? {});
  if (Object.keys(extra).length > 0) return { extra };
  // The saved card that is offered first, where nobody has chosen another way since.
  const [card] = methods.find(({ type }) => type === 'CREDIT_CARD')?.cards ?? [];
  const { paymentMethod } = draft;
  return card && paymentMethod?.type === 'CREDIT_CARD' && paymentMethod === last.draft.paymentMethod
    ? { paymentMethod: { ...paymentMethod, cardId: card.id } }
    : null;
}
