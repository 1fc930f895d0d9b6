import type { Hub } from '#contract/place.ts';
import { formatDay, formatHour } from '#domain/dates.ts';
import { addDays } from '#domain/place/calendar.ts';
import { isHoliday, isOpenAt, nextOpening, openingsOn } from '#domain/place/hours.ts';
import { wallTime } from '#domain/place/zone.ts';

const today = (at: number) => wallTime(at).date;
const spansText = (hub: Pick<Hub, 'hours' | 'holidays'>, date: string): string =>
  openingsOn(date, hub.hours, hub.holidays)
    .map(({ start, end }) => `${formatHour(start)} às ${formatHour(end)}`)
    .join(' e ');

/** `aberto`, and until when or from when: what one wants to know before going. */
export function openText(
  hub: Pick<Hub, 'hours' | 'holidays'>,
  now: number,
): { isOpen: boolean; text: string } {
  const spans = spansText(hub, today(now));
  if (isOpenAt(hub.hours, now, hub.holidays)) return { isOpen: true, text: spans };
  const next = nextOpening(hub.hours, now, hub.holidays);
  const why = isHoliday(today(now), hub.holidays) ? 'fechado, é feriado' : 'fechado agora';
  if (!next) return { isOpen: false, text: 'fechado nos próximos dias' };
  const from =
    next.date === today(now) ? `às ${formatHour(next.at)}` : `${formatDay(next.at)}, ${formatHour(next.at)}`;
  return { isOpen: false, text: `${why}, abre ${from}` };
}

/** Days looked ahead for holidays. */
const AHEAD = 14;
/** Days soon to come on which a place is closed that is open on that day of other weeks. */
export function closedDays(hub: Pick<Hub, 'hours' | 'holidays'>, now: number): string[] {
  return Array.from({ length: AHEAD }, (_, day) => addDays(today(now), day + 1))
    .filter((date) => isHoliday(date, hub.holidays) && openingsOn(date, hub.hours).length > 0)
    .map((date) => formatDay(openingsOn(date, hub.hours)[0]?.start ?? 0));
}
