import { cents, centsOfReais } from '#contract/money.ts';
import { pricePerMeasure } from '#domain/unit-price.ts';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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
    for (const unit of ['1 kg', '1 kg · cerca de 7 unidades', '1 L', '1 un', '1 maço', 'Caixa com 6', '', '0 g', '12 gotas']) expect(per(990, unit)).toBeNull();
  });
  it('is what the shelves of every shop say', () => {
    const items = globSync('src/server/tenants/*/items/*.json').flatMap(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as { name: string; price: number; properties: { unit: string; unitPrice?: string } }[],
    );
    expect(items.length).toBeGreaterThan(100);
    for (const { name, price, properties } of items)
      expect([name, plain(pricePerMeasure(centsOfReais(price) ?? cents(0), properties.unit))]).toEqual([name, plain(properties.unitPrice ?? null)]);
  });
});
