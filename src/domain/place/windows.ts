import { isHoliday, nextOpening, openingsOn, type OpeningHours } from './hours.ts';
import { addDays, daysBetween, instantOfWall, minutesOf, weekdayOf } from './calendar.ts';
import { wallTime, ZONE } from './zone.ts';

/** A window that repeats on some days of the week (0 = Sunday); `HH:mm`; capacity in orders. */
export type Slot = { id: string; days: readonly number[]; start: string; end: string; capacity: number };

/** What windows are made from. */
export type WindowPlan = {
  /** of the hub; none = it works around the clock */
  hours: readonly OpeningHours[];
  /** minutes to prepare an order, counted from when the hub is open */
  leadTimeMin: number;
  /** orders after this hour (`HH:mm`) count from the next day */
  cutoff?: string | undefined;
  /** `YYYY-MM-DD` or `MM-DD` */
  holidays?: readonly string[] | undefined;
  /**
   * fixed windows; without them the opening hours are cut into pieces of `windowMin` minutes (180) for
   * `capacity` orders (20)
   */
  slots?: readonly Slot[] | undefined;
  windowMin?: number | undefined;
  capacity?: number | undefined;
  /** whole days from the order, both included; 0 is today. Default 0 to 6 */
  days?: { min: number; max: number } | undefined;
  /** epoch ms until which no work begins, whatever the hours; Infinity while nobody says when */
  pausedUntil?: number | undefined;
  /** orders already in a window, by its id */
  taken?: Readonly<Record<string, number>> | undefined;
  zone?: string | undefined;
};

/** One window; instants in epoch ms. `left` may be 0: a full window is shown as such, not hidden. */
export type DeliveryWindow = {
  id: string;
  slot: string | null;
  date: string;
  start: number;
  end: number;
  left: number;
};

type Start = { date: string; at: number } | null;
/** Windows, days and the hour of a pickup are asked of one plan, one after the other. */
const begun = new WeakMap<WindowPlan, { now: number; start: Start }>();

/**
 * Where counting starts: the first instant the hub works on the order, and that day. Null when it does not
 * open within 60 days.
 */
function workStart(plan: WindowPlan, now: number): Start {
  const known = begun.get(plan);
  if (known?.now === now) return known.start;
  const start = findStart(plan, now);
  begun.set(plan, { now, start });
  return start;
}

function findStart(plan: WindowPlan, now: number): Start {
  const { hours, cutoff, holidays, pausedUntil = now, zone = ZONE } = plan;
  if (pausedUntil === Infinity) return null;
  // An order that comes during a pause is taken up at its end.
  const taken = Math.max(now, pausedUntil);
  const today = wallTime(taken, zone).date;
  const isLate = cutoff !== undefined && taken > instantOfWall(today, cutoff, zone);
  const from = isLate ? Math.max(taken, instantOfWall(addDays(today, 1), '00:00', zone)) : taken;
  if (hours.length > 0) return nextOpening(hours, from, holidays, zone);
  let date = wallTime(from, zone).date;
  while (isHoliday(date, holidays)) date = addDays(date, 1);
  return { date, at: Math.max(from, instantOfWall(date, '00:00', zone)) };
}

const clockText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function slotsOn(weekday: number, plan: WindowPlan): (Omit<Slot, 'id' | 'days'> & { id: string | null })[] {
  if (plan.slots) return plan.slots.filter(({ days }) => days.includes(weekday));
  const { windowMin = 180, capacity = 20 } = plan;
  return plan.hours
    .filter((span) => span.weekday === weekday)
    .flatMap(({ open, close }) => {
      const count = Math.max(0, Math.floor((minutesOf(close) - minutesOf(open)) / windowMin));
      return Array.from({ length: count }, (_, index) => {
        const start = minutesOf(open) + index * windowMin;
        return { id: null, start: clockText(start), end: clockText(start + windowMin), capacity };
      });
    });
}

