import type { ShippingGap, ShippingMode } from '#machines/checkout/needs.ts';
import type { QuoteState } from '../quote-state.ts';

export interface CheckoutBlocker {
  reason: string;
  /** What mends it, if it is not on the screen already. */
  remedy?: 'address' | 'number' | 'recipient';
}
/** Why nothing can be chosen before the days and hours are there. */
export const unready = {
  waiting: 'Buscando os horários para você.',
  offline: 'Você está sem internet. Os horários aparecem quando ela voltar.',
  silent: 'A loja não respondeu. Os horários aparecem assim que ela responder.',
  failed: 'Os horários ainda não carregaram.',
} as const satisfies Partial<Record<QuoteState, string>>;

type Words = CheckoutBlocker | ((mode: ShippingMode) => CheckoutBlocker);
const gaps: Record<ShippingGap, Words> = {
  'address.missing': { reason: 'Diga o endereço da entrega.', remedy: 'address' },
  'number.missing': { reason: 'Falta o número do endereço.', remedy: 'number' },
  'address.unplaced': { reason: 'Não achamos este endereço no mapa.', remedy: 'address' },
  'address.unfinished': { reason: 'Falta um dado do endereço.', remedy: 'number' },
  'address.outside': { reason: 'Este endereço está fora da área de entrega.', remedy: 'address' },
  'place.missing': { reason: 'Escolha onde retirar.' },
  'time.missing': { reason: 'Escolha o dia e a hora.' },
  'recipient.missing': (mode) => ({
    reason: mode === 'pickup' ? 'Diga um telefone para a retirada.' : 'Diga um telefone para a entrega.',
    remedy: 'recipient',
  }),
};

/** Why one cannot go on, in words, and what mends it. Null when one can. */
export function shippingBlocker(
  state: QuoteState,
  mode: ShippingMode,
  gap: ShippingGap | null,
): CheckoutBlocker | null {
  if (state !== 'ready') return { reason: unready[state] };
  const words = gap && gaps[gap];
  return typeof words === 'function' ? words(mode) : words;
}
