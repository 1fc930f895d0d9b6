import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { clampToZero, formatReais, percentOf, sum, times } from '#domain/money/money.ts';
import { allocate, split } from '#domain/money/shares.ts';
import { parseReais } from '#domain/money/typed-amount.ts';
import { anyCents, anyPercent, RUNS } from '../arbitraries.ts';

describe('money', () => {
  it('is written as Brazilians read it', () => {
    expect(formatReais(cents(3_990))).toBe('R$\u00a039,90');
    expect(formatReais(cents(123_456_789))).toBe('R$\u00a01.234.567,89');
    expect(formatReais(cents(0))).toBe('R$\u00a00,00');
    expect(formatReais(cents(-5))).toBe('-R$\u00a00,05');
    const platform = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), (amount) => {
        expect(formatReais(cents(amount))).toBe(platform.format(amount / 100));
      }),
      RUNS,
    );
  });

  it('is read as people type it, and not guessed', () => {
    for (const [text, amount] of [
      ['12,50', 1250],
      ['12.5', 1250],
      [' R$ 12 ', 1200],
      ['1.234,56', 123456],
      ['1.234', 123400],
      ['0,01', 1],
    ] as const)
      expect([text, parseReais(text)]).toEqual([text, amount]);
    for (const text of ['', 'doze', '12,345', '1,2,3', '-5', '1.23.4', 'R$'])
      expect([text, parseReais(text)]).toEqual([text, null]);
  });
  it('rounds a percentage half-up once', () => {
    expect(percentOf(cents(999), 12.5)).toBe(125);
    expect(percentOf(cents(10), 5)).toBe(1);
    expect(percentOf(cents(-10), 5)).toBe(-1);
    expect(percentOf(cents(9), 5)).toBe(0);
    expect(percentOf(cents(1_000_000_000_000), 99.99)).toBe(999_900_000_000);
  });

  it('is within half a centavo of the exact percentage and never past the amount', () => {
    fc.assert(
      fc.property(anyCents, anyPercent, (amount, percent) => {
        const part = percentOf(amount, percent);
        const exact = BigInt(amount) * BigInt(Math.round(percent * 100));
        const error = BigInt(part) * 10_000n - exact;
        expect(part).toBeLessThanOrEqual(amount);
        expect(error > -5_000n && error <= 5_000n).toBe(true);
      }),
      RUNS,
    );
  });

  it('splits into parts that sum to the amount, the leftover in the first', () => {
    expect(split(cents(10_000), 3)).toEqual([3_334, 3_333, 3_333]);
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 1, max: 24 }), (amount, parts) => {
        const [first = 0, ...rest] = split(amount, parts);
        expect(rest).toHaveLength(parts - 1);
        expect(sum(split(amount, parts))).toBe(amount);
        for (const part of rest) expect(part).toBe(Math.floor(amount / parts));
        expect(first - Math.floor(amount / parts)).toBeLessThan(parts);
      }),
      RUNS,
    );
    expect(() => split(cents(100), 0)).toThrow(RangeError);
  });

  it('allocates shares that sum to the amount and differ from proportion by less than a centavo', () => {
    expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(cents(101), [1, 3])).toEqual([25, 76]);
    expect(allocate(cents(7), [0, 0])).toEqual([7, 0]);
    expect(allocate(cents(0), [])).toEqual([]);
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(anyCents, weights, (amount, parts) => {
        const shares = allocate(amount, parts);
        const whole = parts.reduce((a, b) => a + b, 0);
        expect(sum(shares)).toBe(amount);
        if (whole > 0)
          for (const [index, share] of shares.entries())
            expect(Math.abs(share - (amount * (parts[index] ?? 0)) / whole)).toBeLessThan(1.001);
      }),
      RUNS,
    );
  });

  it('refuses fractions of a centavo', () => {
    expect(() => times(cents(100), 1.005)).toThrow(RangeError);
    expect(times(cents(199), 3)).toBe(597);
    expect(clampToZero(cents(-1))).toBe(0);
    expect(clampToZero(cents(1))).toBe(1);
  });
});
