import { and, eq, inArray } from 'drizzle-orm';
import { statesTagged } from '#domain/order/order-states.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import type { OrderRow } from '#server/services/order/order-row.ts';
import { type Person, holdings } from './personal-data.ts';

/** Orders that nothing more is owed of: their names go. */
export const ENDED = statesTagged('final');
/**
 * What an order keeps for the books; everything else in its properties may name somebody. Source: PRV-02; Lei
 * 13.709/2018 art. 16, I.
 */
const BOOKED = [
  'cartUuid',
  'campaignId',
  'campaignName',
  'totals',
  'shippingName',
  'window',
  'shippingMethod',
  'paid',
  'completed',
  'plan',
  'wallet',
];
const bookedOnly = (properties: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => BOOKED.includes(key)));
const cityOnly = (address: unknown) => {
  // ShippingAddress when it was written
  const { city, administrative_area, country } = (address ?? {}) as Record<string, unknown>;
  return address === null ? null : { city, administrative_area, country };
};

/** Leaves of an ended order what the books need: nobody's name, no address but the city. */
export async function emptyOrder(
  tx: Tx,
  { tenantId, id, shippingAddress, properties }: OrderRow,
): Promise<void> {
  const nobody = { userName: null, userPhone: null, email: null, identification: null, userId: null };
  await tx
    .update(order)
    .set({ ...nobody, shippingAddress: cityOnly(shippingAddress), properties: bookedOnly(properties) })
    .where(and(eq(order.tenantId, tenantId), eq(order.id, id)));
  // Reasons are free text.
  await tx
    .update(orderEvent)
    .set({ data: {} })
    .where(and(eq(orderEvent.tenantId, tenantId), eq(orderEvent.orderId, id)));
}

/** The names in ended orders, whoever ended them. */
export async function emptyOrders(tx: Tx, person: Person): Promise<void> {
  const rows: OrderRow[] = await tx
    .select()
    .from(order)
    .where(
      and(eq(order.tenantId, person.tenantId), holdings['order']?.of(person), inArray(order.state, ENDED)),
    )
    .for('update');
  for (const row of rows) await emptyOrder(tx, row);
}
