import { readFunnel } from '#contract/ops/funnel.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { staffOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** What is counted of the checkout. */
export function funnelRoutes(app: App, { measurement }: Services): void {
  serve(app, readFunnel, ({ query }, c) =>
    measurement.funnel(c.var.tenant.id, staffOf(c), Number(query.days)),
  );
}
