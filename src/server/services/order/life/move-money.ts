import type { Tx } from '#server/db/database.ts';
import { consumeCoupon, releaseCoupon } from '#server/services/cart/coupon.ts';
import type { OrderRow, PaymentRow } from '#server/services/order/order-row.ts';
import {
  type Share,
  creditExchange,
  isExchange,
  returnNumber,
  returnWorth,
  shareOut,
  wholeOf,
} from '#server/services/order/order-refund.ts';
import type { OrderCharges } from '#server/services/payment/order-charges.ts';
import type { Move } from './order-move.ts';

const isAllFromWallets = (shares: readonly Share[]) => shares.every(({ charge }) => charge.type === 'WALLET');

/**
 * Sends back what a move leaves owed: all of it, what the returned goods are worth, or the parts that are
 * canceled. Exchanged goods become the buyer's credit instead.
 * @param confirmed the charges that were paid
 * @returns whether all of it is back already, as wallets and credit are at once
 */
export async function refundMove(
  charges: OrderCharges,
  tx: Tx,
  row: OrderRow,
  move: Move,
  confirmed: PaymentRow[],
): Promise<boolean> {
  const { event, some, to, isLast, at } = move;
  const reason = move.reason ?? event;
  if (some && to === 'CANCELED') {
    const shares = await charges.refundParts(tx, row, some.moving, confirmed, reason, isLast);
    return shares.length > 0 && isAllFromWallets(shares);
  }
  const isReturn = event === 'return.received';
  if (isReturn && isExchange(row)) {
    await creditExchange(tx, row, at);
    return true;
  }
  const shares = isReturn
    ? await shareOut(tx, row, confirmed, `return:${returnNumber(row)}`, returnWorth(row))
    : some
      ? []
      : wholeOf(confirmed);
  for (const share of shares) await charges.refundShare(tx, row, share, reason);
  // What a payer's bank took back before leaves nothing to give back.
  const isBackBefore = move.isRefunded && confirmed.length === 0;
  return (isReturn || isBackBefore || shares.length > 0) && isAllFromWallets(shares);
}

/** A coupon's use is consumed by the payment, and given back when nothing of the order is left. */
export async function moveCoupon(
  tx: Tx,
  { tenantId, properties, cartUuid }: OrderRow,
  move: Move,
): Promise<void> {
  const { promotionId } = properties as { promotionId?: string }; // noted by the placement
  if (promotionId === undefined) return;
  if (move.isLast) await releaseCoupon(tx, tenantId, promotionId, cartUuid);
  else if (move.event === 'payment.confirmed') await consumeCoupon(tx, tenantId, promotionId, cartUuid);
}
