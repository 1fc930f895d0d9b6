import { payerCharge, payerLink } from '#contract/payment/payer-link.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** What goes to anybody who has a link: kept by nobody, found by no search engine, told to no other site. */
export function sealPayer(c: AppContext): void {
  c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex');
  c.header('Referrer-Policy', 'no-referrer');
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
