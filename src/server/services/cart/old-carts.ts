import { and, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { order } from '#server/db/schema/order.ts';
import { BATCH } from '#server/jobs/old-rows.ts';

/** Carts that became no order and that nobody wrote since. */
export async function removeCarts(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const orders = tx
    .select({ one: sql`1` })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), eq(order.cartUuid, cart.uuid)));
  const holds = tx
    .select({ one: sql`1` })
    .from(cartLock)
    .where(
      and(eq(cartLock.tenantId, tenantId), eq(cartLock.cartUuid, cart.uuid), eq(cartLock.state, 'held')),
    );
  const some = tx
    .select({ uuid: cart.uuid })
    .from(cart)
    .where(
      and(
        eq(cart.tenantId, tenantId),
        ne(cart.state, 'ordered'),
        lt(cart.updatedAt, since),
        notExists(orders),
        notExists(holds),
      ),
    )
    .limit(BATCH);
  const gone = await tx
    .delete(cart)
    .where(and(eq(cart.tenantId, tenantId), inArray(cart.uuid, some)))
    .returning({ uuid: cart.uuid });
  if (gone.length)
    await tx.delete(cartLock).where(
      and(
        eq(cartLock.tenantId, tenantId),
        inArray(
          cartLock.cartUuid,
          gone.map(({ uuid }) => uuid),
        ),
      ),
    );
  return gone.length;
}
