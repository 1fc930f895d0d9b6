import { type Cents, cents, inCents } from '#contract/money.ts';
import type { Tenant } from '#contract/tenant/tenant.ts';
import { formatReais } from './money.ts';
import { split } from './shares.ts';

/** Terms of a tenant. `rate` in percent a month, `minimum` parcel in centavos. */
export type InstallmentTerms = { rate: number; max: number; free: number; minimum: Cents };
export const DEFAULT_TERMS: InstallmentTerms = { rate: 2.49, max: 12, free: 3, minimum: cents(1_000) };

/**
 * The terms that a tenant has, with the default for what it does not say. Source: D55.
 * @param isDivided its provider can divide a payment; else there is one parcel
 */
export function termsOf(
  { rate, max, free, minimum }: Partial<NonNullable<Tenant['payment']['installments']>> = {},
  isDivided: boolean,
): InstallmentTerms {
  return {
    rate: rate ?? DEFAULT_TERMS.rate,
    max: isDivided ? (max ?? DEFAULT_TERMS.max) : 1,
    free: free ?? DEFAULT_TERMS.free,
    minimum: minimum === undefined ? DEFAULT_TERMS.minimum : inCents(minimum),
  };
}

/**
 * A plan of `n` installments: the first one, then `n − 1` of `value`; first + (n − 1) × value = total.
 * `rate` 0 means without interest.
 */
export type Installment = {
  n: number;
  first: Cents;
  value: Cents;
  total: Cents;
  rate: number;
  interestFree: boolean;
};

/** Parts per million, so that the rate is a whole number: 2.49 % → 24,900. */
const PPM = 1_000_000n;

/**
 * What `n` equal parcels sum to by the Tabela Price, in centavos, half-up once. Whole-number arithmetic:
 * total = P·n·i·(1+i)ⁿ ÷ ((1+i)ⁿ − 1).
 */
function priceTotal(total: Cents, n: number, rate: number): Cents {
  const i = BigInt(Math.round(rate * 10_000));
  const parcels = BigInt(n);
  const grown = (PPM + i) ** parcels;
  const divisor = PPM * (grown - PPM ** parcels);
  return cents(Number((2n * BigInt(total) * parcels * i * grown + divisor) / (2n * divisor)));
}

/**
 * Every installment plan of a total. 1x is always there, however small the total; further ones while a
 * parcel is not below the minimum.
 * @param total after all discounts, in centavos   Source: D55 (Tabela Price; the difference in centavos goes
 * to parcel 1).
 */
export function installmentTable(
  total: Cents,
  { rate, max, free, minimum }: InstallmentTerms = DEFAULT_TERMS,
): Installment[] {
  const table: Installment[] = [];
  for (let n = 1; n <= Math.max(1, max); n += 1) {
    const interestFree = n === 1 || n <= free || rate <= 0;
    const whole = interestFree ? total : priceTotal(total, n, rate);
    const [first = whole, value = first] = split(whole, n);
    if (n === 1 || value >= minimum)
      table.push({ n, first, value, total: whole, rate: interestFree ? 0 : rate, interestFree });
  }
  return table;
}

/** `3x de R$ 13,30 sem juros` */
export const formatInstallment = ({ n, value, interestFree }: Installment): string =>
  `${n}x de ${formatReais(value)} ${interestFree ? 'sem juros' : 'com juros'}`;
