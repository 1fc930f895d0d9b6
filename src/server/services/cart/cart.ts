import { and, desc, eq } from 'drizzle-orm';
import type { Cart, CartBody } from '#contract/cart.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { cart } from '#server/db/schema/cart.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { estimateItem, quoteCart } from './cart-quote.ts';
import { cartReply, readCart } from './cart-reply.ts';
import { type CartOwner, liveReservation } from './cart-row.ts';
import { writeCart } from './cart-write.ts';
import type { CouponService } from './coupon-apply.ts';
import { openCart } from './open-cart.ts';

/** Carts: written whole, by version; the server's prices win. Source: specification §4; D13, D39; REL-06. */
export function cartService(
  core: Core,
  { referenceOf, coupon }: { referenceOf: ReferenceOf; coupon: CouponService },
) {
  const { db, clock, tenants } = core;
  const shop = { ...core, referenceOf };

  return {
    get: (tenantId: string, uuid: string, owner: CartOwner): Promise<Cart> =>
      readCart(db, referenceOf, tenantId, uuid, owner, clock.now()),

    /**
     * @throws ApiProblem VERSION with the cart as it is, ORDERED with the order's code in `detail`,
     * NOT_FOUND, TOO_MANY_REQUESTS
     */
    async put(tenantId: string, uuid: string, body: CartBody, owner: CartOwner, ip: string): Promise<Cart> {
      assertCpf(tenants, tenantId, { 'recipient.cpf': body.recipient?.cpf });
      if (body.coupon === undefined) return writeCart(shop, tenantId, uuid, body, owner);
      // A cart is no way to guess codes: those that nobody knows are counted and not kept.
      const { coupon: _code, ...rest } = body;
      try {
        return await coupon.guess(
          tenantId,
          owner.buyer,
          ip,
          () => writeCart(shop, tenantId, uuid, body, owner),
          (written) => written.couponRefusal === 'UNKNOWN',
        );
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'TOO_MANY_REQUESTS')) throw error;
        return { ...(await writeCart(shop, tenantId, uuid, rest, owner)), couponRefusal: 'UNKNOWN' };
      }
    },

    quote: quoteCart.bind(null, shop),
    estimate: estimateItem.bind(null, shop),

    /** The newest open cart of an account, to merge with at sign-in, or of a visitor. */
    newest: (
      tenantId: string,
      owner: { accountId: string } | { leadId: string },
    ): Promise<Cart | undefined> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(cart)
          .where(
            and(
              eq(cart.tenantId, tenantId),
              'accountId' in owner ? eq(cart.accountId, owner.accountId) : eq(cart.leadId, owner.leadId),
              eq(cart.state, 'open'),
            ),
          )
          .orderBy(desc(cart.updatedAt))
          .limit(1);
        return row
          ? cartReply(
              await openCart(
                tx,
                referenceOf,
                row,
                await liveReservation(tx, tenantId, row.uuid),
                clock.now(),
              ),
            )
          : undefined;
      }),
  };
}
