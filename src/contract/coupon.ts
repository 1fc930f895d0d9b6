import * as v from 'valibot';
import { CartLine, type CouponRefusalCode } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { OrderItem } from './order/order.ts';
import { Reais } from './reais.ts';
import { NeededText, Uuid } from './scalars.ts';

export type CouponRefusal = v.InferOutput<typeof CouponRefusalCode>;

/** A line's share of a coupon, in reais. */
const { quantity: _quantity, ifMissing: _ifMissing, ...lineName } = CartLine.entries;
const CouponLine = v.object({ ...lineName, discount: Reais });

/**
 * What a coupon does to a cart as it is now. `value` in percent or reais, 0 for free delivery; `discount` in
 * reais. Nothing is kept: the cart carries the code (`PUT carts`), its hold reserves it.
 */
export const AppliedCoupon = v.object({
  code: v.string(),
  type: v.picklist(['PERCENT', 'FIXED', 'FREE_SHIPPING']),
  value: v.number(),
  discount: Reais,
  /** the lines that it took something from; none for free delivery */ lines: v.optional(v.array(CouponLine)),
  message: v.string(),
});
export type AppliedCoupon = v.InferOutput<typeof AppliedCoupon>;

export const CouponCode = v.pipe(NeededText(40, 'Digite o código do cupom.'), v.toUpperCase());
/**
 * A cart or an order, as much of it as matters: lines by any of the two names, or the number of a cart of the
 * caller.
 */
export const applyCoupon = endpoint({
  name: 'applyCoupon',
  method: 'POST',
  path: '/api/operation/orders/coupon/apply',
  audience: 'buyer',
  query: v.object({ code: CouponCode }),
  headers: ['X-Lead-Secret'],
  body: v.object({
    uuid: v.optional(Uuid),
    products: v.optional(v.pipe(v.array(CartLine), v.maxLength(200))),
    items: v.optional(v.pipe(v.array(OrderItem), v.maxLength(200))),
    properties: v.optional(v.object({ cartUuid: v.optional(Uuid) })),
  }),
  response: AppliedCoupon,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED', 'COUPON_REFUSED', 'TOO_MANY_REQUESTS'],
  summary:
    'What a coupon takes off a cart or order; refused with the reason in `detail`, and where other goods would help with its terms in `current`.',
  source: 'spec §7 Orders and wallets; D40',
});
