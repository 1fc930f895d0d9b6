import type { Core } from '#server/platform/core.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { cartService } from './cart.ts';
import { couponService } from './coupon-apply.ts';
import { lockService } from './lock.ts';

/** What somebody is about to buy. */
export function cartServices(core: Core, { referenceOf }: { referenceOf: ReferenceOf }) {
  const coupon = couponService(core, { referenceOf });
  return {
    coupon,
    cart: cartService(core, { referenceOf, coupon }),
    lock: lockService(core, { referenceOf }),
  };
}
