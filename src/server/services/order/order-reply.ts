import { and, asc, eq, inArray } from 'drizzle-orm';
import type { IfMissing } from '#contract/order/if-missing.ts';
import type { Order, OrderEvent, ShippingAddress } from '#contract/order/order.ts';
import { type Cents, reaisOf } from '#contract/money.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { orderItem } from '#server/db/schema/order.ts';
import { type ChildRow, aheadOf, allowedOfChild } from './order-family.ts';
import { type OrderRow, allowedOf, stateOf, walletsIn } from './order-row.ts';

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as T; // only optional fields can be missing

/**
 * What may happen to a whole order. Once a part of it is ahead of the rest, the rest is canceled part by
 * part.
 */
export const allowedOfWhole = (row: OrderRow, isAhead: boolean): OrderEvent[] =>
  allowedOf(row).filter((event) => !(isAhead && event === 'order.canceled'));

/** An order in the contract's shape. @param isAhead see {@link aheadOf} */
export function replyOf(row: OrderRow, items: (typeof orderItem.$inferSelect)[], isAhead = false): Order {
  // Validated when written
  const address = row.shippingAddress as NonNullable<Order['properties']['shippingAddress']> | null;
  // What the server notes for itself stays inside; the rest was validated when written.
  const {
    paid: _paid,
    completed: _completed,
    promotionId: _promotionId,
    left: _left,
    wallet: _wallet,
    wallets: _wallets,
    plan,
    declined,
    ...properties
  } = row.properties as unknown as Order['properties'] & {
    paid?: boolean;
    completed?: boolean;
    left?: boolean;
    promotionId?: string;
    wallet?: unknown;
    wallets?: unknown;
  } & Pick<Order['paymentMethod'], 'plan' | 'declined'>;
  const wallets = walletsIn(row);
  return given({
    id: row.id,
    state: stateOf(row),
    code: row.code,
    type: row.type,
    userId: row.userId ?? undefined,
    creationDate: row.createdAt.toISOString(),
    timestamp: row.createdAt.getTime(),
    version: row.version,
    address: address?.address,
    latitude: address?.latitude,
    longitude: address?.longitude,
    complement: address?.complement,
    locationDescription: placeOf(row),
    items: items.map((line) => ({
      item: itemOf(line),
      quantity: line.quantity,
      campaignId: line.campaignId,
      unitPrice: reaisOf(line.unitPrice),
      discount: reaisOf(line.discount),
      total: reaisOf(line.total),
      ...given({
        listPrice: line.body['listPrice'] as number | undefined,
        percent: line.body['percent'] as number | undefined,
        ifMissing: line.body['ifMissing'] as IfMissing | undefined,
      }), // written by the placement
    })),
    userName: row.userName ?? '',
    userPhone: row.userPhone ?? undefined,
    email: row.email ?? undefined,
    paymentMethod: given({
      type: row.paymentType,
      installments: plan?.n,
      plan,
      declined,
      wallets: wallets.length > 0 ? wallets : undefined,
    }),
    properties: given({
      ...properties,
      account: row.identification ? { cpf: row.identification } : undefined,
      shippingAddress: address ?? undefined,
      price: wire(row.total),
      subTotal: wire(row.subTotal),
      discount: wire(row.discount),
      shippingTotal: wire(row.shippingTotal),
      reason: row.cancelReason ?? undefined,
    }),
    allowedEvents: allowedOfWhole(row, isAhead),
  });
}
function itemOf({
  itemId,
  name,
  packageId,
  body,
}: typeof orderItem.$inferSelect): Order['items'][number]['item'] {
  const {
    selection,
    listPrice: _listPrice,
    percent: _percent,
    ifMissing: _ifMissing,
    ...shown
  } = body as {
    listPrice?: number;
    percent?: number;
    ifMissing?: IfMissing;
    selection?: Order['items'][number]['item']['itemKitSelection'];
    image?: string;
    unit?: string;
    tint?: string;
    durable?: boolean;
  }; // written by the placement
  return given({
    ...shown,
    id: itemId,
    name,
    packageId: packageId ?? undefined,
    itemKitSelection: selection,
  });
}
/** Where an order goes, in one line: the address, or what the way of receiving is called. */
function placeOf({ shippingAddress, properties }: OrderRow): string | undefined {
  const { address, neighborhood, city, administrative_area } = (shippingAddress ??
    {}) as Partial<ShippingAddress>; // validated when written; only the city is left of people who have gone
  const line = [
    [address, neighborhood].filter(Boolean).join(', '),
    [city, administrative_area].filter(Boolean).join(' - '),
  ]
    .filter(Boolean)
    .join(', ');
  return line || (properties as { shippingName?: string }).shippingName || undefined;
}
const wire = (amount: Cents) => reaisOf(amount);

