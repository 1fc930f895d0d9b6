import type { CartChange } from '#contract/cart.ts';
import { inCents } from '#contract/money.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import { formatReais } from '#domain/money/money.ts';

/**
 * From what was seen of a line's price or discount to what it is now; null of any other change.
 * @param name of the line, where it does not stand beside it
 */
export function priceChangeText(
  { kind, before = 0, after = 0 }: Pick<CartChange, 'kind' | 'before' | 'after'>,
  name?: string,
): string | null {
  const of = name === undefined ? '' : ` de ${name}`;
  if (kind === 'PRICE')
    return `O preço${of} mudou: de ${formatReais(inCents(before))} para ${formatReais(inCents(after))}.`;
  return kind === 'DISCOUNT'
    ? `O desconto${of} mudou: de ${formatPercentOff(before)} para ${formatPercentOff(after)}.`
    : null;
}
