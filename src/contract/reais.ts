import * as v from 'valibot';
import { centsOfReais } from './money.ts';

/** Wire money: a JSON number in reais with at most two decimals, never negative. Source: docs/decisions, wire formats. */
export const Reais = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(10_000_000),
  v.check((reais) => centsOfReais(reais) !== null, 'Use no máximo duas casas decimais.'),
);

/** Whole percent with decimals, 0 to 100. */
export const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