/**
 * Parts of one order in the contract's shape: their own lines, state and totals; the payment, the window and
 * what comes back are told with the whole, which `parentId` names.
 */
export async function childReplies(tx: Tx, row: OrderRow, children: readonly ChildRow[]): Promise<Order[]> {
  if (children.length === 0) return [];
  const { tenantId } = row;
  const hubIds = children.flatMap(({ hubId }) => hubId ?? []);
  const [items, campaigns, hubs] = await Promise.all([
    tx
      .select()
      .from(orderItem)
      .where(
        and(
          eq(orderItem.tenantId, tenantId),
          inArray(
            orderItem.orderChildId,
            children.map(({ id }) => id),
          ),
        ),
      )
      .orderBy(asc(orderItem.position)),
    tx
      .select({ id: campaign.id, name: campaign.name })
      .from(campaign)
      .where(
        and(
          eq(campaign.tenantId, tenantId),
          inArray(
            campaign.id,
            children.map(({ campaignId }) => campaignId),
          ),
        ),
      ),
    hubIds.length > 0
      ? tx
          .select({ id: hub.id, name: hub.name })
          .from(hub)
          .where(and(eq(hub.tenantId, tenantId), inArray(hub.id, hubIds)))
      : [],
  ]);
  const {
    wallet: _wallet,
    wallets: _wallets,
    plan: _plan,
    declined: _declined,
    returnRequest: _request,
    returns: _returns,
    campaignName: _name,
    ...shared
  } = row.properties;
  return children.map((child) => {
    const {
      id,
      code,
      campaignId,
      hubId,
      state,
      version,
      subTotal,
      discount,
      shippingTotal,
      total,
      cancelReason,
    } = child;
    const name = campaigns.find((one) => one.id === campaignId)?.name;
    const hubName = hubs.find((one) => one.id === hubId)?.name;
    const totals = {
      subTotal: wire(subTotal),
      discount: wire(discount),
      coupon: 0,
      paymentDiscount: 0,
      shipping: wire(shippingTotal),
      total: wire(total),
    };
    const part = {
      ...row,
      id,
      code,
      campaignId,
      hubId,
      state,
      version,
      subTotal,
      discount,
      shippingTotal,
      total,
      cancelReason: cancelReason ?? row.cancelReason,
      properties: {
        ...shared,
        totals,
        campaignId,
        ...(hubId === null ? {} : { hubId }),
        ...(hubName === undefined ? {} : { hubName }),
        ...(name === undefined ? {} : { campaignName: name }),
      },
    };
    return {
      ...replyOf(
        part,
        items.filter((line) => line.orderChildId === id),
      ),
      parentId: row.id,
      allowedEvents: allowedOfPart(row, child),
    };
  });
}
/** What may happen to one part. Goods go back once all parts have come to their end. */
export const allowedOfPart = (row: OrderRow, child: ChildRow): OrderEvent[] => [
  ...allowedOfChild(child),
  ...(child.cancelReason === null && allowedOf(row).includes('return.requested')
    ? (['return.requested'] as const)
    : []),
];

/** Orders in the contract's shape, in the order given; their lines are read together. */
export async function orderReplies(tx: Tx, rows: readonly OrderRow[]): Promise<Order[]> {
  const [first] = rows;
  if (!first) return [];
  const [items, ahead] = await Promise.all([
    tx
      .select()
      .from(orderItem)
      .where(
        and(
          eq(orderItem.tenantId, first.tenantId),
          inArray(
            orderItem.orderId,
            rows.map((row) => row.id),
          ),
        ),
      )
      .orderBy(asc(orderItem.orderId), asc(orderItem.position))
      .execute(),
    aheadOf(tx, rows),
  ]);
  return rows.map((row) =>
    replyOf(
      row,
      items.filter((line) => line.orderId === row.id),
      ahead.has(row.id),
    ),
  );
}
export async function orderReply(tx: Tx, row: OrderRow): Promise<Order> {
  const [reply] = await orderReplies(tx, [row]);
  if (!reply) throw new Error('an order that was just read is gone');
  return reply;
}

/** An order, or a part of it, as its buyer sees it. */
export async function partReply(
  tx: Tx,
  { row, child }: { row: OrderRow; child: ChildRow | null },
): Promise<Order> {
  const [reply] = child ? await childReplies(tx, row, [child]) : await orderReplies(tx, [row]);
  if (!reply) throw new Error('an order that was just read is gone');
  return reply;
}
