import {
  endStaffSessions,
  inviteStaff,
  listStaff,
  readAudit,
  removeStaff,
  resetFactors,
} from '#contract/ops/staff.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { staffOf } from '#server/platform/principal.ts';
import type { Asked } from '#server/services/ops/keyed.ts';
import type { Services } from '#server/services/services.ts';

/** A write with its key. @throws ApiProblem MALFORMED without one */
export function askedBy(c: AppContext, { name }: Endpoint, about: unknown): Asked {
  const key = c.req.header('Idempotency-Key') ?? '';
  if (key.length < 8 || key.length > 255)
    throw new ApiProblem('MALFORMED', {
      fields: [{ field: 'Idempotency-Key', message: 'A chave tem de 8 a 255 letras.' }],
    });
  return { tenantId: c.var.tenant.id, staff: staffOf(c), key, route: name, body: about };
}

/** Who works in the shop. */
export function staffRoutes(app: App, { audit, staff }: Services): void {
  serve(app, listStaff, (_, c) => staff.list(c.var.tenant.id));
  serve(app, inviteStaff, ({ body }, c) => staff.invite(askedBy(c, inviteStaff, body), c.var.tenant, body));
  serve(app, endStaffSessions, async ({ params }, c) => {
    await staff.endSessions(askedBy(c, endStaffSessions, params), params.id);
    return undefined;
  });
  serve(app, removeStaff, async ({ params }, c) => {
    await staff.remove(askedBy(c, removeStaff, params), params.id);
    return undefined;
  });
  serve(app, resetFactors, async ({ params }, c) => {
    await staff.resetFactors(askedBy(c, resetFactors, params), params.id);
    return undefined;
  });
  serve(app, readAudit, ({ query }, c) => audit.page(c.var.tenant.id, staffOf(c), query));
}
