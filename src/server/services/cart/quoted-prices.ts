import type { CartChange, CartLine } from '#contract/cart.ts';
import { cents, inCents, reaisOf } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { Priced } from './pricing.ts';

/**
 * What a buyer was last quoted for a line: the price of one in centavos, and the percent that its quantity takes
 * off (null: the quantity was another one).
 */
export type QuotedPrice = [price: number, percent: number | null];
/** A cart's lines and, one for one, what was quoted for them. */
export type QuotedLines = { lines: unknown[]; quoted: readonly (QuotedPrice | null)[] };

const byKey = ({ lines, quoted }: QuotedLines): Map<string, QuotedPrice> =>
  new Map(
    (lines as CartLine[]).flatMap((line, index) =>
      quoted[index] ? [[lineKey(line), quoted[index]] as const] : [],
    ),
  ); // validated when written

/**
 * Prices that differ from those quoted, and discounts that the same quantity no longer gets. Amounts in reais,
 * discounts in percent.
 */
export function changesSince(
  cart: QuotedLines,
  { lines, totals }: Pick<Priced, 'lines' | 'totals'>,
): CartChange[] {
  const known = byKey(cart);
  if (known.size === 0) return [];
  const sums = new Map(totals.lines.map((line) => [line.key, line]));
  return lines.flatMap((line): CartChange[] => {
    const key = lineKey(line);
    const [price, percent] = known.get(key) ?? [null, null];
    const { id, campaignId, name, unitPrice } = line;
    const about = { id, campaignId, name, reason: 'PRICE' } as const;
    const after = sums.get(key)?.percent;
    return [
      ...(price === null || price === inCents(unitPrice)
        ? []
        : [{ ...about, kind: 'PRICE' as const, before: reaisOf(cents(price)), after: unitPrice }]),
      ...(percent === null || after === undefined || percent === after
        ? []
        : [{ ...about, kind: 'DISCOUNT' as const, before: percent, after }]),
    ];
  });
}
/** Whether a line costs more than was quoted. */
export const isPriceIncrease = ({ kind, before = 0, after = 0 }: CartChange): boolean =>
  (kind === 'PRICE' && after > before) || (kind === 'DISCOUNT' && after < before);

/** What an answer with these prices quotes for these lines. Lines that it leaves out keep their quote. */
export function quotedPrices(
  cart: QuotedLines,
  { lines, totals }: Pick<Priced, 'lines' | 'totals'>,
): (QuotedPrice | null)[] {
  const known = byKey(cart);
  const sums = new Map(totals.lines.map((line) => [line.key, line]));
  const now = new Map(
    lines.map((line) => [
      lineKey(line),
      [inCents(line.unitPrice), sums.get(lineKey(line))?.percent ?? null] satisfies QuotedPrice,
    ]),
  );
  // Validated when written
  return (cart.lines as CartLine[]).map((line) => now.get(lineKey(line)) ?? known.get(lineKey(line)) ?? null);
}
/** Quotes of lines that a buyer has just written: the price of those that were there before. */
export function quotedBefore(lines: readonly CartLine[], before: QuotedLines): (QuotedPrice | null)[] {
  const known = byKey(before);
  return lines.map((line) => {
    const quote = known.get(lineKey(line));
    return quote ? [quote[0], null] : null;
  });
}
