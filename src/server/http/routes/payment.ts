import { type PaymentMethod, listPaymentMethods, pixCode, pixWebhook } from '#contract/payment/payment.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { cartOwnerOf } from '#server/http/cart-owner.ts';
import { hostOf } from '#server/http/host.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** Ways to pay, Pix codes and the bank's notices of them. */
export function paymentRoutes(
  app: App,
  { authenticator, cardAcquirer, savedCard, pixCharge, pixNotice, paymentMethods }: Services,
): void {
  const ownerOf = cartOwnerOf(authenticator);
  /** Where a card is typed, and those that are kept, with the way to pay by one. */
  async function withCards(methods: PaymentMethod[], c: AppContext): Promise<PaymentMethod[]> {
    const { tenant, principal } = c.var;
    const field = cardAcquirer.fieldAt(tenant, hostOf(c));
    if (field === null || !methods.some(({ type }) => type === 'CREDIT_CARD')) return methods;
    const cards = principal?.kind === 'client' ? await savedCard.payable(tenant, principal) : [];
    return methods.map((method) =>
      method.type === 'CREDIT_CARD'
        ? { ...method, field: field.url, ...(cards.length > 0 ? { cards } : {}) }
        : method,
    );
  }
  serve(app, listPaymentMethods, async ({ query }, c) =>
    withCards(
      await paymentMethods.list(c.var.tenant, query.cartUuid, await ownerOf(c), query.walletAmount),
      c,
    ),
  );
  serve(app, pixCode, async ({ query }, c) => {
    const { hasOtherWays, ...charge } = await pixCharge.newest(c.var.tenant, buyerOf(c), query.id);
    // No card is offered where its number cannot be typed.
    const isTypable = hasOtherWays !== undefined && cardAcquirer.fieldAt(c.var.tenant, hostOf(c)) !== null;
    return isTypable ? { ...charge, hasOtherWays } : charge;
  });
  serve(app, pixWebhook, async ({ body }, c) => {
    pixNotice.verify(c.req.header('X-Signature'), c.var.rawBody ?? new Uint8Array());
    await pixNotice.take(c.var.tenant, body);
    return c.body(null, 202);
  });
}
