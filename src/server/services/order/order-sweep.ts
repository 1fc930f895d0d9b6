import { and, eq, lte } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { order } from '#server/db/schema/order.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { OrderLife } from './life/order-life.ts';

/** Applies what falls due of orders that nobody looks at. Source: docs/decisions/0020. */
export function orderSweep({ db, clock, jobs, log, metrics }: Core, { life }: { life: OrderLife }) {
  /**
   * Orders whose time has come: unpaid codes expire, retries end. Each in a transaction of its own: one
   * that fails keeps nobody waiting.
   */
  async function sweep(tenantId: string): Promise<void> {
    const due = await db.read(tenantId, (tx) =>
      tx
        .select({ id: order.id })
        .from(order)
        .where(and(eq(order.tenantId, tenantId), lte(order.dueAt, clock.date())))
        .orderBy(order.dueAt)
        .limit(100),
    );
    await forEachIsolated(due, async ({ id }) => {
      const overdue = await db.tenant(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(order)
          .where(and(eq(order.tenantId, tenantId), eq(order.id, id)))
          .for('update', { skipLocked: true });
        return row ? life.takeOverdue(tx, await life.applyDueEvents(tx, row)) : null;
      });
      if (overdue === null) return;
      log.error(
        { tenant: tenantId, order: id, what: overdue },
        'the shop is late with an order: a person must look',
      );
      metrics.alarm('overdue_order');
    });
  }
  jobs.whenDue('order.due', sweep);
  return { sweep };
}
