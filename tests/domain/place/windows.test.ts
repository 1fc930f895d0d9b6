import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt } from '#domain/place/hours.ts';
import { deliveryDays, deliveryWindows, lastOrderFor, type WindowPlan } from '#domain/place/windows.ts';
import { addDays, weekdayOf } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';

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
const ids = (windows: { id: string }[]) => windows.map(({ id }) => id);

describe('delivery windows', () => {
  it('begin after the lead time and end with the opening hours', () => {
    expect(ids(deliveryWindows(plan({ days: { min: 0, max: 0 } }), at('2026-05-12T12:30:00')))).toEqual([
      '2026-05-12T14:00',
      '2026-05-12T17:00',
    ]);
    expect(ids(deliveryWindows(plan({ days: { min: 0, max: 0 } }), at('2026-05-12T13:00:00')))[0]).toBe(
      '2026-05-12T14:00',
    );
    expect(ids(deliveryWindows(plan({ days: { min: 0, max: 0 } }), at('2026-05-12T13:00:01')))[0]).toBe(
      '2026-05-12T17:00',
    );
  });

  it('count from the next day after the cut-off, not at it', () => {
    const cut = plan({ cutoff: '12:00', days: { min: 0, max: 0 } });
    expect(ids(deliveryWindows(cut, at('2026-05-12T12:00:00')))[0]).toBe('2026-05-12T14:00');
    expect(ids(deliveryWindows(cut, at('2026-05-12T12:00:01')))).toEqual([
      '2026-05-13T11:00',
      '2026-05-13T14:00',
      '2026-05-13T17:00',
    ]);
  });

  it('wait for the next opening while the hub is closed, over Sundays and holidays', () => {
    const closed = plan({ hours: weekdays, holidays: ['2026-05-18', '12-25'], days: { min: 0, max: 1 } });
    expect(ids(deliveryWindows(closed, at('2026-05-15T19:00:00')))[0]).toBe('2026-05-19T11:00');
    expect(ids(deliveryWindows(closed, at('2026-12-24T19:00:00')))[0]).toBe('2026-12-28T11:00');
    expect(
      deliveryWindows(plan({ hours: weekdays, holidays: [] }), at('2026-05-15T19:00:00')).every(
        ({ date }) => ![0, 6].includes(weekdayOf(date)),
      ),
    ).toBe(true);
  });

  it('keep a full one, with nothing left', () => {
    const [first, second] = deliveryWindows(
      plan({ taken: { '2026-05-12T14:00': 5, '2026-05-12T17:00': 1 } }),
      at('2026-05-12T12:30:00'),
    );
    expect([first?.left, second?.left]).toEqual([0, 1]);
  });

  it('may be fixed ones on some days', () => {
    const fixed = plan({
      slots: [{ id: 'sabado', days: [6], start: '09:00', end: '12:00', capacity: 7 }],
      days: { min: 1, max: 8 },
    });
    expect(deliveryWindows(fixed, at('2026-05-12T12:30:00'))).toEqual([
      {
        id: '2026-05-16T09:00.sabado',
        slot: 'sabado',
        date: '2026-05-16',
        start: at('2026-05-16T09:00:00'),
        end: at('2026-05-16T12:00:00'),
        left: 7,
      },
    ]);
    expect(
      deliveryWindows(
        plan({ hours: [], slots: fixed.slots, days: { min: 0, max: 4 } }),
        at('2026-05-12T12:30:00'),
      ),
    ).toHaveLength(1);
  });

  it('have no midnight on 2018-11-04 and a long evening on 2019-02-16', () => {
    const night = plan({
      hours: everyDay('00:00', '24:00'),
      windowMin: 60,
      leadTimeMin: 0,
      days: { min: 0, max: 1 },
    });
    const spring = deliveryWindows(night, Date.parse('2018-11-03T12:00:00-03:00')).filter(
      ({ date }) => date === '2018-11-04',
    );
    expect([spring.length, spring[0]?.id]).toEqual([23, '2018-11-04T01:00']);
    const autumn = deliveryWindows(night, Date.parse('2019-02-15T12:00:00-02:00')).filter(
      ({ date }) => date === '2019-02-16',
    );
    const last = autumn.at(-1);
    expect([autumn.length, last?.id, ((last?.end ?? 0) - (last?.start ?? 0)) / 60_000]).toEqual([
      24,
      '2019-02-16T23:00',
      120,
    ]);
  });

  const nearChange = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 });
  const anyNow = fc
    .tuple(
      fc.constantFrom(
        '2018-11-04T03:00:00Z',
        '2019-02-17T02:00:00Z',
        '2024-02-29T12:00:00Z',
        '2026-05-12T12:00:00Z',
      ),
      nearChange,
    )
    .map(([base, minutes]) => Date.parse(base) + minutes * 60_000);
  const anyHours = fc
    .uniqueArray(
      fc.tuple(
        fc.nat(6),
        fc.constantFrom(['00:00', '24:00'], ['08:00', '18:00'], ['08:00', '12:00'], ['14:00', '22:00']),
      ),
      {
        maxLength: 10,
        selector: String,
      },
    )
    .map((list) => list.map(([weekday, [open = '', close = '']]) => ({ weekday, open, close })));
  const anyPlan = fc.record({
    hours: anyHours,
    leadTimeMin: fc.constantFrom(0, 30, 90, 300),
    cutoff: fc.constantFrom(undefined, '12:00', '17:30'),
    holidays: fc.constantFrom([], ['2018-11-04'], ['11-05', '02-17']),
    windowMin: fc.constantFrom(60, 180),
    capacity: fc.integer({ min: 0, max: 3 }),
    days: fc.constantFrom(undefined, { min: 0, max: 2 }, { min: 1, max: 3 }),
    slots: fc.constantFrom(undefined, [
      { id: 'noite', days: [0, 3, 6], start: '23:00', end: '24:00', capacity: 1 },
      { id: 'manha', days: [1, 2, 3], start: '00:00', end: '09:00', capacity: 2 },
    ]),
  });

  it('are in the future, in order, of one day, inside the hours, never on a holiday', () => {
    fc.assert(
      fc.property(anyPlan, anyNow, (any, now) => {
        const windows = deliveryWindows(any, now);
        for (const [index, window] of windows.entries()) {
          expect(window.start).toBeGreaterThanOrEqual(now + any.leadTimeMin * 60_000);
          expect(window.end).toBeGreaterThan(window.start);
          expect(window.start).toBeGreaterThanOrEqual(windows[index - 1]?.start ?? 0);
          expect([wallTime(window.start).date, wallTime(window.end - 1).date]).toEqual([
            window.date,
            window.date,
          ]);
          expect(any.holidays.some((day) => window.date.endsWith(day))).toBe(false);
          if (!any.slots)
            expect(
              isOpenAt(any.hours, window.start, any.holidays) &&
                isOpenAt(any.hours, window.end - 1, any.holidays),
            ).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('can be had until the instant that is told, and not a millisecond after', () => {
    let told = 0;
    fc.assert(
      fc.property(anyPlan, anyNow, (any, now) => {
        const first = deliveryWindows(any, now).find(({ left }) => left > 0);
        if (!first) return;
        told += 1;
        const last = lastOrderFor(first.start, any) ?? 0;
        const has = (when: number) => deliveryWindows(any, when).some(({ id }) => id === first.id);
        expect(last).toBeGreaterThanOrEqual(now);
        expect([has(last), has(last + 1)]).toEqual([true, false]);
      }),
      { numRuns: 2_000 },
    );
    expect(told).toBeGreaterThan(500);
  });

  it('of a Monday ends with the cut-off of the Saturday before it', () => {
    const some = plan({
      hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, open: '06:00', close: '20:00' })),
      leadTimeMin: 180,
      cutoff: '16:00',
      days: { min: 1, max: 7 },
    });
    expect(lastOrderFor(at('2026-11-24T08:00:00'), some)).toBe(at('2026-11-23T16:00:00'));
    expect(lastOrderFor(at('2026-11-30T10:00:00'), some)).toBe(at('2026-11-28T16:00:00'));
    expect(lastOrderFor(at('2026-11-24T08:00:00'), plan({ hours: weekdays, holidays: [] }))).toBe(
      at('2026-11-23T17:59:59.999'),
    );
    const never = plan({ hours: [{ weekday: 1, open: '08:00', close: '08:00' }] });
    expect(lastOrderFor(at('2026-11-24T08:00:00'), never)).toBeNull();
  });
});

describe('days of a delivery without windows', () => {
  it('count from when the hub works on the order', () => {
    const some = plan({ hours: weekdays, cutoff: '16:00', holidays: ['12-25'], days: { min: 0, max: 2 } });
    expect(
      [
        '2026-12-23T10:00:00',
        '2026-12-23T16:00:01',
        '2026-12-23T23:00:00',
        '2026-12-24T17:00:00',
        '2026-12-25T09:00:00',
        '2026-12-27T12:00:00',
      ].map((now) => deliveryDays(some, at(now))?.min),
    ).toEqual([0, 1, 1, 4, 3, 1]);
    expect(deliveryDays(some, at('2026-10-31T10:00:00'))).toEqual({ min: 2, max: 4 });
    expect(deliveryDays(plan({ days: { min: 2, max: 5 } }), at('2026-12-23T10:00:00'))).toEqual({
      min: 2,
      max: 5,
    });
    expect(
      deliveryDays(plan({ hours: [], holidays: ['12-25', '2026-12-26'] }), at('2026-12-25T10:00:00')),
    ).toEqual({ min: 2, max: 8 });
    expect(
      deliveryDays(
        plan({
          hours: [{ weekday: 5, open: '08:00', close: '09:00' }],
          holidays: Array.from({ length: 10 }, (_, week) => addDays('2026-12-25', 7 * week)),
        }),
        at('2026-12-23T10:00:00'),
      ),
    ).toBeNull();
  });

  it('are told over a change of the clock', () => {
    const closed = plan({ hours: weekdays, days: { min: 0, max: 0 } });
    expect(deliveryDays(closed, Date.parse('2018-11-03T23:30:00-03:00'))).toEqual({ min: 2, max: 2 });
    expect(deliveryDays(closed, Date.parse('2019-02-16T23:30:00-03:00'))).toEqual({ min: 2, max: 2 });
  });
});
