import type { Role } from '#contract/ops/role.ts';
import { becomeStaff, fillBoard, readStaffCode } from '#contract/sandbox.ts';
import type { App } from '#server/http/app-env.ts';
import { handOutStaff } from '#server/http/routes/ops/session.ts';
import { serve } from '#server/http/serve.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { digitsAt } from '#server/services/ops/staff-factor.ts';
import type { Services } from '#server/services/services.ts';
import { makeDemoOrders } from './demo-orders.ts';
import { demoPerson } from './demo-staff.ts';
import type { Register } from './past.ts';

/** Demo people of the staff, one for each role, and orders for their board. */
export function sandboxStaffRoutes(app: App, services: Services, core: Core, register: Register): void {
  const { staffSession: sessions } = services;
  const { db, clock, env } = core;
  const demo = (tx: Tx, tenantId: string, role: Role) => demoPerson(core, services, tx, tenantId, role);

  serve(app, becomeStaff, async ({ params }, c) => {
    const tokens = await db.tenant(c.var.tenant.id, async (tx) =>
      sessions.open(tx, c.var.tenant, (await demo(tx, c.var.tenant.id, params.role)).row),
    );
    return handOutStaff(c, env, tokens);
  });
  serve(app, readStaffCode, async ({ params }, c) => {
    const { secret } = await db.tenant(c.var.tenant.id, (tx) => demo(tx, c.var.tenant.id, params.role));
    return { code: digitsAt(secret, clock.now()) };
  });
  // Behind the answer: it takes some seconds.
  serve(app, fillBoard, (_, c) => {
    void makeDemoOrders(core, c.var.tenant, register).catch((error: unknown) =>
      core.log.warn({ err: error }, 'demo orders could not be made'),
    );
    return { accepted: true as const };
  });
}
