import { type SQL, and, eq, gt, isNull, or } from 'drizzle-orm';
import type { OpsApproval } from '#contract/ops/approval.ts';
import { reaisOf } from '#contract/money.ts';
import type { Tx } from '#server/db/database.ts';
import { approval } from '#server/db/schema/ops/money.ts';
import { order } from '#server/db/schema/order.ts';
import type { Staff } from '#server/platform/principal.ts';
import { ALONE, isAlone } from './approvals.ts';
import { actorOf } from './keyed.ts';
import { actorNames } from './ops-order.ts';

/** Requests that are shown at most. */
const MOST = 200;

/**
 * What waits for a second person, the oldest first.
 * @param own which orders the reader works on; money of no order is seen by whoever sees all of them
 */
export async function approvalsWaiting(
  tx: Tx,
  tenantId: string,
  staff: Staff,
  { now, own }: { now: Date; own: SQL },
): Promise<OpsApproval[]> {
  const rows = await tx
    .select({ row: approval, code: order.code })
    .from(approval)
    .leftJoin(order, and(eq(order.tenantId, approval.tenantId), eq(order.id, approval.orderId)))
    .where(
      and(
        eq(approval.tenantId, tenantId),
        eq(approval.state, 'requested'),
        gt(approval.until, now),
        staff.hubIds ? own : or(isNull(approval.orderId), own),
      ),
    )
    .orderBy(approval.askedAt, approval.id)
    .limit(MOST);
  const askers = rows.map(({ row }) => actorOf({ staffId: row.askedBy }));
  const nameOf = await actorNames(tx, tenantId, askers);
  const alone = await isAlone(tx, tenantId, staff);
  return rows.map(({ row, code }) => {
    const isOwn = row.askedBy === staff.staffId;
    // As the call had it.
    const { endToEndId, returnId, reason } = row.body as Record<string, string | undefined>;
    const bankId = endToEndId ?? returnId;
    return {
      id: row.id,
      action: row.action,
      amount: reaisOf(row.amount),
      ...(row.orderId && code ? { orderId: row.orderId, orderCode: code } : {}),
      ...(bankId ? { bankId } : {}),
      ...(reason ? { reason } : {}),
      askedBy: nameOf(actorOf({ staffId: row.askedBy })),
      isOwn,
      ...(isOwn && alone ? { aloneFrom: new Date(row.askedAt.getTime() + ALONE).toISOString() } : {}),
      at: row.askedAt.toISOString(),
      until: row.until.toISOString(),
    };
  });
}
