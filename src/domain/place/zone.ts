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
export function offsetAt(at: number, zone: string): number {
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
