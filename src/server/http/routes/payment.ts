import { listPaymentMethods, pixCode, pixWebhook } from '#contract/payment.ts';
import type { App } from '#server/http/app-env.ts';
import { cartOwnerOf } from '#server/http/cart-owner.ts';
import { hostOf } from '#server/http/host.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** Ways to pay, Pix codes and the bank's notices of them. */
export function paymentRoutes(
  app: App,
  { authenticator, cardAcquirer, pixCharge, pixNotice, paymentMethods }: Services,
): void {
  const ownerOf = cartOwnerOf(authenticator);
  serve(app, listPaymentMethods, async ({ query }, c) =>
    (await paymentMethods.list(c.var.tenant, query.cartUuid, await ownerOf(c), query.walletAmount)).map(
      (method) => {
        const field = method.type === 'CREDIT_CARD' ? cardAcquirer.fieldAt(c.var.tenant, hostOf(c)) : null;
        return field === null ? method : { ...method, field };
      },
    ),
  );
  serve(app, pixCode, ({ query }, c) => pixCharge.newest(c.var.tenant, buyerOf(c), query.id));
  serve(app, pixWebhook, async ({ body }, c) => {
    pixNotice.verify(c.req.header('X-Signature'), c.var.rawBody ?? new Uint8Array());
    await pixNotice.take(c.var.tenant, body);
    return c.body(null, 202);
  });
}
