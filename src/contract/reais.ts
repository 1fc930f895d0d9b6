import * as v from 'valibot';
import { centsOfReais } from './money.ts';

const TWO_DECIMALS = 'Use no máximo duas casas decimais.';

/**
 * Wire money: a JSON number in reais with at most two decimals, never negative. Source: docs/decisions, wire
 * formats.
 */
export const Reais = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(10_000_000),
  v.check((reais) => centsOfReais(reais) !== null, TWO_DECIMALS),
);

/** Whole percent with at most two decimals, 0 to 100. */
export const Percent = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(100),
  v.check((percent) => centsOfReais(percent) !== null, TWO_DECIMALS),
);
