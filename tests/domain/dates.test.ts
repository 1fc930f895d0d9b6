import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countdown, countdownText } from '#domain/countdown.ts';
import { formatDay, formatHour, formatMoment, greeting, instantOf } from '#domain/dates.ts';
import { formatWindow, relativeTime, waitText } from '#domain/spans.ts';
import { RUNS } from './arbitraries.ts';

const at = (text: string) => Date.parse(`${text}-03:00`);
const DAY = 86_400_000;

describe('dates', () => {
  it('read as in Brazil', () => {
    expect(formatMoment(at('2025-11-28T14:30:00'))).toBe('sex., 28 de nov., 14h30');
    expect(formatDay(at('2025-11-28T23:59:00'))).toBe('sex., 28 de nov.');
    expect([formatHour(at('2025-11-28T08:00:00')), formatHour(at('2025-11-28T09:05:00'))]).toEqual([
      '8h',
      '9h05',
    ]);
    expect(formatWindow(at('2025-11-28T08:00:00'), at('2025-11-28T11:00:00'))).toBe(
      'sex., 28 de nov., 8h às 11h',
    );
    expect(formatWindow(at('2025-11-28T22:00:00'), at('2025-11-29T00:00:00'))).toBe(
      'sex., 28 de nov., 22h às 24h',
    );
    expect(formatWindow(at('2025-11-28T22:00:00'), at('2025-11-29T01:00:00'))).toBe(
      'sex., 28 de nov., 22h até sáb., 29 de nov., 1h',
    );
  });

  it('says how long a wait is, and never that it is over before it is', () => {
    const now = at('2025-11-28T14:30:00');
    expect([1, 43_000, 60_001, 121_000, 59 * 60_000].map((ms) => waitText(now + ms, now))).toEqual([
      'em 1 s',
      'em 43 s',
      'em 61 s',
      'em 3 min',
      'em 59 min',
    ]);
    expect(waitText(now + 3_600_000, now)).toBe('às 15h30');
    expect(waitText(now + DAY, now)).toBe(`em ${formatMoment(now + DAY)}`);
    expect(waitText(now - 5_000, now)).toBe('em 0 s');
  });
  it('are relative under a day', () => {
    const now = at('2025-11-28T14:30:00');
    expect(
      [now - 30_000, now - 300_000, now + 3 * 3_600_000, now - 3_600_000].map((when) =>
        relativeTime(when, now),
      ),
    ).toEqual(['agora', 'há 5 minutos', 'em 3 horas', 'há 1 hora']);
    expect(relativeTime(now - DAY, now)).toBe('qui., 27 de nov., 14h30');
    expect(relativeTime(now - DAY + 1_000, now)).toBe('há 23 horas');
  });

  it('greet by the hour of the place', () => {
    expect(
      ['04:59', '05:00', '11:59', '12:00', '17:59', '18:00'].map((time) =>
        greeting(at(`2025-11-28T${time}:00`)),
      ),
    ).toEqual(['Boa noite', 'Bom dia', 'Bom dia', 'Boa tarde', 'Boa tarde', 'Boa noite']);
  });

  it('are read from ISO, seconds and milliseconds', () => {
    expect([
      instantOf('2025-11-28T17:30:00.000Z'),
      instantOf(1_764_351_000),
      instantOf('1764351000'),
      instantOf(1_764_351_000_000),
    ]).toEqual(Array(4).fill(at('2025-11-28T14:30:00')));
    expect([instantOf(null), instantOf(''), instantOf('amanhã'), instantOf(Number.NaN)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a countdown', () => {
  it('reads by days, hours or minutes', () => {
    expect(countdownText(2 * DAY + (4 * 60 + 13) * 60_000, 0)).toBe('2 d 04:13');
    expect(countdownText((4 * 3_600 + 13 * 60 + 9) * 1_000, 0)).toBe('04:13:09');
    expect(countdownText(789_000, 0)).toBe('13:09');
    expect(countdownText(1, 0)).toBe('00:01');
    expect(countdownText(0, 5)).toBe('00:00');
  });

  it('has parts that make up the whole, rounded up to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 40 * DAY }), (total) => {
        const { days, hours, minutes, seconds } = countdown(total, 0);
        expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(
          Math.max(0, Math.ceil(total / 1_000)),
        );
        expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true);
      }),
      RUNS,
    );
  });
});
