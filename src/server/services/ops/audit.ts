import { and, count, desc, eq, inArray, like } from 'drizzle-orm';
import type * as v from 'valibot';
import type { readAudit } from '#contract/ops/staff.ts';
import { grantOf } from '#domain/ops/roles.ts';
import type { Core } from '#server/platform/core.ts';
import { audit } from '#server/db/schema/audit.ts';
import { order } from '#server/db/schema/order.ts';
import type { Staff } from '#server/platform/principal.ts';
import { actorOf } from './keyed.ts';
import { actorNames } from './ops-order.ts';

/** What staff did in a shop, and who of them. Source: operator study, §4. */
export function auditReads({ db }: Pick<Core, 'db'>) {
  return {
    page: (
      tenantId: string,
      staff: Staff,
      { page, size }: v.InferOutput<typeof readAudit.query>,
    ): Promise<v.InferInput<typeof readAudit.response>> =>
      db.read(tenantId, async (tx) => {
        const where = and(
          eq(audit.tenantId, tenantId),
          grantOf(staff.role, 'audit.read') === 'own'
            ? eq(audit.actor, actorOf(staff))
            : like(audit.actor, 'operator:%'),
        );
        const [counted] = await tx.select({ all: count() }).from(audit).where(where);
        const rows = await tx
          .select()
          .from(audit)
          .where(where)
          .orderBy(desc(audit.at), desc(audit.id))
          .limit(size)
          .offset(page * size);
        const nameOf = await actorNames(
          tx,
          tenantId,
          rows.map(({ actor }) => actor),
        );
        const targets = [...new Set(rows.map(({ target }) => target))];
        const orders = targets.length
          ? await tx
              .select({ id: order.id, code: order.code })
              .from(order)
              .where(and(eq(order.tenantId, tenantId), inArray(order.code, targets)))
          : [];
        const orderIds = new Map(orders.map(({ id, code }) => [code, id]));
        const totalElements = counted?.all ?? 0;
        const totalPages = Math.ceil(totalElements / size);
        return {
          content: rows.map(({ id, at, actor, action, target, data }) => {
            const actorId = /^operator:(.+)$/.exec(actor)?.[1];
            const orderId = orderIds.get(target);
            return {
              id,
              at: at.toISOString(),
              actor: nameOf(actor),
              ...(actorId === undefined ? {} : { actorId }),
              action,
              target,
              ...(orderId === undefined ? {} : { orderId }),
              data,
            };
          }),
          page,
          size,
          totalElements,
          totalPages,
          last: page >= totalPages - 1,
        };
      }),
  };
}
