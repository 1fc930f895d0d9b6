declare const centavos: unique symbol;

/**
 * An amount of Brazilian money in integer centavos. Everything inside the program counts in these; reais
 * exist on the wire and on screen only.
 */
export type Cents = number & { readonly [centavos]: true };

/** Marks an integer as centavos. @throws RangeError when it is not a safe integer */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of centavos`);
  return amount as Cents;
}

/** Centavos of a decimal amount in reais, or null when it has more than two decimals. `39.9` → 3990. */
export function centsOfReais(reais: number): Cents | null {
  // Decimal text, not multiplication: 1.005 * 100 is 100.49999999999999.
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(reais));
  if (!match) return null;
  const amount = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? cents(match[1] ? -amount : amount) : null;
}

/**
 * Centavos of an amount that a schema let through, or that this program wrote: it has two decimals at most.
 */
export const inCents = (reais: number): Cents => centsOfReais(reais) ?? cents(0);

/** The wire form of an amount: 3990 → 39.9. */
export const reaisOf = (amount: Cents): number => amount / 100;
