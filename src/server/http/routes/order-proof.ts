import { openOrder, readOpenedOrder, sendOrderProof } from '#contract/order/order-proof.ts';
import type { App } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';
import { callerOf } from './session.ts';

/** An order for anybody who has its code and its contact. */
export function orderProofRoutes(app: App, { orderProof }: Services, core: Core): void {
  serve(app, sendOrderProof, ({ params, body }, c) =>
    orderProof.send(c.var.tenant, params.code, body.key, callerOf(c, core)),
  );
  serve(app, openOrder, ({ params, body }, c) =>
    orderProof.open(c.var.tenant, params.code, body.key, body.code, callerOf(c, core)),
  );
  serve(app, readOpenedOrder, ({ params, body }, c) =>
    orderProof.read(c.var.tenant, params.code, body.proof, c.var.ip),
  );
}
