import { useRootState } from './hooks.ts';
import type { StatusLabel } from '#contract/document.ts';
import type { Order, OrderState } from '#contract/order/order.ts';
import { countUnits } from '#domain/cart-line.ts';
import { hasOrderTag, progressLabels, progressStep } from '#domain/order/order-states.ts';

const unknown: StatusLabel = {
  delivered: 'Em processamento',
  error: 'Em processamento',
  tone: 'info',
  icon: 'clock',
  step: 0,
};
/**
 * The shop's own words for a state; its error label where something went wrong. (Canceled is what was asked
 * for: its error label is for a cancellation that failed.) Unknown states are in process (D46).
 */
export function useStatusLabel(): (state: OrderState) => { text: string; tone: StatusLabel['tone'] } {
  const labels = useRootState('marketplace', (s) => s.context.documents?.status ?? null);
  return (state) => {
    const label = labels?.[state] ?? unknown;
    return { text: hasOrderTag(state, 'troubled') ? label.error : label.delivered, tone: label.tone };
  };
}

/** The four bars of an order's progress. */
export function progressOf({ state, type }: Pick<Order, 'state' | 'type'>): {
  done: number;
  of: number;
  part: number;
  labels: string[];
} {
  const step = progressStep(state);
  const isDone = hasOrderTag(state, 'delivered');
  return {
    done: isDone ? 4 : (step ?? 0),
    of: 4,
    part: step === null || isDone ? 0 : 0.5,
    labels: [...progressLabels(type)],
  };
}

/** Who brings it, or has brought it, where that is known. */
export const carrierText = (state: OrderState, carrier: string | undefined): string =>
  `${hasOrderTag(state, 'delivered') ? 'Entregue' : 'Entrega'}${carrier === undefined ? '' : ` por ${carrier}`}`;

/** "3 itens", "1 item". */
export const itemsText = (order: Pick<Order, 'items'>): string => {
  const count = countUnits(order.items);
  return count === 1 ? '1 item' : `${count} itens`;
};
