import { type SQL, and, asc, eq, sql } from 'drizzle-orm';
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
import { childState } from '#server/services/order/order-family.ts';
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
/** What a card reads of a part and of its order: a whole row of either is three times as much. */
const columns = {
  child: {
    id: orderChild.id,
    code: orderChild.code,
    campaignId: orderChild.campaignId,
    hubId: orderChild.hubId,
    state: orderChild.state,
    total: orderChild.total,
    createdAt: orderChild.createdAt,
    updatedAt: orderChild.updatedAt,
  },
  row: {
    id: order.id,
    code: order.code,
    state: order.state,
    version: order.version,
    type: order.type,
    userName: order.userName,
    shippingAddress: order.shippingAddress,
    properties: order.properties,
    dueAt: order.dueAt,
    dueEvent: order.dueEvent,
  },
};
/** A part and what is read of its order. */
export interface Part {
  child: Pick<typeof orderChild.$inferSelect, keyof typeof columns.child>;
  row: Pick<OrderRow, keyof typeof columns.row>;
}

/** Whoever runs the shop should have done something by now: the window is over, or an answer is due. */
function isOverdue({ row, child }: Part, now: number): boolean {
  const { window } = row.properties as Noted; // noted by the placement
  const isDue = row.dueEvent !== null && !movesByItself(row.dueEvent) && row.state === child.state;
  return (
    (isDue && (row.dueAt === null || row.dueAt.getTime() <= now)) ||
    (window !== undefined && Date.parse(window.end) < now)
  );
}
/** Where it goes, as far as a list says: the neighbourhood and the city. */
function placeOf(row: Part['row'], isMasked: boolean): string | undefined {
  const address = row.shippingAddress as Partial<ShippingAddress> | null; // validated when written
  if (!address) return (row.properties as Noted).shippingName; // noted by the placement
  return [isMasked ? undefined : address.neighborhood, address.city].filter(Boolean).join(', ') || undefined;
}

/** The parts that a list shows. */
export const partsOf = (
  tx: Tx,
  {
    where,
    orderBy,
    limit,
    offset = 0,
  }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset?: number },
): Promise<Part[]> =>
  tx
    .select(columns)
    .from(orderChild)
    .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .execute();

/** Parts of orders as cards, with their lines and what this person may do with them. @param now epoch ms */
export async function cardsOf(
  tx: Tx,
  tenantId: string,
  staff: Staff,
  found: readonly Part[],
  names: { hubs: readonly Named[]; campaigns: readonly Named[] },
  now: number,
): Promise<OpsCard[]> {
  if (found.length === 0) return [];
  // One value, so that the statement is the same for any number of them.
  const ids = sql.param([...new Set(found.map(({ row }) => row.id))]);
  const [family, items] = await Promise.all([
    tx
      .select({ orderId: orderChild.orderId, hubId: orderChild.hubId, state: orderChild.state })
      .from(orderChild)
      .where(and(eq(orderChild.tenantId, tenantId), sql`${orderChild.orderId} = any(${ids})`)),
    tx
      .select({ childId: orderItem.orderChildId, name: orderItem.name, quantity: orderItem.quantity })
      .from(orderItem)
      .where(and(eq(orderItem.tenantId, tenantId), sql`${orderItem.orderId} = any(${ids})`))
      .orderBy(asc(orderItem.orderId), asc(orderItem.position)),
  ]);
  const [families, lines] = [
    Map.groupBy(family, ({ orderId }) => orderId),
    Map.groupBy(items, ({ childId }) => childId),
  ];
  return found.map((part) => {
    const { child, row } = part;
    const own = families.get(row.id) ?? [];
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
      isOverdue: isOverdue(part, now),
      lines: (lines.get(child.id) ?? []).map(({ name, quantity }) => ({ name, quantity })),
      total: reaisOf(child.total),
      allowedEvents: allowedOfPart(staff, row, child, own),
    };
  });
}
