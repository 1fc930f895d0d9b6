import { offsetAt, ZONE } from './zone.ts';

/** Dates and times of day, written as people write them down. */

/** Day of the week of a date `YYYY-MM-DD`; 0 = Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** A date some days later, by the calendar: no clock change can move it. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days from one date to another, by the calendar. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Minutes of the day of `HH:mm`; `24:00` is the end of the day. */
export function minutesOf(time: string): number {
  const [hour = '', minute = ''] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}

/**
 * The instant (epoch ms) at which a wall clock shows a time. An hour that a clock change skips (midnight of
 * 2018-11-04) becomes the first one after it;
 * of an hour that comes twice (23:00 of 2019-02-16) the first is taken. `24:00` is midnight of the next day.
 */
export function instantOfWall(date: string, time: string, zone: string = ZONE): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutesOf(time) * 60_000;
  // Half a day to either side lie the offsets before and after a change, if there is one.
  const [before, after] = [offsetAt(wall - 43_200_000, zone), offsetAt(wall + 43_200_000, zone)];
  if (before === after) return wall - before;
  const exact = [before, after]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(at, zone) === wall);
  // In a gap no instant shows that time: reading it with the offset before the change lands just past the
  // gap's end.
  return exact.length > 0 ? Math.min(...exact) : wall - before;
}
