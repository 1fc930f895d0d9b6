import {
  activateUser,
  createAccount,
  currentUser,
  getAccount,
  updateAccount,
} from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { clientOf, newcomerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

export function accountRoutes(app: App, { account }: Services): void {
  serve(app, activateUser, (_, c) => account.activate(c.var.tenant.id, clientOf(c)));
  serve(app, currentUser, (_, c) => account.user(c.var.tenant.id, clientOf(c)));
  serve(app, getAccount, (_, c) => account.get(c.var.tenant.id, clientOf(c)));
  serve(app, updateAccount, ({ body }, c) => account.update(c.var.tenant.id, clientOf(c), body));
  serve(app, createAccount, ({ params, query, body }, c) => {
    const secret = c.req.header('X-Lead-Secret');
    if (query.lead_id !== undefined && secret === undefined) throw new ApiProblem('NOT_FOUND');
    return account.create(
      c.var.tenant.id,
      newcomerOf(c),
      params.userId,
      body,
      query.lead_id && secret ? { leadId: query.lead_id, secret } : undefined,
    );
  });
}
