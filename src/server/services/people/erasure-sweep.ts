import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { cart } from '#server/db/schema/cart.ts';
import { erasure } from '#server/db/schema/people/erasure.ts';
import { message } from '#server/db/schema/message.ts';
import { order } from '#server/db/schema/order.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { ENDED, emptyOrders } from './ended-order.ts';
import { type Person, holdings, rowsOf } from './personal-data.ts';

type ErasureRow = typeof erasure.$inferSelect;
/** Calls that were under way when the person left are over by then, in ms. */
const STRAGGLERS = 15 * 60_000;
/** A farewell that nobody could deliver is given up, in ms. Source: PRV-02, 24 h. */
const GIVEN_UP = 23 * 3_600_000;

/** Everything of a person that waits for nothing. */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  await emptyOrders(tx, person);
  // The row stays, ownerless: a hold of it still gives its goods back.
  await tx
    .update(cart)
    .set({ accountId: null, draft: {}, lines: [], quoted: [], version: sql`${cart.version} + 1` })
    .where(and(eq(cart.tenantId, person.tenantId), holdings['cart']?.of(person)));
  for (const holding of Object.values(holdings))
    if (holding.end === 'deleted') await tx.delete(holding.table).where(rowsOf(holding, person));
}

/** Takes the farewells of a person that are sent or given up. @returns whether one waits to be sent */
async function clearFarewells(tx: Tx, { tenantId, messageIds }: ErasureRow, age: number): Promise<boolean> {
  if (messageIds.length === 0) return false;
  const farewells = and(eq(message.tenantId, tenantId), inArray(message.id, messageIds));
  await tx.delete(message).where(and(farewells, age > GIVEN_UP ? undefined : ne(message.state, 'queued')));
  const waiting = await tx.select({ id: message.id }).from(message).where(farewells);
  return waiting.length > 0;
}

async function hasOrderUnderWay(tx: Tx, person: Person): Promise<boolean> {
  const under = await tx
    .select({ id: order.id })
    .from(order)
    .where(
      and(eq(order.tenantId, person.tenantId), holdings['order']?.of(person), notInArray(order.state, ENDED)),
    );
  return under.length > 0;
}

/** Erases again what came after a person had left, and ends the erasure once nothing more can come. */
async function goOnErasing(tx: Tx, row: ErasureRow, now: Date): Promise<void> {
  const { tenantId, userId, accountId, requestedAt } = row;
  const person = { tenantId, userId, accountId, contacts: [] };
  await erasePerson(tx, person);
  const age = now.getTime() - requestedAt.getTime();
  const isWaiting = await clearFarewells(tx, row, age);
  if ((await hasOrderUnderWay(tx, person)) || isWaiting || age <= STRAGGLERS) return;
  await tx
    .update(erasure)
    .set({ doneAt: now })
    .where(and(eq(erasure.tenantId, tenantId), eq(erasure.userId, userId)));
}

/** Goes on with the erasures of a tenant that are not done. */
export async function sweepErasures(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  tenantId: string,
): Promise<void> {
  const open = await db.read(tenantId, (tx) =>
    tx
      .select()
      .from(erasure)
      .where(and(eq(erasure.tenantId, tenantId), isNull(erasure.doneAt)))
      .orderBy(sql`random()`)
      .limit(100),
  );
  await forEachIsolated(open, (row) => db.tenant(tenantId, (tx) => goOnErasing(tx, row, clock.date())));
}
