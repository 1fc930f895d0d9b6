import { and, eq, notInArray, sql } from 'drizzle-orm';
import { statesTagged } from '#domain/order/order-states.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild, orderItem } from '#server/db/schema/order.ts';
import type { Buyer } from '#server/platform/principal.ts';

/** Units of a campaign in a buyer's orders that were not canceled, for the limit per account (D67). */
export async function boughtBefore(
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  campaignId: string,
): Promise<number> {
  const owner =
    buyer.kind === 'lead'
      ? eq(order.leadId, buyer.leadId)
      : eq(order.accountId, buyer.accountId ?? buyer.userId);
  const [row] = await tx
    .select({ units: sql<number>`coalesce(sum(${orderItem.quantity}), 0)::int` })
    .from(orderItem)
    .innerJoin(order, and(eq(order.tenantId, orderItem.tenantId), eq(order.id, orderItem.orderId)))
    .innerJoin(
      orderChild,
      and(eq(orderChild.tenantId, orderItem.tenantId), eq(orderChild.id, orderItem.orderChildId)),
    )
    .where(
      and(
        eq(orderItem.tenantId, tenantId),
        eq(orderItem.campaignId, campaignId),
        owner,
        notInArray(orderChild.state, statesTagged('undone')),
      ),
    );
  return row?.units ?? 0;
}
