import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayWord, hurryText } from '#domain/hurry.ts';

const at = (text: string) => Date.parse(`${text}-03:00`);
const now = at('2026-11-27T14:37:00');
const MINUTE = 60_000;

describe('the day on which something comes', () => {
  it.each([
    ['2026-11-27T23:59:59', 'hoje'],
    ['2026-11-28T00:00:00', 'amanhã'],
    ['2026-11-30T08:00:00', 'segunda'],
    ['2026-12-03T08:00:00', 'quinta'],
    ['2026-12-04T08:00:00', 'sex., 4 de dez.'],
    ['2026-11-26T08:00:00', 'qui., 26 de nov.'],
  ])('of %s is called %s', (day, word) => {
    expect(dayWord(at(day), now)).toBe(word);
  });
});

describe('the time left to order', () => {
  it.each([
    [23 * MINUTE, 'Peça em 23 min para receber segunda'],
    [23 * MINUTE + 59_999, 'Peça em 23 min para receber segunda'],
    [60 * MINUTE, 'Peça em 1 h para receber segunda'],
    [83 * MINUTE, 'Peça em 1 h 23 min para receber segunda'],
    [MINUTE - 1, 'Peça em menos de 1 min para receber segunda'],
    [0, 'Peça em menos de 1 min para receber segunda'],
    [-1, null],
    [24 * 60 * MINUTE, null],
  ])('%i ms before the end is said as %s', (left, text) => {
    expect(hurryText(now + left, at('2026-11-30T08:00:00'), now)).toBe(text);
  });

  it('is never off by a minute, and never more than there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 60 * MINUTE - 1 }), (left) => {
        const text = hurryText(now + left, now + 90_000_000, now) ?? '';
        const [, hours = '0'] = /(\d+) h/.exec(text) ?? [];
        const [, minutes = '0'] = /(\d+) min/.exec(text.replace('menos de 1', '0')) ?? [];
        const said = (Number(hours) * 60 + Number(minutes)) * MINUTE;
        expect(said).toBeLessThanOrEqual(left);
        expect(left - said).toBeLessThan(MINUTE);
      }),
      { numRuns: 2_000 },
    );
  });
});
