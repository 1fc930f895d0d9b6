import { getCart, getQuote, newestCart, putCart } from '#contract/cart.ts';
import { lockCart, unlockCart } from '#contract/order/lock.ts';
import type { App } from '#server/http/app-env.ts';
import { cartOwnerOf, noneIfMissing } from '#server/http/cart-owner.ts';
import { serve } from '#server/http/serve.ts';
import { knowAgain } from '#server/http/visitor-cookie.ts';
import type { Core } from '#server/platform/core.ts';
import { buyerOf, clientOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** Carts, their quotes and their locks. */
export function cartRoutes(
  app: App,
  { authenticator, cart, lock, orderReschedule }: Services,
  core: Core,
): void {
  const ownerOf = cartOwnerOf(authenticator);
  serve(app, newestCart, async (_, c) => {
    const { accountId } = clientOf(c);
    return accountId === null ? undefined : cart.newest(c.var.tenant.id, { accountId });
  });
  serve(app, getCart, async ({ params }, c) => cart.get(c.var.tenant.id, params.uuid, await ownerOf(c)));
  serve(app, putCart, async ({ params, body }, c) => {
    const owner = await ownerOf(c);
    const written = await cart.put(c.var.tenant.id, params.uuid, body, owner, c.var.ip);
    if (owner.buyer.kind === 'lead') knowAgain(c, core, owner.buyer.leadId);
    return written;
  });
  serve(app, getQuote, async ({ params, query: { campaign, latitude, longitude } }, c) => {
    const point = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
    if (campaign !== undefined) return cart.estimate(c.var.tenant.id, campaign, params.id, point);
    const quoted = await cart.quote(c.var.tenant.id, params.id, await ownerOf(c), point).catch(noneIfMissing);
    // The same call for an order that is rescheduled (D41).
    return quoted ?? orderReschedule.quote(c.var.tenant.id, buyerOf(c), params.id);
  });
  serve(app, lockCart, async ({ params }, c) =>
    lock.lock(c.var.tenant.id, params.cartUuid, await ownerOf(c)),
  );
  serve(app, unlockCart, async ({ params }, c) => {
    await lock.unlock(c.var.tenant.id, params.cartUuid, await ownerOf(c));
    return undefined;
  });
}
