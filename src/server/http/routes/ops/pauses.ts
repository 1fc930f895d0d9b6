import { endPause, readPauses, startPause } from '#contract/ops/pause.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { staffOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';
import { askedBy } from './staff.ts';

/** What the shop holds back for now. */
export function pauseRoutes(app: App, { pauses }: Services): void {
  serve(app, readPauses, ({ query }, c) => pauses.read(c.var.tenant.id, staffOf(c), query.text));
  serve(app, startPause, ({ params, body }, c) =>
    pauses.start(askedBy(c, startPause, { ...params, ...body }), params, body),
  );
  serve(app, endPause, async ({ params }, c) => {
    await pauses.end(askedBy(c, endPause, params), params);
    return undefined;
  });
}
