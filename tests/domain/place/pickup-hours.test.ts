import { describe, expect, it } from 'vitest';
import { hoursText, isOpenAt, nextOpening } from '#domain/place/hours.ts';
import { pickupReadyAt, type WindowPlan } from '#domain/place/windows.ts';

const everyDay = (open: string, close: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, open, close }));
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, open: '08:00', close: '18:00' }));
const plan = (more: Partial<WindowPlan> = {}): WindowPlan => ({
  hours: everyDay('08:00', '20:00'),
  leadTimeMin: 60,
  capacity: 2,
  ...more,
});
const at = (text: string) => Date.parse(`${text}-03:00`);

describe('a place to collect at', () => {
  it('is ready after the lead time, within the hours', () => {
    expect(pickupReadyAt(plan({ hours: weekdays }), at('2026-05-15T17:30:00'))).toBe(
      at('2026-05-18T08:00:00'),
    );
    expect(pickupReadyAt(plan({ hours: weekdays }), at('2026-05-15T10:00:00'))).toBe(
      at('2026-05-15T11:00:00'),
    );
    expect(pickupReadyAt(plan({ hours: [] }), at('2026-05-15T10:00:00'))).toBe(at('2026-05-15T11:00:00'));
    expect(nextOpening([], 0)).toBeNull();
  });

  it('place is open from the first minute and closed at the last', () => {
    expect(
      ['07:59', '08:00', '17:59', '18:00'].map((time) => isOpenAt(weekdays, at(`2026-05-15T${time}:00`))),
    ).toEqual([false, true, true, false]);
    expect(isOpenAt(weekdays, at('2026-05-15T10:00:00'), ['05-15'])).toBe(false);
  });

  it('hours read as a sign on the door', () => {
    expect(hoursText([...weekdays, { weekday: 6, open: '08:00', close: '13:30' }])).toBe(
      'seg. a sex., 8h às 18h; sáb., 8h às 13h30',
    );
    expect(hoursText(everyDay('08:00', '20:00'))).toBe('todos os dias, 8h às 20h');
    expect(
      hoursText([
        { weekday: 6, open: '09:00', close: '12:00' },
        { weekday: 0, open: '09:00', close: '12:00' },
      ]),
    ).toBe('sáb. e dom., 9h às 12h');
    expect(
      hoursText([
        { weekday: 2, open: '14:00', close: '18:00' },
        { weekday: 2, open: '08:00', close: '12:00' },
        { weekday: 4, open: '08:00', close: '12:00' },
      ]),
    ).toBe('ter., 8h às 12h e 14h às 18h; qui., 8h às 12h');
    expect(hoursText([])).toBe('');
  });
});
