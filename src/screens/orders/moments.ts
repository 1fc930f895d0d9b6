import type { Moment } from '#components/order/timeline.tsx';
import type { Order, OrderState } from '#contract/order.ts';
import { hasOrderTag, progressStep, stepsToCome } from '#domain/order/order-states.ts';
import { relativeTime } from '#domain/spans.ts';

interface Happened {
  state: OrderState;
  /** instant */
  at: string;
  /** the shop's own words; left out where nothing more is told than the state */
  text?: string;
  place?: string | undefined;
}

/** What happened, what happens now, and the bars still to come. */
export function momentsOf(
  order: Pick<Order, 'state' | 'type'>,
  past: readonly Happened[],
  now: number,
  textOf: (state: OrderState) => string,
): Moment[] {
  const isOver = hasOrderTag(order.state, 'final');
  const moments = past.map((event, index): Moment => {
    const isLast = index === past.length - 1;
    // Back to where a cancellation could be asked for: it was not granted.
    const isRefused =
      past[index - 1]?.state === 'CANCELLATION_REQUESTED' && hasOrderTag(event.state, 'contestable');
    const wentWrong = event.state === 'CANCELED' || hasOrderTag(event.state, 'troubled');
    return {
      id: `${event.state}${event.at}`,
      title: isRefused ? 'A loja não aceitou cancelar' : event.text || textOf(event.state),
      time: relativeTime(Date.parse(event.at), now),
      state: wentWrong ? 'failed' : isLast && !isOver ? 'now' : 'done',
      ...(event.place ? { detail: event.place } : {}),
    };
  });
  const step = progressStep(order.state);
  if (isOver || step === null) return moments;
  // Paid is not being prepared yet, and on its way to the town is not at the door yet.
  const next = hasOrderTag(order.state, 'stepReached') ? step : step + 1;
  return [
    ...moments,
    ...stepsToCome(order.type)
      .slice(next)
      .map((title): Moment => ({ id: title, title, state: 'next' })),
  ];
}
