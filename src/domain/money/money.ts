import { cents, centsOfReais, type Cents } from '#contract/money.ts';

export const ZERO = cents(0);

/**
 * An amount as Brazilians read it, always two decimals: 3990 → `R$ 39,90` (a no-break space after `R$`). Written
 * here and not by the platform, which reads a language's rules for it: in the middle of the first drawing that
 * is a long task of a slow phone.
 */
export function formatReais(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, '.');
  return `${amount < 0 ? '-' : ''}R$\u{a0}${whole},${digits.slice(-2)}`;
}

/** An amount as people type it: `12,50`, `12.5`, `1.234,56`, `R$ 12`; null for anything else. */
export function parseReais(text: string): Cents | null {
  const typed = text.replace(/^\s*R\$/, '').replace(/\s/g, '');
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(typed);
  return match ? centsOfReais(Number(`${match[1]?.replaceAll('.', '')}.${match[2] ?? '0'}`)) : null;
}

/**
 * A percentage of an amount, rounded half-up once (half away from zero for negative amounts).
 * @param percent two decimals count: 12.5 → 1250 basis points
 * Source: spec §9; requirement REL-11.
 */
export function percentOf(amount: Cents, percent: number): Cents {
  const points = BigInt(Math.round(percent * 100)) * BigInt(amount);
  // Integers of any size: 10 million reais times 10,000 basis points is past 2^53.
  const half = points < 0n ? -5_000n : 5_000n;
  return cents(Number((points + half) / 10_000n));
}

/** Price of several of one thing. @throws RangeError when the quantity is not a whole number */
export const times = (amount: Cents, quantity: number): Cents => cents(amount * quantity);

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

/** The largest of some amounts; nothing when there are none. */
export const largest = (amounts: readonly Cents[]): Cents => cents(Math.max(0, ...amounts));

/** The amount, or nothing when it is below zero. */
export const clampToZero = (amount: Cents): Cents => (amount < 0 ? ZERO : amount);

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
