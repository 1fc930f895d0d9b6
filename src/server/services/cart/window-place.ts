import { and, eq, lt, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared, rowMaker } from '#server/db/prepared.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import type { DeliveryOption } from './delivery-option.ts';

const openWindow = rowMaker(deliveryWindow);
const takeOne = prepared((tx) =>
  tx
    .update(deliveryWindow)
    .set({ taken: sql`${deliveryWindow.taken} + 1` })
    .where(
      and(
        eq(deliveryWindow.tenantId, sql.placeholder('tenantId')),
        eq(deliveryWindow.id, sql.placeholder('id')),
        lt(deliveryWindow.taken, deliveryWindow.capacity),
      ),
    )
    .returning({ id: deliveryWindow.id }),
);

/**
 * One place in a window of one day, made the first time that somebody takes one.
 * @throws ApiProblem WINDOW when it is full
 */
export async function takePlace(
  tx: Tx,
  tenantId: string,
  methodId: string,
  window: DeliveryOption['windows'][number],
): Promise<void> {
  const row = {
    tenantId,
    id: window.id,
    shippingMethodId: methodId,
    startsAt: new Date(window.start),
    endsAt: new Date(window.end),
    capacity: window.capacity,
    taken: 0,
  };
  const [, taken] = await Promise.all([
    openWindow(tx, row),
    takeOne(tx).execute({ tenantId, id: window.id }),
  ]);
  if (!taken.length) throw new ApiProblem('WINDOW');
}
