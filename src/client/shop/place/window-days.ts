import type { QuoteOption } from '#contract/cart.ts';
import { inCents } from '#contract/money.ts';
import { formatHour, instantOf } from '#domain/dates.ts';
import { ZONE, wallTime } from '#domain/place/zone.ts';
import { capital, priceText } from '../cart/quote-words.ts';

type Window = NonNullable<QuoteOption['windows']>[number];

const dayFormats = {
  weekday: new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, weekday: 'short' }),
  spoken: new Intl.DateTimeFormat('pt-BR', {
    timeZone: ZONE,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }),
  month: new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, month: 'long' }),
};
const startOf = ({ start }: Window): number => instantOf(start) ?? 0;

interface WindowDay {
  /** YYYY-MM-DD where the shop is */
  id: string;
  weekday: string;
  day: string;
  spoken: string;
  month: string;
  /** every window of it is full */
  disabled: boolean;
  windows: { id: string; text: string; end: string | undefined; full: boolean }[];
}

/**
 * The windows of a way of receiving by day. A full one stays and says so.
 * @param endOf what stands beside a window: what it costs, unless told otherwise
 */
export function daysOf(
  { windows = [], price }: QuoteOption,
  endOf: (window: Window) => string | undefined = (window) => priceText(inCents(window.price ?? price)),
): WindowDay[] {
  const days = new Map<string, WindowDay>();
  for (const window of windows.toSorted((a, b) => startOf(a) - startOf(b))) {
    const start = startOf(window);
    const { date } = wallTime(start);
    const day = days.get(date) ?? {
      id: date,
      weekday: dayFormats.weekday.format(start),
      day: String(Number(date.slice(8))),
      spoken: dayFormats.spoken.format(start),
      month: capital(dayFormats.month.format(start)),
      disabled: true,
      windows: [],
    };
    const isFull = window.left <= 0;
    day.windows.push({
      id: window.id,
      text: `${formatHour(start)} às ${formatHour(instantOf(window.end) ?? 0)}`,
      end: endOf(window),
      full: isFull,
    });
    if (!isFull) day.disabled = false;
    days.set(date, day);
  }
  return [...days.values()];
}

/** The day to open with: that of the chosen window, else the first with room. */
export const dayToShow = (days: readonly WindowDay[], windowId: string | undefined): WindowDay | null =>
  days.find(({ windows }) => windows.some(({ id }) => id === windowId)) ??
  days.find(({ disabled }) => !disabled) ??
  days[0] ??
  null;
