import type { NewOrder } from '#contract/order.ts';
import { type Cents, cents, inCents } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { goodsIn } from '#domain/money/statement.ts';
import { leftToPay } from '#domain/money/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import type { payment } from '#server/db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { Locked } from '#server/services/cart/reservation.ts';
import type { OrderRow } from '#server/services/order/order-row.ts';
import { type WalletPart, payFromWallet } from './wallet-ledger.ts';

/** The reference of the charge and its movement: one wallet pays an order once. */
const referenceOf = (code: string) => `WALLET${code}`;

/**
 * What a wallet pays of an order that is being placed; null when none was named or it pays nothing.
 * @throws ApiProblem BALANCE, NOT_FOUND, PAYMENT_METHOD
 */
export async function walletPart(
  tx: Tx,
  tenantId: string,
  body: NewOrder,
  { lines, totals, coupon }: Locked,
  buyer: Buyer,
  { total, code, at }: { total: Cents; code: string; at: Date },
): Promise<WalletPart | null> {
  const { wallet, type } = body.paymentMethod;
  if (!wallet) {
    if (type === 'WALLET' && total > 0) throw new ApiProblem('PAYMENT_METHOD', { detail: type });
    return null;
  }
  if (buyer.kind !== 'client' || buyer.accountId === null) throw new ApiProblem('NOT_FOUND');
  if (total === 0) return null;
  const nets = goodsPaid(
    goodsIn(lines),
    { coupon: inCents(totals.coupon), paymentDiscount: inCents(totals.paymentDiscount) },
    coupon?.campaignIds,
  );
  const ask = {
    uuid: wallet.uuid,
    accountId: buyer.accountId,
    amount: wallet.amount === undefined ? undefined : inCents(wallet.amount),
    goods: nets,
    total,
  };
  const part = await payFromWallet(tx, tenantId, ask, {
    reference: referenceOf(code),
    text: 'Compra',
    orderCode: code,
    at,
  });
  return part.amount === 0 ? null : part;
}

/** The charge of a wallet's part: paid as it is made, before any Pix (attempt 0). */
export const walletCharge = (
  tenantId: string,
  orderId: string,
  code: string,
  part: WalletPart,
  now: Date,
): typeof payment.$inferSelect => ({
  tenantId,
  id: uuidv7(now.getTime()),
  orderId,
  attempt: 0,
  type: 'WALLET',
  state: 'confirmed',
  version: 1,
  amount: part.amount,
  provider: 'wallet',
  txid: referenceOf(code),
  endToEndId: null,
  brCode: null,
  installments: 1,
  properties: { walletUuid: part.uuid, units: part.units },
  createdAt: now,
  expiresAt: null,
  settledAt: now,
  checkAt: null,
  refunded: cents(0),
});

/** What is left to pay of an order after its wallet's part. */
export function dueOf(row: Pick<OrderRow, 'total' | 'properties'>): Cents {
  const { wallet } = row.properties as { wallet?: { amount: number } }; // noted by the placement
  return leftToPay(row.total, inCents(wallet?.amount ?? 0));
}
