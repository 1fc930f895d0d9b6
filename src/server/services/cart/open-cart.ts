import type { CartLine } from '#contract/cart.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import { type CouponValue, withShipping } from '#domain/money/cart-totals.ts';
import { discountFor } from '#domain/money/payment-method.ts';
import type { Tx } from '#server/db/database.ts';
import type { Reference, ReferenceOf } from '#server/services/catalog/reference.ts';
import { type CartRow, type LockRow, draftOf, linesOf } from './cart-row.ts';
import { type CartCoupon, findCoupon, evaluateCoupon, ownerSubject } from './coupon.ts';
import type { DeliveryOptions } from './delivery-option.ts';
import { type Priced, priceLines } from './pricing.ts';
import { changesSince } from './quoted-prices.ts';
import { type Shelf, readItemsForPricing } from './shelf.ts';
import { chosenOption, deliveryOptionsFor, destinationOf, readWindows, shippingPrice } from './shipping.ts';

/** A cart with everything that was computed from it. */
export interface OpenCart {
  row: CartRow;
  lock: LockRow | null;
  priced: Priced;
  deliveries: DeliveryOptions;
  chosen: ReturnType<typeof chosenOption>;
  /** Of carts that carry a code. */
  coupon: CartCoupon | null;
  /** That its way of paying takes off. */
  percent: number;
}

/** What a cart is priced and delivered by that is never kept in memory. @param now epoch ms */
export const readFor = (
  tx: Tx,
  tenantId: string,
  lines: readonly CartLine[],
  draft: CheckoutDraft,
  now: number,
) =>
  Promise.all([
    readItemsForPricing(tx, tenantId, lines, now),
    draft.shippingMethod ? readWindows(tx, tenantId, now) : [],
  ]);

/**
 * A cart's lines at today's prices, with its coupon where it fits and what its way of paying takes off.
 * `isFreight`: that coupon pays the delivery.
 */
export async function priceCart(
  tx: Tx,
  reference: Reference,
  shelf: Shelf,
  row: CartRow,
  lock: LockRow | null,
  now: number,
) {
  const { coupon: code, paymentMethod } = draftOf(row);
  const percent = discountFor(reference.terms, paymentMethod?.type);
  const price = (value: CouponValue | null, off: number) =>
    priceLines(reference, shelf, linesOf(row), lock?.reserved ?? [], value, off);
  const uncut = price(null, 0);
  const coupon = code
    ? evaluateCoupon(
        code,
        await findCoupon(tx, row.tenantId, code, ownerSubject(row), row.uuid),
        uncut.lines,
        now,
      )
    : null;
  const value = coupon?.refusal === null ? coupon.value : null;
  return {
    priced: value || percent > 0 ? price(value, percent) : uncut,
    coupon,
    percent,
    isFreight: value?.type === 'FREE_SHIPPING',
  };
}

/**
 * Prices a cart and finds how it can reach its buyer.
 * @param lock the hold that it has now
 * @param now epoch ms
 * @param read what {@link readFor} found in this transaction
 */
export async function openCart(
  tx: Tx,
  referenceOf: ReferenceOf,
  row: CartRow,
  lock: LockRow | null,
  now: number,
  read?: Awaited<ReturnType<typeof readFor>>,
): Promise<OpenCart> {
  const { tenantId } = row;
  const draft = draftOf(row);
  const reference = await referenceOf(tx, tenantId);
  const [shelf, windows] = read ?? (await readFor(tx, tenantId, linesOf(row), draft, now));
  const { priced: plain, coupon, isFreight, percent } = await priceCart(tx, reference, shelf, row, lock, now);
  if (row.state === 'open') plain.changes.push(...changesSince(row, plain));
  if (!draft.shippingMethod)
    return {
      row,
      lock,
      priced: plain,
      deliveries: { options: [], refusal: null },
      chosen: null,
      coupon,
      percent,
    };
  const deliveries = deliveryOptionsFor(
    reference,
    windows,
    plain.campaigns,
    destinationOf(draft.location, reference.addressFields),
    plain.totals.subTotal,
    now,
  );
  const chosen = chosenOption(deliveries, draft.shippingMethod);
  return {
    row,
    lock,
    deliveries,
    chosen,
    coupon,
    percent,
    priced: { ...plain, totals: withShipping(plain.totals, shippingPrice(chosen), isFreight) },
  };
}
