import { and, eq, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { type ChildRow, childrenOf } from './order-family.ts';
import type { OrderLife } from './life/order-life.ts';
import type { OrderRow } from './order-row.ts';

/** An order, and the part of it that was asked for. */
export interface Found {
  row: OrderRow;
  child: ChildRow | null;
}
/** The condition that an order is this buyer's. */
export const ownedBy = (buyer: Buyer) =>
  buyer.kind === 'lead'
    ? eq(order.leadId, buyer.leadId)
    : buyer.accountId === null
      ? sql`false`
      : eq(order.accountId, buyer.accountId);
const owned = (by: 'id' | 'code', whose: 'leadId' | 'accountId') =>
  prepared((tx) =>
    tx
      .select()
      .from(order)
      .where(
        and(
          eq(order.tenantId, sql.placeholder('tenantId')),
          eq(order[by], sql.placeholder('name')),
          eq(order[whose], sql.placeholder('owner')),
        ),
      )
      .for('update'),
  );
const ownedRows = {
  id: { leadId: owned('id', 'leadId'), accountId: owned('id', 'accountId') },
  code: { leadId: owned('code', 'leadId'), accountId: owned('code', 'accountId') },
};
/** A buyer's order by its id or code, locked. */
const lockOwn = async (
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  by: { id: string } | { code: string },
): Promise<OrderRow[]> => {
  const [name, rows] = 'id' in by ? [by.id, ownedRows.id] : [by.code, ownedRows.code];
  if (buyer.kind === 'lead') return rows.leadId(tx).execute({ tenantId, name, owner: buyer.leadId });
  return buyer.accountId === null
    ? []
    : rows.accountId(tx).execute({ tenantId, name, owner: buyer.accountId });
};
/** The order or the part of one that has a code, whoever's. */
export async function withCode(tx: Tx, tenantId: string, code: string): Promise<Found | null> {
  const [whole] = await tx
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), eq(order.code, code)));
  if (whole) return { row: whole, child: null };
  const [part] = await tx
    .select({ row: order, child: orderChild })
    .from(orderChild)
    .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
    .where(and(eq(orderChild.tenantId, tenantId), eq(orderChild.code, code)));
  return part ?? null;
}

/**
 * A buyer's orders, locked to be changed. Other people's orders and missing ones look alike. Source: SEC-12.
 */
export function ownOrders({ life }: { life: OrderLife }) {
  /**
   * An order of this buyer, locked, as it stands: what was due of it is not done yet. Asked at once, so that
   * what is asked next is read under the lock.
   */
  async function ownLocked(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    by: { id: string } | { code: string },
  ): Promise<OrderRow> {
    const [row] = await lockOwn(tx, tenantId, buyer, by);
    if (!row) throw new ApiProblem('NOT_FOUND');
    return row;
  }
  /** The same with what was due of it done first. */
  const own = async (...of: Parameters<typeof ownLocked>): Promise<OrderRow> =>
    life.applyDueEvents(of[0], await ownLocked(...of));
  /** The same, or the order that it is a part of, with that part. */
  async function ownPart(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    by: { id: string } | { code: string },
  ): Promise<Found> {
    const [whole] = await lockOwn(tx, tenantId, buyer, by);
    if (whole) return { row: await life.applyDueEvents(tx, whole), child: null };
    const [part] = await tx
      .select({ orderId: orderChild.orderId, id: orderChild.id })
      .from(orderChild)
      .where(
        and(
          eq(orderChild.tenantId, tenantId),
          'id' in by ? eq(orderChild.id, by.id) : eq(orderChild.code, by.code),
        ),
      );
    if (!part) throw new ApiProblem('NOT_FOUND');
    const row = await own(tx, tenantId, buyer, { id: part.orderId });
    // As it is once the order is ours.
    return { row, child: (await childrenOf(tx, row)).find(({ id }) => id === part.id) ?? null };
  }
  return { own, ownLocked, ownPart };
}
