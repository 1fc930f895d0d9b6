import { capital, daysText } from '#client/shop/cart/quote-words.ts';
import type { Quote, QuoteOption, ShippingChoice } from '#contract/cart.ts';
import { type Cents, inCents } from '#contract/money.ts';
import type { Address } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import { instantOf } from '#domain/dates.ts';
import { formatWindow } from '#domain/spans.ts';
import { formatKm } from '#domain/place/location.ts';
import type { ShippingMode } from '#machines/checkout/needs.ts';

export { capital, optionPriceText, priceText } from '#client/shop/cart/quote-words.ts';
export { dayToShow, daysOf } from '#client/shop/place/window-days.ts';

type Window = NonNullable<QuoteOption['windows']>[number];

export const isPickup = ({ type }: Pick<QuoteOption, 'type'>): boolean => type === 'PICKUP';
export const optionsOf = (quote: Quote | null, mode: ShippingMode): QuoteOption[] =>
  quote?.options.filter((option) => isPickup(option) === (mode === 'pickup')) ?? [];

/** One way of receiving, by what makes it one: the method and, for a pickup, the place. */
export const keyOf = ({ id, hubId }: Pick<ShippingChoice, 'id' | 'hubId'>): string => `${id}/${hubId ?? ''}`;
export const optionOf = (quote: Quote | null, choice: ShippingChoice | undefined): QuoteOption | null =>
  (choice && quote?.options.find((option) => keyOf(option) === keyOf(choice))) ?? null;
export const windowOf = (option: QuoteOption | null, choice: ShippingChoice | undefined): Window | null =>
  option?.windows?.find(({ id }) => id === choice?.windowId) ?? null;

export const choiceOf = ({ id, type, hubId }: QuoteOption, windowId?: string): ShippingChoice => ({
  id,
  type,
  ...(hubId ? { hubId } : {}),
  ...(windowId ? { windowId } : {}),
});

/** What a chosen way costs; null while the quote does not have it. */
export function priceOf(quote: Quote | null, choice: ShippingChoice | undefined): Cents | null {
  const option = optionOf(quote, choice);
  return option ? inCents(windowOf(option, choice)?.price ?? option.price) : null;
}

/** "Seg., 23 de nov., 10h às 12h" */
export function whenText(option: QuoteOption | null, choice: ShippingChoice | undefined): string | null {
  const window = windowOf(option, choice);
  if (window) return capital(formatWindow(instantOf(window.start) ?? 0, instantOf(window.end) ?? 0));
  if (!option || option.windows?.length) return null;
  if (option.readyAt) return 'Avisamos quando estiver pronto';
  return daysText(option.days);
}

/** "Rua Harmonia, 482, apto 31, Vila Madalena" */
export const placeText = (address: Address): string =>
  [formatAddressLine(address), address.neighborhood].filter(Boolean).join(', ');

/** "a 2,3 km · seg. a sex., 8h às 18h" */
export const pickupDetail = ({ distance, hours }: QuoteOption): string =>
  [distance === undefined ? null : `a ${formatKm(distance)}`, hours].filter(Boolean).join(' · ');

/** What a chosen way says in its one line once it is settled. */
export function finishedShipping(
  quote: Quote | null,
  choice: ShippingChoice | undefined,
  address: Address | undefined,
): { title: string; detail: string } {
  const option = optionOf(quote, choice);
  const when = whenText(option, choice);
  const place =
    choice?.type === 'PICKUP'
      ? [option?.name, option?.address].filter(Boolean).join(', ')
      : address
        ? placeText(address)
        : '';
  const kind = choice?.type === 'PICKUP' ? 'Retirada' : 'Entrega';
  return { title: when ? (choice?.type === 'PICKUP' ? `Retirada: ${when}` : when) : kind, detail: place };
}
