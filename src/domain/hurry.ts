import { formatDay } from './dates.ts';
import { addDays, daysBetween, weekdayOf } from './place/calendar.ts';
import { wallTime, ZONE } from './place/zone.ts';

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
const WEEK = 7;

/** `hoje`, `amanhã`, the name of a day of the coming week, else `seg., 30 de nov.`. Epoch ms. */
export function dayWord(at: number, now: number, zone: string = ZONE): string {
  const [today, day] = [wallTime(now, zone).date, wallTime(at, zone).date];
  if (day === today) return 'hoje';
  if (day === addDays(today, 1)) return 'amanhã';
  const ahead = daysBetween(today, day);
  return (ahead > 0 && ahead < WEEK && WEEKDAYS[weekdayOf(day)]) || formatDay(at, zone);
}

const MINUTE = 60_000;
const HOUR = 60;
/** Minutes from which on there is no hurry. */
const DAY = 24 * HOUR;

/**
 * `Peça em 23 min para receber segunda`: whole minutes that are left, never off by more than one; null once the
 * instant has passed, or while it is a day away. Epoch ms.
 * @param by the last instant at which an order still finds it  @param start when it begins to come
 */
export function hurryText(by: number, start: number, now: number, zone: string = ZONE): string | null {
  const left = Math.floor((by - now) / MINUTE);
  if (by < now || left >= DAY) return null;
  const [hours, minutes] = [Math.floor(left / HOUR), left % HOUR];
  const wait = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ');
  return `Peça em ${wait || 'menos de 1 min'} para receber ${dayWord(start, now, zone)}`;
}
