import { createLead, getLead, updateLead } from '#contract/people/lead.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { visitorOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

export function leadRoutes(app: App, { lead }: Services): void {
  serve(app, createLead, ({ body }, c) => lead.create(c.var.tenant.id, body, c.var.ip));
  serve(app, updateLead, ({ body }, c) => lead.update(c.var.tenant.id, visitorOf(c), body));
  serve(app, getLead, ({ params }, c) => lead.get(c.var.tenant.id, visitorOf(c), params.id));
}
