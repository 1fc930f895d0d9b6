import {
  cardCharge as readCardCharge,
  cardWebhook,
  createCardIntent,
  createIntent,
  deleteCard,
  listCards,
  preferCard,
  saveCard,
} from '#contract/payment/card.ts';
import type { App } from '#server/http/app-env.ts';
import { cartOwnerOf } from '#server/http/cart-owner.ts';
import { hostOf } from '#server/http/host.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf, clientOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** Card payments, saved cards and their provider's notices. */
export function cardRoutes(
  app: App,
  { authenticator, cardCharge, cardIntent, savedCard, cardNotice }: Services,
): void {
  const ownerOf = cartOwnerOf(authenticator);
  serve(app, createIntent, async ({ body }, c) => cardIntent.begin(c.var.tenant, await ownerOf(c), body));
  serve(app, readCardCharge, async ({ query }, c) => {
    const { tenant, principal } = c.var;
    const charge = await cardCharge.newest(tenant, buyerOf(c), query.id, hostOf(c));
    if (principal?.kind !== 'client' || !charge.again?.some(({ type }) => type === 'CREDIT_CARD'))
      return charge;
    const cards = await savedCard.payable(tenant, principal);
    const again = charge.again.map((way) =>
      way.type === 'CREDIT_CARD' && cards.length > 0 ? { ...way, cards } : way,
    );
    return { ...charge, again };
  });
  serve(app, listCards, (_, c) => savedCard.list(c.var.tenant, clientOf(c)));
  serve(app, createCardIntent, (_, c) => savedCard.beginSetup(c.var.tenant, clientOf(c)));
  serve(app, saveCard, ({ body }, c) =>
    savedCard.save(c.var.tenant, clientOf(c), body.clientSecret, body.default),
  );
  serve(app, preferCard, ({ params }, c) => savedCard.prefer(c.var.tenant, clientOf(c), params.id));
  serve(app, deleteCard, async ({ params }, c) => {
    await savedCard.remove(c.var.tenant, clientOf(c), params.id);
    return undefined;
  });
  serve(app, cardWebhook, async ({ body }, c) => {
    cardNotice.verify(c.var.tenant, (name) => c.req.header(name), c.var.rawBody ?? new Uint8Array());
    await cardNotice.take(c.var.tenant, body);
    return c.body(null, 202);
  });
}
