import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Order } from '#contract/order.ts';
import { type Cents, reaisOf } from '#contract/money.ts';
import type { Tx } from '../db/database.ts';
import { orderItem } from '../db/schema/order.ts';
import { type OrderRow, allowedOf, stateOf } from './order-life.ts';

const given = <T extends object>(fields: T): T => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as T; // only optional fields can be missing

/** An order in the contract's shape. */
export function replyOf(row: OrderRow, items: (typeof orderItem.$inferSelect)[]): Order {
  const address = row.shippingAddress as NonNullable<Order['properties']['shippingAddress']> | null; // validated when written
  // What the server notes for itself stays inside; the rest was validated when written.
  const { paid: _paid, completed: _completed, promotionId: _promotionId, wallet, plan, declined, ...properties } = row.properties as unknown as Order['properties'] & { paid?: boolean; completed?: boolean; promotionId?: string } & Pick<Order['paymentMethod'], 'wallet' | 'plan' | 'declined'>;
  return given({
    id: row.id, state: stateOf(row), code: row.code, type: row.type, userId: row.userId ?? undefined, creationDate: row.createdAt.toISOString(), timestamp: row.createdAt.getTime(), version: row.version,
    address: address?.address, latitude: address?.latitude, longitude: address?.longitude, complement: address?.complement,
    items: items.map((line) => ({
      item: itemOf(line),
      quantity: line.quantity, campaignId: line.campaignId, unitPrice: reaisOf(line.unitPrice), discount: reaisOf(line.discount), total: reaisOf(line.total),
    })),
    userName: row.userName ?? '', userPhone: row.userPhone ?? undefined, email: row.email ?? undefined, paymentMethod: given({ type: row.paymentType, installments: plan?.n, plan, declined, wallet }),
    properties: given({
      ...properties, account: row.identification ? { cpf: row.identification } : undefined, shippingAddress: address ?? undefined, price: wire(row.total), subTotal: wire(row.subTotal), discount: wire(row.discount), shippingTotal: wire(row.shippingTotal),
      reason: row.cancelReason ?? undefined,
    }),
    allowedEvents: allowedOf(row),
  });
}
function itemOf({ itemId, name, packageId, body }: typeof orderItem.$inferSelect): Order['items'][number]['item'] {
  const { selection, ...shown } = body as { selection?: Order['items'][number]['item']['itemKitSelection']; image?: string; unit?: string; tint?: string; durable?: boolean }; // written by the placement
  return given({ ...shown, id: itemId, name, packageId: packageId ?? undefined, itemKitSelection: selection });
}
const wire = (amount: Cents) => reaisOf(amount);

/** Orders in the contract's shape, in the order given; their lines are read together. */
export async function orderReplies(tx: Tx, rows: readonly OrderRow[]): Promise<Order[]> {
  const [first] = rows;
  if (!first) return [];
  const items = await tx.select().from(orderItem).where(and(eq(orderItem.tenantId, first.tenantId), inArray(orderItem.orderId, rows.map((row) => row.id)))).orderBy(asc(orderItem.orderId), asc(orderItem.position));
  return rows.map((row) => replyOf(row, items.filter((line) => line.orderId === row.id)));
}
export async function orderReply(tx: Tx, row: OrderRow): Promise<Order> {
  const [reply] = await orderReplies(tx, [row]);
  if (!reply) throw new Error('an order that was just read is gone');
  return reply;
}
