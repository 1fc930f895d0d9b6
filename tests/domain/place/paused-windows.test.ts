import { describe, expect, it } from 'vitest';
import { deliveryDays, deliveryWindows, pickupReadyAt, type WindowPlan } from '#domain/place/windows.ts';

const on = (days: number[], open: string, close: string) => days.map((weekday) => ({ weekday, open, close }));
const weekdays = on([1, 2, 3, 4, 5], '08:00', '18:00');
const plan = (more: Partial<WindowPlan> = {}): WindowPlan => ({
  hours: on([0, 1, 2, 3, 4, 5, 6], '08:00', '20:00'),
  leadTimeMin: 60,
  capacity: 2,
  ...more,
});
const at = (text: string) => Date.parse(`${text}-03:00`);
const ids = (windows: { id: string }[]) => windows.map(({ id }) => id);

describe('the windows of a paused hub', () => {
  it('begin the lead time after the end of a pause, which the days count as well', () => {
    const now = at('2026-05-12T09:00:00');
    const paused = (until: number, more: Partial<WindowPlan> = {}) =>
      plan({ days: { min: 0, max: 0 }, pausedUntil: until, ...more });
    expect(ids(deliveryWindows(paused(at('2026-05-12T13:00:00')), now))).toEqual([
      '2026-05-12T14:00',
      '2026-05-12T17:00',
    ]);
    expect(ids(deliveryWindows(paused(at('2026-05-12T13:00:01')), now))).toEqual(['2026-05-12T17:00']);
    const long = paused(at('2026-05-14T10:00:00'), { hours: weekdays });
    expect(deliveryDays(long, now)).toEqual({ min: 2, max: 2 });
    expect(pickupReadyAt(long, now)).toBe(at('2026-05-14T11:00:00'));
    const cut = paused(at('2026-05-12T12:00:01'), { cutoff: '12:00' });
    expect(ids(deliveryWindows(cut, now))[0]).toBe('2026-05-13T11:00');
    expect(deliveryWindows(paused(at('2026-05-12T08:00:00')), now)).toEqual(
      deliveryWindows(plan({ days: { min: 0, max: 0 } }), now),
    );
  });
  it('are none while nobody says when a pause ends', () => {
    const paused = plan({ pausedUntil: Infinity });
    const now = at('2026-05-12T09:00:00');
    expect([deliveryWindows(paused, now), deliveryDays(paused, now), pickupReadyAt(paused, now)]).toEqual([
      [],
      null,
      null,
    ]);
  });
});
