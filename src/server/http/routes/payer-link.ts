import { payerCharge, payerLink } from '#contract/payment/payer-link.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { SEALED } from '#server/http/middleware/headers.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

export function sealPayer(c: AppContext): void {
  for (const [name, value] of SEALED) c.header(name, value);
}

/** A link to a Pix charge, and what it opens. */
export function payerLinkRoutes(app: App, { payerLink: links }: Services): void {
  serve(app, payerLink, ({ query }, c) => {
    sealPayer(c);
    return links.of(c.var.tenant, buyerOf(c), query.id);
  });
  serve(app, payerCharge, ({ params }, c) => {
    sealPayer(c);
    return links.open(c.var.tenant, params.token, c.var.ip);
  });
}
