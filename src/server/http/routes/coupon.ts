import { applyCoupon } from '#contract/coupon.ts';
import type { App } from '#server/http/app-env.ts';
import { cartOwnerOf } from '#server/http/cart-owner.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

export function couponRoutes(app: App, { authenticator, coupon }: Services): void {
  const ownerOf = cartOwnerOf(authenticator);
  serve(app, applyCoupon, async ({ query, body }, c) =>
    coupon.apply(c.var.tenant.id, query.code, body, await ownerOf(c), c.var.ip),
  );
}
