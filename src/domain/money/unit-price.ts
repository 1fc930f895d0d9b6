import { type Cents, cents } from '#contract/money.ts';
import { formatReais } from './money.ts';

const MEASURES = { g: ['kg', 1_000], kg: ['kg', 1], ml: ['L', 1_000], L: ['L', 1], un: ['un', 1] } as const;
const MEASURED = /^(\d+(?:,\d+)?)\s?(g|kg|ml|L|un)\b/;
const isMeasure = (text: string): text is keyof typeof MEASURES => text in MEASURES;

/**
 * What a kilo, a litre or a piece costs: 1990 for "500 g" → `R$ 39,80/kg`; null where the unit says none, or
 * is one of it already.
 * Rounding: half-up, as on a shelf. Source: Lei 10.962/2004 art. 2-A (price by measure beside the price).
 * @param price of one such unit, centavos @param unit "500 g", "1 kg · cerca de 7 unidades"
 */
export function pricePerMeasure(price: Cents, unit: string): string | null {
  const [, amount = '', measure = ''] = MEASURED.exec(unit) ?? [];
  if (!isMeasure(measure)) return null;
  const [whole, parts] = MEASURES[measure];
  const quantity = Number(amount.replace(',', '.'));
  if (!(quantity > 0) || quantity === parts) return null;
  return `${formatReais(cents(Math.round((price * parts) / quantity)))}/${whole}`;
}
