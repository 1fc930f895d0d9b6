import { cents, type Cents } from '#contract/money.ts';

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

/** The amount, or nothing when it is below zero. */
/** How far two amounts are apart, whichever is more. */
export const gapOf = (a: Cents, b: Cents): Cents => cents(Math.abs(a - b));

export const clampToZero = (amount: Cents): Cents => (amount < 0 ? ZERO : amount);
