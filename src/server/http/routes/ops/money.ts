import { confirmCharge, readMoney, retryRefund, settleRefund } from '#contract/ops/money.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { staffOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';
import { askedBy } from './staff.ts';

/** Money that waits for a person. */
export function opsMoneyRoutes(app: App, { opsMoney }: Services): void {
  serve(app, readMoney, (_, c) => opsMoney.read(c.var.tenant.id, staffOf(c)));
  serve(app, confirmCharge, ({ params, body }, c) =>
    opsMoney.confirm(askedBy(c, confirmCharge, { ...params, ...body }), params.id, body),
  );
  serve(app, settleRefund, ({ params, body }, c) =>
    opsMoney.settle(askedBy(c, settleRefund, { ...params, ...body }), params.id, body),
  );
  serve(app, retryRefund, ({ params }, c) => opsMoney.retry(askedBy(c, retryRefund, params), params.id));
}
