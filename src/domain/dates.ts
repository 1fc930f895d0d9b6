import { wallTime, ZONE } from './place/zone.ts';

export { instantOf } from './instant.ts';

const days = new Map<string, Intl.DateTimeFormat>();

/** `sex., 28 de nov.` */
export function formatDay(at: number, zone: string = ZONE): string {
  let format = days.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('pt-BR', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    });
    days.set(zone, format);
  }
  return format.format(at);
}

/** A time of day: `14h30`, `14h`. */
export const hourText = (hour: number, minute: number) =>
  minute === 0 ? `${hour}h` : `${hour}h${String(minute).padStart(2, '0')}`;

/** `14h30`; a whole hour is `14h`. */
export function formatHour(at: number, zone: string = ZONE): string {
  const { hour, minute } = wallTime(at, zone);
  return hourText(hour, minute);
}

/** `sex., 28 de nov., 14h30` */
export const formatMoment = (at: number, zone: string = ZONE): string =>
  `${formatDay(at, zone)}, ${formatHour(at, zone)}`;

/** `Bom dia` from 5h, `Boa tarde` from 12h, `Boa noite` from 18h. */
export function greeting(at: number, zone: string = ZONE): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  const { hour } = wallTime(at, zone);
  if (hour < 5 || hour >= 18) return 'Boa noite';
  return hour < 12 ? 'Bom dia' : 'Boa tarde';
}
