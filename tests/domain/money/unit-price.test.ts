import fc from 'fast-check';
import { cents, centsOfReais } from '#contract/money.ts';
import { pricePerMeasure } from '#domain/money/unit-price.ts';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RUNS } from '../arbitraries.ts';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;
const per = (price: number, unit: string) => plain(pricePerMeasure(cents(price), unit));

describe('a price by measure', () => {
  it('is of a kilo, a litre or a piece', () => {
    expect(per(1_990, '500 g')).toBe('R$ 39,80/kg');
    expect(per(890, '350 ml')).toBe('R$ 25,43/L');
    expect(per(1_250, '1,5 kg')).toBe('R$ 8,33/kg');
    expect(per(1_499, '10 un')).toBe('R$ 1,50/un');
  });
  it('is not said twice, nor of what has no measure', () => {
    for (const unit of [
      '1 kg',
      '1 kg · cerca de 7 unidades',
      '1 L',
      '1 un',
      '1 maço',
      'Caixa com 6',
      '',
      '0 g',
      '12 gotas',
    ])
      expect(per(990, unit)).toBeNull();
  });
  it('times what the unit holds is the price again, within half a centavo of the measure', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.constantFrom('g', 'kg', 'ml', 'L', 'un'),
        fc.constantFrom('', ' · cerca de 7'),
        (price, amount, measure, more) => {
          const parts = measure === 'g' || measure === 'ml' ? 1_000 : 1;
          const told = pricePerMeasure(cents(price), `${amount} ${measure}${more}`);
          expect(told === null).toBe(amount === parts);
          if (told === null) return;
          const [reais = '', per] = told.split('/');
          expect(per).toBe({ g: 'kg', kg: 'kg', ml: 'L', L: 'L', un: 'un' }[measure]);
          const centavos = Number(reais.replace(/\D/g, ''));
          expect(Math.abs(centavos - (price * parts) / amount)).toBeLessThanOrEqual(0.5 + 1e-6);
        },
      ),
      RUNS,
    );
  });
  it('is what the shelves of every shop say', () => {
    const items = globSync('src/shops/*/items/*.json').flatMap(
      (file) =>
        JSON.parse(readFileSync(file, 'utf8')) as {
          name: string;
          price: number;
          properties: { unit: string; unitPrice?: string };
        }[],
    );
    expect(items.length).toBeGreaterThan(100);
    for (const { name, price, properties } of items)
      expect([name, plain(pricePerMeasure(centsOfReais(price) ?? cents(0), properties.unit))]).toEqual([
        name,
        plain(properties.unitPrice ?? null),
      ]);
  });
});
