import { formatHour, formatMoment, hourText } from './dates.ts';
import { wallTime, ZONE } from './place/zone.ts';

/** What lies between two moments, in words. */

/** A window of one day: `sex., 28 de nov., 8h às 11h`; one that passes midnight names both days. */
export function formatWindow(start: number, end: number, zone: string = ZONE): string {
  // The end is the first instant outside, so midnight still belongs to the day before.
  const isOneDay = wallTime(start, zone).date === wallTime(end - 1, zone).date;
  const till = wallTime(end, zone);
  const endText = isOneDay
    ? hourText(till.hour === 0 && till.minute === 0 ? 24 : till.hour, till.minute)
    : formatMoment(end, zone);
  return `${formatMoment(start, zone)} ${isOneDay ? 'às' : 'até'} ${endText}`;
}

let relative: Intl.RelativeTimeFormat | undefined;

/** `agora`, `há 5 minutos`, `em 3 horas`; from a day on, the moment itself. */
export function relativeTime(at: number, now: number, zone: string = ZONE): string {
  const minutes = Math.trunc((at - now) / 60_000);
  if (minutes === 0) return 'agora';
  relative ??= new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' });
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.trunc(minutes / 60), 'hour');
  return formatMoment(at, zone);
}

/**
 * How long a wait is, as the end of a sentence: `em 43 s`, from two minutes on `em 12 min`, from an hour on
 * `às 15h40`, on another day the moment itself. Epoch ms.
 */
export function waitText(until: number, now: number, zone: string = ZONE): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  if (seconds < 120) return `em ${seconds} s`;
  if (seconds < 3_600) return `em ${Math.ceil(seconds / 60)} min`;
  const isToday = wallTime(until, zone).date === wallTime(now, zone).date;
  return isToday ? `às ${formatHour(until, zone)}` : `em ${formatMoment(until, zone)}`;
}

/** The wait that a server asks for, seconds, as the end of a sentence: `em 5 minutos`. */
export function afterText(seconds = 60): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes === 1 ? 'em 1 minuto' : `em ${minutes} minutos`;
}
