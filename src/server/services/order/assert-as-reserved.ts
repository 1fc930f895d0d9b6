import type { ShippingChoice, Totals } from '#contract/cart.ts';
import type { NewOrder } from '#contract/order/order.ts';
import { inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { lineKey } from '#domain/cart-line.ts';
import { totalsOf } from '#domain/money/statement.ts';
import type { Locked } from '#server/services/cart/reservation.ts';

/**
 * An order must be about what is reserved: same lines, same way of receiving, same amounts where it names
 * any.
 */
export function assertAsReserved(
  body: NewOrder,
  reserved: Locked,
  totals: Totals,
  chosen: ShippingChoice | undefined,
): void {
  const sent = body.items
    .map(
      ({ item, quantity, campaignId }) =>
        `${lineKey({ id: item.id, campaignId, packageId: item.packageId, selection: item.itemKitSelection, quantity })}×${quantity}`,
    )
    .toSorted();
  const kept = reserved.lines.map((line) => `${lineKey(line)}×${line.quantity}`).toSorted();
  const { price, subTotal, shippingTotal, discount, shippingMethod } = body.properties;
  const isOtherWay =
    shippingMethod !== undefined &&
    (shippingMethod.id !== chosen?.id ||
      shippingMethod.windowId !== chosen.windowId ||
      shippingMethod.hubId !== chosen.hubId);
  if (sent.join() !== kept.join() || isOtherWay) throw new ApiProblem('LOCK_LOST');
  const isOther = (named: number | undefined, real: number) =>
    named !== undefined && inCents(named) !== inCents(real);
  const allDiscounts = reaisOf(totalsOf(totals).discount);
  if (
    isOther(price, totals.total) ||
    isOther(subTotal, totals.subTotal) ||
    isOther(shippingTotal, totals.shipping) ||
    isOther(discount, allDiscounts)
  )
    throw new ApiProblem('PRICE', { current: totals });
  // A price above the reserved one, because it is paid in another way, is taken from a buyer who names it.
  if (price === undefined && inCents(totals.total) > inCents(reserved.totals.total))
    throw new ApiProblem('PRICE', { current: totals });
}
