import { type MoneyDone, approve, refuseApproval } from '#contract/ops/approval.ts';
import { changeDispute, openDispute } from '#contract/ops/dispute.ts';
import { confirmCharge, readMoney, retryRefund, settleRefund } from '#contract/ops/money.ts';
import { readMoneyDays } from '#contract/ops/money-days.ts';
import { resolveStray } from '#contract/ops/stray.ts';
import type { App } from '#server/http/app-env.ts';
import { Accepted, serve } from '#server/http/serve.ts';
import { staffOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';
import { askedBy } from './staff.ts';

/** What waits for a second person is not done: 202. */
const told = async (done: Promise<MoneyDone>) => {
  const answer = await done;
  return 'approvalId' in answer ? new Accepted(answer) : answer;
};

/** Money that waits for a person. */
export function opsMoneyRoutes(app: App, { opsMoney }: Services): void {
  serve(app, readMoney, (_, c) => opsMoney.read(c.var.tenant.id, staffOf(c)));
  serve(app, readMoneyDays, ({ query }, c) => opsMoney.days(c.var.tenant.id, staffOf(c), query.days));
  serve(app, confirmCharge, ({ params, body }, c) =>
    told(opsMoney.confirm(askedBy(c, confirmCharge, { ...params, ...body }), params.id, body)),
  );
  serve(app, settleRefund, ({ params, body }, c) =>
    told(opsMoney.settle(askedBy(c, settleRefund, { ...params, ...body }), params.id, body)),
  );
  serve(app, retryRefund, ({ params }, c) => opsMoney.retry(askedBy(c, retryRefund, params), params.id));
  serve(app, resolveStray, ({ params, body }, c) =>
    told(opsMoney.resolve(askedBy(c, resolveStray, { ...params, ...body }), params.id, body)),
  );
  serve(app, openDispute, ({ body }, c) => opsMoney.openDispute(askedBy(c, openDispute, body), body));
  serve(app, changeDispute, ({ params, body }, c) =>
    told(opsMoney.changeDispute(askedBy(c, changeDispute, { ...params, ...body }), params.id, body)),
  );
  serve(app, approve, ({ params }, c) => opsMoney.approve(askedBy(c, approve, params), params.id));
  serve(app, refuseApproval, async ({ params, body }, c) => {
    await opsMoney.refuse(askedBy(c, refuseApproval, { ...params, ...body }), params.id, body.reason);
    return undefined;
  });
}
