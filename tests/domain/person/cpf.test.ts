import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCpf, isCpf, isRepeatedCpf, maskCpf } from '#domain/person/cpf.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''));

describe('a CPF', () => {
  it('is judged by its digits alone', () => {
    expect(isCpf('529.982.247-25')).toBe(true);
    expect(isCpf(' cpf 52998224725 ')).toBe(true);
    expect(isCpf('529.982.247-26')).toBe(false);
    expect(isCpf('529.982.247-2')).toBe(false);
    expect(isCpf('000.000.000-00')).toBe(false);
    expect(isCpf('')).toBe(false);
  });

  it('of one repeated digit passes, with a hint', () => {
    for (let digit = 1; digit <= 9; digit += 1) {
      const cpf = String(digit).repeat(11);
      expect([isCpf(cpf), isRepeatedCpf(cpf), isValidCpf(cpf)]).toEqual([true, true, false]);
    }
    expect(isRepeatedCpf('52998224725')).toBe(false);
  });

  it('agrees with the library on everything else, right or wrong', () => {
    fc.assert(
      fc.property(digits(11), (cpf) => {
        if (!isRepeatedCpf(cpf)) expect(isCpf(cpf)).toBe(isValidCpf(cpf));
      }),
      { numRuns: 10_000 },
    );
  });

  it('has exactly one pair of check digits for nine digits', () => {
    fc.assert(
      fc.property(digits(9), (base) => {
        if (base === '000000000') return;
        const fitting = Array.from({ length: 100 }, (_, pair) => base + String(pair).padStart(2, '0')).filter(
          isCpf,
        );
        expect(fitting).toHaveLength(1);
        if (!isRepeatedCpf(fitting[0] ?? '')) expect(isValidCpf(fitting[0] ?? '')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written with dots while it is typed, and masked for showing', () => {
    expect(['5', '5299', '5299822', '5299822472', '529982247259'].map(formatCpf)).toEqual([
      '5',
      '529.9',
      '529.982.2',
      '529.982.247-2',
      '529.982.247-25',
    ]);
    expect(maskCpf('52998224725')).toBe('***.982.247-**');
    expect(maskCpf('123')).toBe('');
  });
});
