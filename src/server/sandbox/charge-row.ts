import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { randomToken } from '#server/platform/ids.ts';
import { rowMaker } from '../db/prepared.ts';
import { sandboxCharge } from '../db/schema/card.ts';
import { AcquirerFault, type Charge, type ChargeState, type DeclineReason } from '../providers/acquirer.ts';

export type ChargeRow = typeof sandboxCharge.$inferSelect;
type Fields = Pick<ChargeRow, 'amount' | 'reference'> & Partial<ChargeRow>;
/** The books of the bank of one tenant. */
export interface Books extends Pick<Core, 'db' | 'clock' | 'secrets'> {
  tenantId: string;
}
const makeCharge = rowMaker(sandboxCharge);

export const thisCharge = (tenantId: string, id: string) =>
  and(eq(sandboxCharge.tenantId, tenantId), eq(sandboxCharge.id, id));
/** The charge whose secret somebody has. */
export const chargeOfSecret = (tenantId: string, secret: string) =>
  and(eq(sandboxCharge.tenantId, tenantId), eq(sandboxCharge.secret, secret));

export const stateOf = (row: ChargeRow) => row.state as ChargeState; // written here only
export const chargeOf = (row: ChargeRow): Charge => ({
  state: stateOf(row),
  amount: row.amount,
  currency: 'brl',
  reference: row.reference,
  ...(row.reason ? { reason: row.reason as DeclineReason } : {}), // written here only
  ...(row.endToEndId ? { endToEndId: row.endToEndId } : {}),
});

export const findCharge = ({ db, tenantId }: Books, id: string): Promise<ChargeRow | undefined> =>
  db.read(tenantId, async (tx) => (await tx.select().from(sandboxCharge).where(thisCharge(tenantId, id)))[0]);

export const newCharge = (
  { tenantId, clock }: Books,
  kind: ChargeRow['kind'],
  id: string,
  fields: Fields,
): ChargeRow => ({
  tenantId,
  id,
  kind,
  state: 'open',
  secret: `${id}_secret_${randomToken(16)}`,
  token: null,
  reason: null,
  endToEndId: null,
  properties: {},
  createdAt: clock.date(),
  ...fields,
});

/** Opens a charge, or finds the one that was opened under this id before. */
export async function openCharge(
  books: Books,
  kind: ChargeRow['kind'],
  id: string,
  fields: Fields,
): Promise<{ id: string; clientSecret: string }> {
  const fresh = newCharge(books, kind, id, fields);
  const made = await books.db.tenant(books.tenantId, (tx) => makeCharge(tx, fresh));
  const row = made.length ? fresh : await findCharge(books, id);
  if (!row) throw new AcquirerFault('a charge that was there before is gone');
  return { id, clientSecret: row.secret };
}

/** Moves a charge when it is in one of these states; answers how it stands. */
export async function moveCharge(
  { db, tenantId }: Books,
  id: string,
  from: readonly ChargeState[],
  to: Partial<ChargeRow>,
): Promise<Charge> {
  const row = await db.tenant(tenantId, async (tx) => {
    const [held] = await tx.select().from(sandboxCharge).where(thisCharge(tenantId, id)).for('update');
    if (!held || !from.includes(stateOf(held))) return held;
    const [moved] = await tx.update(sandboxCharge).set(to).where(thisCharge(tenantId, id)).returning();
    return moved;
  });
  if (!row) throw new AcquirerFault('there is no such charge');
  return chargeOf(row);
}
