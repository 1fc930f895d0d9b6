import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Totals } from '#contract/cart.ts';
import { type Cents, cents, inCents } from '#contract/money.ts';
import type { PaymentTerms } from '#contract/tenant/tenant.ts';
import { type Goods, lessForPayment, paidAt } from '#domain/money/cart-totals.ts';
import { goodsOf, goodsPaid } from '#domain/money/coupon.ts';
import { discountFor } from '#domain/money/payment-method.ts';
import { goodsNet, partSums, totalsOf, totalsOnWire } from '#domain/money/statement.ts';
import { mayPay, paidByWallets } from '#domain/money/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import { cartLock } from '#server/db/schema/cart.ts';
import { order, orderChild, orderItem } from '#server/db/schema/order.ts';
import { wallet } from '#server/db/schema/wallet.ts';
import { type OrderRow, type PaymentRow, walletsIn } from './order-row.ts';

const fixedTotals = (row: OrderRow) => row.properties['totals'] as Totals; // written by the placement
/** What was taken off an order, or a charge, for the way of paying. */
export const takenOff = (row: OrderRow): Cents => inCents(fixedTotals(row).paymentDiscount);
const offOf = ({ properties }: PaymentRow): Cents => cents(Number(properties['off'] ?? 0));

/** Goods of an order per campaign, with this much taken off for the way of paying. */
async function goodsWith(tx: Tx, row: OrderRow, paymentDiscount: Cents): Promise<Goods[]> {
  const lines = await tx
    .select({ campaignId: orderItem.campaignId, net: orderItem.total })
    .from(orderItem)
    .where(and(eq(orderItem.tenantId, row.tenantId), eq(orderItem.orderId, row.id)))
    .orderBy(asc(orderItem.position));
  const [held] = await tx
    .select({ totals: cartLock.totals })
    .from(cartLock)
    .where(and(eq(cartLock.tenantId, row.tenantId), eq(cartLock.cartUuid, row.cartUuid)));
  // Locked is what the column holds
  const { coupon } = (held?.totals ?? {}) as { coupon?: { campaignIds: string[] } };
  return goodsPaid(
    goodsOf(lines),
    { coupon: inCents(fixedTotals(row).coupon), paymentDiscount },
    coupon?.campaignIds,
  );
}

/**
 * Whether what wallets have paid of an order may be paid of it at another price, and leaves something for the
 * other way.
 */
async function fitsWallets(tx: Tx, row: OrderRow, paymentDiscount: Cents, total: Cents): Promise<boolean> {
  const parts = walletsIn(row);
  if (parts.length === 0) return true;
  const known = await tx
    .select({ uuid: wallet.uuid, campaignIds: wallet.campaignIds })
    .from(wallet)
    .where(
      and(
        eq(wallet.tenantId, row.tenantId),
        inArray(
          wallet.uuid,
          parts.map(({ uuid }) => uuid),
        ),
      ),
    );
  const paying = parts.map(({ uuid, amount }) => ({
    campaignIds: known.find((one) => one.uuid === uuid)?.campaignIds ?? [],
    amount: inCents(amount),
  }));
  return (
    paidByWallets(parts) < total &&
    mayPay(paying, { goods: await goodsWith(tx, row, paymentDiscount), total })
  );
}

/**
 * What another way of paying takes off an unpaid order; as before where the wallets' parts would be too much of
 * what is left.
 * @returns the discount, and the order's total with it
 */
export async function priceBy(
  tx: Tx,
  row: OrderRow,
  type: string,
  terms: PaymentTerms | undefined,
): Promise<{ off: Cents; total: Cents }> {
  const kept = { off: takenOff(row), total: row.total };
  if (type === row.paymentType) return kept;
  const { paymentDiscount: off, total } = paidAt(totalsOf(fixedTotals(row)), discountFor(terms, type));
  return off === kept.off || !(await fitsWallets(tx, row, off, total)) ? kept : { off, total };
}

/**
 * Writes another discount of the way of paying into an order and its parts.
 * @param row locked by the caller
 */
export async function reprice(tx: Tx, row: OrderRow, off: Cents): Promise<OrderRow> {
  if (off === takenOff(row)) return row;
  const sums = lessForPayment(totalsOf(fixedTotals(row)), off);
  const next = {
    total: sums.total,
    discount: sums.discount,
    properties: { ...row.properties, totals: totalsOnWire(sums) },
  };
  const goods = await goodsWith(tx, row, off);
  const children = await tx
    .select()
    .from(orderChild)
    .where(and(eq(orderChild.tenantId, row.tenantId), eq(orderChild.orderId, row.id)));
  for (const child of children) {
    const net = goods.find(({ campaignId }) => campaignId === child.campaignId)?.net ?? goodsNet(child);
    await tx
      .update(orderChild)
      .set(partSums(child, net))
      .where(and(eq(orderChild.tenantId, child.tenantId), eq(orderChild.id, child.id)));
  }
  await tx
    .update(order)
    .set(next)
    .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)));
  return { ...row, ...next };
}

/**
 * Another charge than the last chosen one is paid after all: the order costs what that charge asked for, and
 * was paid in its way.
 * @param row locked by the caller
 */
export async function repriceTo(tx: Tx, row: OrderRow, charge: PaymentRow): Promise<OrderRow> {
  if (charge.type === 'WALLET') return row;
  const priced = await reprice(tx, row, offOf(charge));
  if (charge.type === row.paymentType) return priced;
  const { plan: _plan, ...properties } = priced.properties;
  const { plan } = charge.properties;
  await tx
    .update(order)
    .set({ paymentType: charge.type })
    .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)));
  return { ...priced, paymentType: charge.type, properties: { ...properties, ...(plan ? { plan } : {}) } };
}
