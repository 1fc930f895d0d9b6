import { and, eq, lt, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '../db/database.ts';
import { deliveryWindow } from '../db/schema/shipping-method.ts';
import type { Way } from './shipping.ts';

/** One place in a window of one day, made the first time that somebody takes one. @throws ApiProblem WINDOW when it is full */
export async function takePlace(tx: Tx, tenantId: string, methodId: string, window: Way['windows'][number]): Promise<void> {
  const row = { tenantId, id: window.id, shippingMethodId: methodId, startsAt: new Date(window.start), endsAt: new Date(window.end), capacity: window.capacity };
  const [, taken] = await Promise.all([
    tx.insert(deliveryWindow).values(row).onConflictDoNothing(),
    tx.update(deliveryWindow).set({ taken: sql`${deliveryWindow.taken} + 1` }).where(and(eq(deliveryWindow.tenantId, tenantId), eq(deliveryWindow.id, window.id), lt(deliveryWindow.taken, deliveryWindow.capacity))).returning({ id: deliveryWindow.id }),
  ]);
  if (!taken.length) throw new ApiProblem('WINDOW');
}
