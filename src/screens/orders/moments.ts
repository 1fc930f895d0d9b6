import type { Moment } from '#components/order/timeline.tsx';
import type { Order, OrderState } from '#contract/order/order.ts';
import { hasOrderTag, progressStep, stepsToCome } from '#domain/order/order-states.ts';
import { relativeTime } from '#domain/spans.ts';

interface Happened {
  state: OrderState;
  /** instant */
  at: string;
  /** the shop's own words; left out where nothing more is told than the state */
  text?: string;
  place?: string | undefined;
  /** why, in the shop's words */
  reason?: string | undefined;
}

/** Delivered, with nothing of it on its way back. */
export const isKept = (state: OrderState): boolean =>
  hasOrderTag(state, 'delivered') && !hasOrderTag(state, 'over');

/** What was not granted leads back to where it could be asked for: that is not said a second time. */
function refusalText(event: Happened, before: Happened | undefined): string | null {
  if (before?.state === 'CANCELLATION_REQUESTED' && hasOrderTag(event.state, 'contestable'))
    return 'A loja não aceitou cancelar';
  return before?.state === 'RETURN_REQUESTED' && isKept(event.state)
    ? 'A loja não aceitou a devolução'
    : null;
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
    const refusal = refusalText(event, past[index - 1]);
    const words = refusal ?? (event.text || textOf(event.state));
    // A shop that cancels asks and accepts in one go, for one reason.
    const reason = past[index + 1]?.reason === event.reason ? undefined : event.reason;
    const wentWrong = event.state === 'CANCELED' || hasOrderTag(event.state, 'troubled');
    return {
      id: `${event.state}${event.at}`,
      title: reason ? `${words}: ${reason}` : words,
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
