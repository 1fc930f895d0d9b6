import { getPickup, getReturnable } from '#contract/order/after-purchase.ts';
import { listOrderChildren, setOrderUser, updateOrder } from '#contract/order/order-change.ts';
import type { App } from '#server/http/app-env.ts';
import { noneIfMissing } from '#server/http/cart-owner.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

export function orderChangeRoutes(
  app: App,
  { orderChange, orderReads, orderReturn, pickup, authenticator }: Services,
): void {
  serve(app, updateOrder, ({ params, body }, c) =>
    orderChange.update(c.var.tenant.id, buyerOf(c), params.id, body),
  );
  serve(app, listOrderChildren, ({ params }, c) =>
    orderReads.children(c.var.tenant.id, buyerOf(c), params.code),
  );
  serve(app, getPickup, ({ params }, c) => pickup.read(c.var.tenant.id, buyerOf(c), params.id));
  serve(app, getReturnable, ({ params }, c) => orderReturn.read(c.var.tenant.id, buyerOf(c), params.id));
  serve(app, setOrderUser, async ({ params, body }, c) => {
    const secret = c.req.header('X-Lead-Secret');
    const visitor =
      secret === undefined ? null : await authenticator.lead(c.var.tenant.id, secret).catch(noneIfMissing);
    return orderChange.setUser(c.var.tenant.id, buyerOf(c), params.code, body, visitor?.leadId ?? null);
  });
}
