import { openTicket, readTicket } from '#contract/ticket.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';

/** Steps of a page's charts, handed on under a code. */
export function ticketRoutes(app: App, { ticket }: Services): void {
  serve(app, openTicket, ({ body }, c) => ticket.open(c.var.tenant.id, c.var.ip, body));
  serve(app, readTicket, ({ params }, c) => ticket.read(c.var.tenant.id, params.code));
}
