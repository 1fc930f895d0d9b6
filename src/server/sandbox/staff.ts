import { and, eq } from 'drizzle-orm';
import type { Role } from '#contract/ops/role.ts';
import { becomeStaff, fillBoard, readStaffCode } from '#contract/sandbox.ts';
import type { App } from '#server/http/app-env.ts';
import { hostOf } from '#server/http/host.ts';
import { handOutStaff } from '#server/http/routes/ops/session.ts';
import { serve } from '#server/http/serve.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { staff } from '#server/db/schema/ops/staff.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { makeDemoOrders } from './demo-orders.ts';
import { digitsAt, newSecret } from '#server/services/ops/staff-factor.ts';
import type { Services } from '#server/services/services.ts';

const people: Record<Role, { name: string; contact: string }> = {
  OWNER: { name: 'Helena Duarte', contact: 'dona@vitrine.example' },
  OPERATOR: { name: 'Rui Tavares', contact: 'operacao@vitrine.example' },
  SUPPORT: { name: 'Nara Lima', contact: 'atendimento@vitrine.example' },
  VIEWER: { name: 'Otto Prado', contact: 'consulta@vitrine.example' },
};

/** Demo people of the staff, one for each role, made when they are asked for, and orders for their board. */
export function sandboxStaffRoutes(
  app: App,
  { staffFactors: factors, staffSession: sessions }: Services,
  core: Core,
): void {
  const { db, clock, env } = core;
  async function demo(tx: Tx, tenantId: string, role: Role) {
    const { name, contact } = people[role];
    await tx
      .insert(staff)
      .values({
        tenantId,
        id: uuidv7(clock.now()),
        name,
        contact,
        role,
        hubIds: null,
        createdAt: clock.date(),
      })
      .onConflictDoNothing();
    const [row] = await tx
      .select()
      .from(staff)
      .where(and(eq(staff.tenantId, tenantId), eq(staff.contact, contact)))
      .for('update');
    if (!row) throw new Error('a demo person that was just made is gone');
    const secret = await factors.secretOf(tx, tenantId, row.id);
    if (secret !== null) return { row, secret };
    const made = newSecret('Vitrine', contact).secret;
    await factors.enrol(tx, tenantId, row.id, made, 0);
    return { row, secret: made };
  }

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
    const { tenant } = c.var;
    void makeDemoOrders(app, core, tenant, hostOf(c)).catch((error: unknown) =>
      core.log.warn({ err: error }, 'demo orders could not be made'),
    );
    return { accepted: true as const };
  });
}
