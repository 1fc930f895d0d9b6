import { type Cents, cents } from '#contract/money.ts';
import { sum, ZERO } from './money.ts';

/** What of a charge has not gone back. */
export const leftOfCharge = ({ amount, refunded }: { amount: Cents; refunded: Cents }): Cents =>
  cents(amount - refunded);
/** Whether these refunds are all that a charge took. */
export const isWhollyBack = (charged: Cents, refunds: readonly Cents[]): boolean => sum(refunds) >= charged;

/**
 * What goes back of one charge for a share of an order. A card was charged more than it pays of the order,
 * the interest: that comes back in proportion,
 * and whole with the last share. Source: docs/decisions/0034.
 * @param charged what the charge took  @param covers what it pays of the order  @param before what went back
 * of `covers` already  @param share what goes back of it now
 */
export function refundOf(
  { charged, covers }: { charged: Cents; covers: Cents },
  before: Cents,
  share: Cents,
): Cents {
  if (covers === 0) return ZERO;
  const upTo = (part: number) => (BigInt(charged) * BigInt(part)) / BigInt(covers);
  return cents(Number(upTo(before + share) - upTo(before)));
}

/**
 * What goes back of each charge for a share of an order, the earlier charges first; `worth` is what it covers
 * of the order, `amount` what it took for that.
 * @param charges with what each covers of the order, and what of that went back before
 */
export function refundShares(
  charges: readonly { charged: Cents; covers: Cents; before: readonly Cents[] }[],
  share: Cents,
): { worth: Cents; amount: Cents }[] {
  let left: number = share;
  return charges.map(({ charged, covers, before }) => {
    const gone = sum(before);
    const worth = cents(Math.max(0, Math.min(covers - gone, left)));
    left -= worth;
    return { worth, amount: refundOf({ charged, covers }, gone, worth) };
  });
}