function windowsOn(date: string, plan: WindowPlan): DeliveryWindow[] {
  const { holidays, taken = {}, zone = ZONE } = plan;
  if (isHoliday(date, holidays)) return [];
  return (
    slotsOn(weekdayOf(date), plan)
      .map(({ id: slot, start, end, capacity }) => {
        const id = `${date}T${start}${slot === null ? '' : `.${slot}`}`;
        const used = Object.hasOwn(taken, id) ? (taken[id] ?? 0) : 0;
        return {
          id,
          slot,
          date,
          start: instantOfWall(date, start, zone),
          end: instantOfWall(date, end, zone),
          left: Math.max(0, capacity - used),
        };
      })
      // A clock change may swallow a window whole.
      .filter(({ start, end }) => start < end)
  );
}

const minute = 60_000;
const DAYS = { min: 0, max: 6 };

/**
 * Whole days from today, both included, in which an order placed now arrives: what is ordered late or on a
 * holiday is worked on later. Null when the hub does not open within 60 days.
 * @param now epoch ms  Source: D27
 */
export function deliveryDays(plan: WindowPlan, now: number): { min: number; max: number } | null {
  const begin = workStart(plan, now);
  if (!begin) return null;
  const { days = DAYS, zone } = plan;
  const wait = daysBetween(wallTime(now, zone).date, begin.date);
  return { min: wait + days.min, max: wait + days.max };
}

/**
 * Windows in which an order placed now can be delivered or picked up, earliest first.
 * An order after the cut-off, or while the hub is closed, counts from its next opening; a window begins at
 * least the lead time after that.
 * @param now epoch ms   Source: D27, D41; requirement REL-20 for the days on which the clock changes.
 */
export function deliveryWindows(plan: WindowPlan, now: number): DeliveryWindow[] {
  const begin = workStart(plan, now);
  if (!begin) return [];
  const { days = DAYS } = plan;
  const readyAt = begin.at + plan.leadTimeMin * minute;
  return Array.from({ length: Math.max(0, days.max - days.min + 1) }, (_, day) =>
    addDays(begin.date, days.min + day),
  )
    .flatMap((date) => windowsOn(date, plan))
    .filter(({ start }) => start >= readyAt)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * When the window of an id like `2026-11-24T08:00.manha` begins, epoch ms; null for an id that names none. A
 * way of receiving may stand before it.
 */
export function windowStartOf(id: string, zone = ZONE): number | null {
  const [, date, time] = /(?:^|:)(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?:\.|$)/.exec(id) ?? [];
  return date && time ? instantOfWall(date, time, zone) : null;
}

/** Days before a window on which the hub may have been open last. */
const FARTHEST_BACK = 60;

/**
 * The last instant (epoch ms) at which an order still finds a window that can be had now ("Peça em 23 min para
 * receber segunda"); null when the hub is not open within the 60 days before it. One millisecond later
 * {@link deliveryWindows} has it no more.
 * @param start of the window, epoch ms
 */
export function lastOrderFor(start: number, plan: WindowPlan): number | null {
  const { hours, cutoff, holidays, days = DAYS, zone = ZONE } = plan;
  const dayAfter = (date: string) => instantOfWall(addDays(date, 1), '00:00', zone);
  // Work begins the lead time before the window, and as many days before it as a delivery takes.
  const latest = Math.min(
    start - plan.leadTimeMin * minute,
    dayAfter(addDays(wallTime(start, zone).date, -days.min)) - 1,
  );
  const spansOn = (date: string) => {
    if (hours.length > 0) return openingsOn(date, hours, holidays, zone);
    return isHoliday(date, holidays)
      ? []
      : [{ start: instantOfWall(date, '00:00', zone), end: dayAfter(date) }];
  };
  for (let back = 0; back <= FARTHEST_BACK; back += 1) {
    const date = addDays(wallTime(latest, zone).date, -back);
    const ends = spansOn(date).flatMap((span) => (span.start <= latest ? [span.end - 1] : []));
    if (ends.length === 0) continue;
    const last = Math.min(latest, Math.max(...ends));
    return cutoff === undefined ? last : Math.min(last, instantOfWall(date, cutoff, zone));
  }
  return null;
}

/**
 * The first instant (epoch ms) at which an order placed now can be collected, within opening hours; null when
 * the hub does not open.
 */
export function pickupReadyAt(plan: WindowPlan, now: number): number | null {
  const begin = workStart(plan, now);
  if (!begin) return null;
  const ready = begin.at + plan.leadTimeMin * minute;
  return plan.hours.length === 0
    ? ready
    : (nextOpening(plan.hours, ready, plan.holidays, plan.zone)?.at ?? null);
}
