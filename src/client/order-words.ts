import { useRootState } from './hooks.ts';
import type { StatusLabel } from '#contract/document.ts';
import {} from '#contract/money.ts';
import type { Order, OrderState } from '#contract/order.ts';
import { progressLabels, progressStep } from '#domain/order/order-progress.ts';

const unknown: StatusLabel = {
  delivered: 'Em processamento',
  error: 'Em processamento',
  tone: 'info',
  icon: 'clock',
  step: 0,
};
/**
 * States in which something went another way than planned: they read their error label. (Canceled is what was
 * asked for; its error label is for a cancellation that failed.)
 */
const troubled: readonly OrderState[] = ['PAYMENT_EXPIRED', 'DELIVERY_FAILED'];

/** The shop's own words for a state. Unknown states are in process (D46). */
export function useStatusLabel(): (state: OrderState) => { text: string; tone: StatusLabel['tone'] } {
  const labels = useRootState('marketplace', (s) => s.context.documents?.status ?? null);
  return (state) => {
    const label = labels?.[state] ?? unknown;
    return { text: troubled.includes(state) ? label.error : label.delivered, tone: label.tone };
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
  const isDone = state === 'COMPLETED' || state === 'RETURN_REQUESTED' || state === 'RETURNED';
  return {
    done: isDone ? 4 : (step ?? 0),
    of: 4,
    part: step === null || isDone ? 0 : 0.5,
    labels: [...progressLabels(type)],
  };
}

/** Who brings it, or has brought it. */
export const carrierText = (state: OrderState, carrier: string): string =>
  `${progressStep(state) === 3 ? 'Entregue' : 'Entrega'} por ${carrier}`;

/** "3 itens", "1 item". */
export const itemsText = (order: Order): string => {
  const count = order.items.reduce((sum, line) => sum + line.quantity, 0);
  return count === 1 ? '1 item' : `${count} itens`;
};
