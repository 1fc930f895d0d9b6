/** The time zone of every date, hour and window. */
export const ZONE = 'America/Sao_Paulo';

/** What a clock on the wall shows. `weekday` 0 = Sunday. */
export type WallTime = { date: string; hour: number; minute: number; second: number; weekday: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant, as the platform tells it. */
function askOffset(at: number, zone: string): number {
  // en-US writes month/day/year, hour:minute:second; reading the text costs a third of formatToParts.
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = (
    formatIn(zone).format(at).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** No zone has changed its clock within a quarter of an hour since 1914: asked once for each. */
const QUARTER = 900_000;
const MOST_KEPT = 10_000;
const offsets = new Map<string, Map<number, number>>();

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
function offsetAt(at: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  const quarter = Math.floor(at / QUARTER);
  const offset = known.get(quarter) ?? askOffset(at, zone);
  if (known.size >= MOST_KEPT) known.clear();
  offsets.set(zone, known.set(quarter, offset));
  return offset;
}

/** Wall clock of an instant (epoch ms) in a zone. */
export function wallTime(at: number, zone: string = ZONE): WallTime {
  const wall = new Date(at + offsetAt(at, zone));
  return {
    date: wall.toISOString().slice(0, 10),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  };
}

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
