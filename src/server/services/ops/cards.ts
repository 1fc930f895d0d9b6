import { type SQL, and, asc, eq, inArray } from 'drizzle-orm';
import type { OpsCard } from '#contract/ops/orders.ts';
import { reaisOf } from '#contract/money.ts';
import type { ShippingAddress } from '#contract/order/order.ts';
import { maskName } from '#domain/person/name.ts';
import { movesByItself } from '#machines/orders/order.machine.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild, orderItem } from '#server/db/schema/order.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import type { Staff } from '#server/platform/principal.ts';
import { type ChildRow, childState } from '#server/services/order/order-family.ts';
import type { OrderRow } from '#server/services/order/order-row.ts';
import { allowedOfPart, seesMasked } from './reach.ts';

export type Named = { id: string; name: string };
/** The hubs and campaigns of a shop by their names. */
export async function namesOf(tx: Tx, tenantId: string): Promise<{ hubs: Named[]; campaigns: Named[] }> {
  const [hubs, campaigns] = await Promise.all([
    tx.select({ id: hub.id, name: hub.name }).from(hub).where(eq(hub.tenantId, tenantId)),
    tx.select({ id: campaign.id, name: campaign.name }).from(campaign).where(eq(campaign.tenantId, tenantId)),
  ]);
  return { hubs, campaigns };
}
export const named = (list: readonly Named[], id: string | null): Named | undefined =>
  list.find((one) => one.id === id);

/** What the placement noted of an order. */
export interface Noted {
  window?: { start: string; end: string };
  shippingName?: string;
}
/** Whoever runs the shop should have done something by now: the window is over, or an answer is due. */
function isOverdue(row: OrderRow, child: ChildRow, now: number): boolean {
  const { window } = row.properties as Noted; // noted by the placement
  const isDue = row.dueEvent !== null && !movesByItself(row.dueEvent) && row.state === child.state;
  return (
    (isDue && (row.dueAt === null || row.dueAt.getTime() <= now)) ||
    (window !== undefined && Date.parse(window.end) < now)
  );
}
/** Where it goes, as far as a list says: the neighbourhood and the city. */
function placeOf(row: OrderRow, isMasked: boolean): string | undefined {
  const address = row.shippingAddress as Partial<ShippingAddress> | null; // validated when written
  if (!address) return (row.properties as Noted).shippingName; // noted by the placement
  return [isMasked ? undefined : address.neighborhood, address.city].filter(Boolean).join(', ') || undefined;
}

/** Parts of orders as cards, with their lines and what this person may do with them. */
export async function cardsOf(
  tx: Tx,
  tenantId: string,
  staff: Staff,
  {
    where,
    orderBy,
    limit,
    offset = 0,
    now,
  }: {
    where: SQL | undefined;
    orderBy: SQL[];
    limit: number;
    offset?: number;
    now: number;
  },
  names: { hubs: readonly Named[]; campaigns: readonly Named[] },
): Promise<OpsCard[]> {
  const found = await tx
    .select({ child: orderChild, row: order })
    .from(orderChild)
    .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ row }) => row.id))];
  const [family, items] = await Promise.all([
    tx
      .select()
      .from(orderChild)
      .where(and(eq(orderChild.tenantId, tenantId), inArray(orderChild.orderId, ids))),
    tx
      .select({ childId: orderItem.orderChildId, name: orderItem.name, quantity: orderItem.quantity })
      .from(orderItem)
      .where(and(eq(orderItem.tenantId, tenantId), inArray(orderItem.orderId, ids)))
      .orderBy(asc(orderItem.orderId), asc(orderItem.position)),
  ]);
  return found.map(({ child, row }) => {
    const own = family.filter(({ orderId }) => orderId === row.id);
    const { window } = row.properties as Noted; // noted by the placement
    const [place, where] = [placeOf(row, seesMasked(staff)), named(names.hubs, child.hubId)];
    return {
      orderId: row.id,
      childId: child.id,
      code: child.code,
      orderCode: row.code,
      parts: own.length,
      state: childState(child),
      version: row.version,
      type: row.type,
      name: maskName(row.userName ?? ''),
      ...(where ? { hub: where } : {}),
      campaign: named(names.campaigns, child.campaignId) ?? { id: child.campaignId, name: '' },
      ...(window ? { window } : {}),
      ...(place === undefined ? {} : { place }),
      createdAt: child.createdAt.toISOString(),
      since: child.updatedAt.toISOString(),
      isOverdue: isOverdue(row, child, now),
      lines: items
        .filter(({ childId }) => childId === child.id)
        .map(({ name, quantity }) => ({ name, quantity })),
      total: reaisOf(child.total),
      allowedEvents: allowedOfPart(staff, row, child, own),
    };
  });
}
