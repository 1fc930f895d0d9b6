import { and, eq, notInArray } from 'drizzle-orm';
import { statesTagged } from '#domain/order/order-states.ts';
import type { Cart } from '#contract/cart.ts';
import { ApiProblem } from '#contract/problem.ts';
import { couponTerms } from '#domain/money/coupon.ts';
import { totalsOnWire } from '#domain/money/statement.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { cart } from '#server/db/schema/cart.ts';
import { order } from '#server/db/schema/order.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { type CartOwner, draftOf, liveReservation, seeCart } from './cart-row.ts';
import { type OpenCart, openCart } from './open-cart.ts';
import { quotedPrices } from './quoted-prices.ts';

export function cartReply({ row, lock, priced, coupon }: OpenCart, orderCode?: string): Cart {
  return {
    uuid: row.uuid,
    version: row.version,
    ...draftOf(row),
    products: priced.lines,
    discountRules: priced.rules,
    totals: totalsOnWire(priced.totals),
    changes: priced.changes,
    ...(coupon?.refusal ? { couponRefusal: coupon.refusal } : {}),
    ...(coupon?.value ? { couponTerms: couponTerms(coupon.value) } : {}),
    ...(lock ? { lockedUntil: lock.lockedUntil.toISOString() } : {}),
    ...(orderCode ? { orderCode } : {}),
  };
}

/** The code of the live order that a cart has become. */
const orderCodeOf = async (tx: Tx, tenantId: string, uuid: string) =>
  (
    await tx
      .select({ code: order.code })
      .from(order)
      .where(
        and(
          eq(order.tenantId, tenantId),
          eq(order.cartUuid, uuid),
          notInArray(order.state, statesTagged('undone')),
        ),
      )
  )[0]?.code;

/** ORDERED, with the order's code in `detail` while it lives. */
export async function orderedProblem(tx: Tx, tenantId: string, uuid: string): Promise<ApiProblem> {
  const code = await orderCodeOf(tx, tenantId, uuid);
  return new ApiProblem('ORDERED', code === undefined ? {} : { detail: code });
}

/**
 * A cart as it is now, for its buyer to read: prices that are new are told by this, and a hold need not tell
 * them again.
 * @param now epoch ms
 */
export async function readCart(
  db: Core['db'],
  referenceOf: ReferenceOf,
  tenantId: string,
  uuid: string,
  owner: CartOwner,
  now: number,
): Promise<Cart> {
  const { open, code } = await db.read(tenantId, async (tx) => {
    const [row, lock] = await Promise.all([
      seeCart(tx, tenantId, uuid, owner),
      liveReservation(tx, tenantId, uuid),
    ]);
    return {
      open: await openCart(tx, referenceOf, row, lock, now),
      code: row.state === 'ordered' ? await orderCodeOf(tx, tenantId, uuid) : undefined,
    };
  });
  if (open.priced.changes.some(({ reason }) => reason === 'PRICE'))
    await db.tenant(tenantId, (tx) => keepQuotedPrices(tx, open));
  return cartReply(open, code);
}
/** Keeps what an answer tells of prices, unless the cart was written meanwhile. */
export const keepQuotedPrices = (tx: Tx, { row, priced }: OpenCart) =>
  tx
    .update(cart)
    .set({ quoted: quotedPrices(row, priced) })
    .where(and(eq(cart.tenantId, row.tenantId), eq(cart.uuid, row.uuid), eq(cart.version, row.version)));
