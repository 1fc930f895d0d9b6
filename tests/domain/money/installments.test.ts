import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { DEFAULT_TERMS, formatInstallment, installmentTable } from '#domain/money/installments.ts';
import { RUNS } from '../arbitraries.ts';

describe('installments', () => {
  it("follow the Tabela Price at the tenant's rate, the first three without interest", () => {
    const table = installmentTable(cents(120_000));
    expect(table).toHaveLength(12);
    expect(table[2]).toEqual({
      n: 3,
      first: 40_000,
      value: 40_000,
      total: 120_000,
      rate: 0,
      interestFree: true,
    });
    // 1,200.00 × 0.0249 ÷ (1 − 1.0249⁻¹²) = 116.9133… a month
    expect(table[11]).toMatchObject({ n: 12, rate: 2.49, interestFree: false, total: 140_296 });
    expect(formatInstallment(table[2] ?? expect.fail())).toBe('3x de R$\u00a0400,00 sem juros');
    expect(formatInstallment(table[11] ?? expect.fail())).toContain('com juros');
  });

  it('put the odd centavos in the first parcel', () => {
    expect(installmentTable(cents(10_000))[2]).toMatchObject({ first: 3_334, value: 3_333, total: 10_000 });
  });

  it('always offer 1x, and no parcel under R$ 10 otherwise', () => {
    expect(installmentTable(cents(1)).map(({ n }) => n)).toEqual([1]);
    expect(installmentTable(cents(2_999)).map(({ n }) => n)).toEqual([1, 2]);
    expect(installmentTable(cents(3_000)).map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('sum to their total, within a centavo of the formula', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 0, max: 1_000 }),
        (total, points) => {
          const rate = points / 100;
          for (const { n, first, value, total: whole, interestFree } of installmentTable(cents(total), {
            ...DEFAULT_TERMS,
            rate,
          })) {
            expect(first + (n - 1) * value).toBe(whole);
            expect(whole).toBeGreaterThanOrEqual(total);
            if (n > 1) expect(value).toBeGreaterThanOrEqual(1_000);
            const i = rate / 100;
            if (!interestFree)
              expect(Math.abs(whole - (n * total * i) / (1 - (1 + i) ** -n))).toBeLessThanOrEqual(1);
          }
        },
      ),
      RUNS,
    );
  });
});
