import { type Cents, cents } from '#contract/money.ts';
import { ZERO } from './money.ts';

/** Parts of an amount that sum to it. Apart from the rest of money: a first page needs none of them. */

/**
 * Equal parts of an amount; what is left over goes to the first part (D55). 10000 in 3 → 3334, 3333, 3333;
 * the parts always sum to the amount.
 * @throws RangeError when `parts` is not a whole number of at least 1
 */
export function split(amount: Cents, parts: number): Cents[] {
  if (!Number.isSafeInteger(parts) || parts < 1) throw new RangeError(`cannot split into ${parts} parts`);
  const part = Math.trunc(amount / parts);
  return Array.from({ length: parts }, (_, index) => cents(index === 0 ? amount - part * (parts - 1) : part));
}

/**
 * Shares of an amount in proportion to weights; the leftover centavos go to the largest weights, the earlier
 * one first among equals (REL-11).
 * All weights zero → everything to the first. The shares always sum to the amount.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  if (whole <= 0) return weights.map((_, index) => (index === 0 ? amount : ZERO));
  const shares = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / BigInt(whole)));
  const order = weights
    .map((weight, index) => ({ weight, index }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  let left = amount - shares.reduce((total, share) => total + share, 0);
  const step = Math.sign(left);
  for (const { index } of order) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + step;
    left -= step;
  }
  return shares.map(cents);
}
