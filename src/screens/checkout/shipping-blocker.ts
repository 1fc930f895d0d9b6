import type { Quote, Recipient, ShippingChoice } from '#contract/cart.ts';
import type { Address } from '#contract/place.ts';
import { isAddressIncomplete, streetNumberOf } from '#domain/place/address.ts';
import type { QuoteState } from './quote-state.ts';
import { type Mode, isPickup, optionOf, optionsOf, windowOf } from './shipping-words.ts';

export interface CheckoutBlocker {
  reason: string;
  /** What mends it, if it is not on the screen already. */
  remedy?: 'address' | 'number' | 'recipient';
}
interface Facts {
  state: QuoteState;
  mode: Mode;
  quote: Quote | null;
  choice: ShippingChoice | undefined;
  location: Address | undefined;
  recipient: Recipient | null;
}

/** Why nothing can be chosen before the days and hours are there. */
export const unready = {
  waiting: 'Buscando os horários para você.',
  offline: 'Você está sem internet. Os horários aparecem quando ela voltar.',
  silent: 'A loja não respondeu. Os horários aparecem assim que ela responder.',
  failed: 'Os horários ainda não carregaram.',
} as const satisfies Partial<Record<QuoteState, string>>;

/**
 * Why the delivery is not settled yet: the first thing that is missing, in the order of the screen. Null when
 * all is there.
 */
export function shippingBlocker({
  state,
  mode,
  quote,
  choice,
  location,
  recipient,
}: Facts): CheckoutBlocker | null {
  if (state !== 'ready') return { reason: unready[state] };
  if (mode === 'delivery') {
    if (!location?.postalCode || !location.address)
      return { reason: 'Diga o endereço da entrega.', remedy: 'address' };
    if (!streetNumberOf(location)) return { reason: 'Falta o número do endereço.', remedy: 'number' };
    if (isAddressIncomplete(location))
      return { reason: 'Não achamos este endereço no mapa.', remedy: 'address' };
    if (optionsOf(quote, 'delivery').length === 0)
      return { reason: 'Este endereço está fora da área de entrega.', remedy: 'address' };
  }
  const option = optionOf(quote, choice);
  if (!option || isPickup(option) !== (mode === 'pickup'))
    return { reason: mode === 'pickup' ? 'Escolha onde retirar.' : 'Escolha o dia e a hora.' };
  if (option.windows?.length && !windowOf(option, choice)) return { reason: 'Escolha o dia e a hora.' };
  return recipient
    ? null
    : {
        reason: mode === 'pickup' ? 'Diga um telefone para a retirada.' : 'Diga um telefone para a entrega.',
        remedy: 'recipient',
      };
}
