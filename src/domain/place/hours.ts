import type { Hub } from '#contract/place.ts';
import { addDays, instantOfWall, minutesOf, weekdayOf } from './calendar.ts';
import { wallTime, ZONE } from './zone.ts';

/** Hours of one day of the week, 0 = Sunday, `HH:mm`; a day may have several. */
export type OpeningHours = Hub['hours'][number];
/** Part of a day; instants in epoch ms, the end is outside. */
export type Span = { start: number; end: number };

/** Whether a date is a holiday; `12-25` means every year, `2026-12-25` that one. */
export const isHoliday = (date: string, holidays: readonly string[] = []): boolean =>
  holidays.includes(date) || holidays.includes(date.slice(5));

/**
 * When a place is open on a date, earliest first; nothing on a holiday. An hour that a clock change skips
 * shortens the day.
 */
export function openingsOn(
  date: string,
  hours: readonly OpeningHours[],
  holidays: readonly string[] = [],
  zone: string = ZONE,
): Span[] {
  if (isHoliday(date, holidays)) return [];
  const day = weekdayOf(date);
  return hours
    .filter(({ weekday }) => weekday === day)
    .map(({ open, close }) => ({
      start: instantOfWall(date, open, zone),
      end: instantOfWall(date, close, zone),
    }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
}

export const isOpenAt = (
  hours: readonly OpeningHours[],
  at: number,
  holidays: readonly string[] = [],
  zone: string = ZONE,
): boolean =>
  openingsOn(wallTime(at, zone).date, hours, holidays, zone).some(
    ({ start, end }) => start <= at && at < end,
  );

/** Days looked ahead for an open one. */
const FARTHEST_DAY = 60;

/**
 * The first instant at or after `from` (epoch ms) at which a place is open, with its date; null when it is
 * not within 60 days.
 */
export function nextOpening(
  hours: readonly OpeningHours[],
  from: number,
  holidays: readonly string[] = [],
  zone: string = ZONE,
): { date: string; at: number } | null {
  const first = wallTime(from, zone).date;
  for (let day = 0; day <= FARTHEST_DAY; day += 1) {
    const date = addDays(first, day);
    const span = openingsOn(date, hours, holidays, zone).find(({ end }) => end > from);
    if (span) return { date, at: Math.max(from, span.start) };
  }
  return null;
}

const DAYS = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'];
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0];

function timeText(time: string): string {
  const minutes = minutesOf(time);
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`;
}

function daysText(days: readonly string[]): string {
  if (days.length === 7) return 'todos os dias';
  if (days.length === 1) return days[0] ?? '';
  return `${days[0]} ${days.length === 2 ? 'e' : 'a'} ${days.at(-1)}`;
}

/**
 * Opening hours as a sign on the door: `seg. a sex., 8h às 18h; sáb., 8h às 13h`. Days without hours are not
 * named.
 */
export function hoursText(hours: readonly OpeningHours[]): string {
  const groups: { days: string[]; text: string; last: number }[] = [];
  for (const [index, weekday] of FROM_MONDAY.entries()) {
    const spans = hours
      .filter((span) => span.weekday === weekday)
      .sort((a, b) => minutesOf(a.open) - minutesOf(b.open));
    const text = spans.map(({ open, close }) => `${timeText(open)} às ${timeText(close)}`).join(' e ');
    const group = groups.at(-1);
    const day = DAYS[weekday] ?? '';
    if (text === '') continue;
    if (group && group.text === text && group.last === index - 1) {
      group.days.push(day);
      group.last = index;
    } else groups.push({ days: [day], text, last: index });
  }
  return groups.map(({ days, text }) => `${daysText(days)}, ${text}`).join('; ');
}
