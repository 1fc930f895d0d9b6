import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantOfWall, weekdayOf } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';
import { RUNS } from '../arbitraries.ts';

const iso = (date: string, time: string, zone?: string) =>
  new Date(instantOfWall(date, time, zone)).toISOString();

describe('wall time', () => {
  it('skips the midnight that 2018-11-04 did not have', () => {
    expect(iso('2018-11-03', '23:59')).toBe('2018-11-04T02:59:00.000Z');
    expect(iso('2018-11-04', '00:00')).toBe('2018-11-04T03:00:00.000Z');
    expect(wallTime(Date.parse('2018-11-04T03:00:00Z'))).toMatchObject({
      date: '2018-11-04',
      hour: 1,
      weekday: 0,
    });
  });

  it('takes the first of the two 23:00 of 2019-02-16', () => {
    expect(iso('2019-02-16', '23:00')).toBe('2019-02-17T01:00:00.000Z');
    expect(iso('2019-02-16', '24:00')).toBe('2019-02-17T03:00:00.000Z');
    expect(wallTime(Date.parse('2019-02-17T02:30:00Z'))).toMatchObject({ date: '2019-02-16', hour: 23 });
  });

  it('knows the other zones of Brazil and the leap day', () => {
    expect(iso('2024-02-29', '12:00', 'America/Noronha')).toBe('2024-02-29T14:00:00.000Z');
    expect(iso('2024-02-29', '12:00', 'America/Rio_Branco')).toBe('2024-02-29T17:00:00.000Z');
    expect([
      addDays('2024-02-28', 1),
      addDays('2023-02-28', 1),
      addDays('2018-11-03', 1),
      weekdayOf('2024-02-29'),
    ]).toEqual(['2024-02-29', '2023-03-01', '2018-11-04', 4]);
  });

  it('leads back to the instant it came from, or to its earlier twin', () => {
    const zones = fc.constantFrom('America/Sao_Paulo', 'America/Noronha', 'America/Rio_Branco');
    const minutes = fc.integer({ min: Date.UTC(2017, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });
    const nearChanges = fc.oneof(
      fc.integer({ min: -180, max: 180 }).map((m) => Date.UTC(2018, 10, 4, 3) / 60_000 + m),
      fc.integer({ min: -180, max: 180 }).map((m) => Date.UTC(2019, 1, 17, 2) / 60_000 + m),
    );
    fc.assert(
      fc.property(fc.oneof(minutes, nearChanges), zones, (minute, zone) => {
        const at = minute * 60_000;
        const wall = wallTime(at, zone);
        const back = instantOfWall(
          wall.date,
          `${String(wall.hour).padStart(2, '0')}:${String(wall.minute).padStart(2, '0')}`,
          zone,
        );
        expect([0, 3_600_000]).toContain(at - back);
        expect(wallTime(back, zone)).toEqual(wall);
      }),
      RUNS,
    );
  });
});
