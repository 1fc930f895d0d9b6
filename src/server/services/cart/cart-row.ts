import { and, eq, sql } from 'drizzle-orm';
import type { CartLine } from '#contract/cart.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { movePhotos } from '#server/services/people/photo.ts';

export type CartRow = typeof cart.$inferSelect;
export type LockRow = typeof cartLock.$inferSelect;

/**
 * Who writes a cart: the buyer, and the visitor that this buyer was before signing in when the lead's secret
 * came along.
 */
export interface CartOwner {
  buyer: Buyer;
  leadId: string | null;
}
export const linesOf = (row: CartRow) => row.lines as CartLine[]; // validated when written
export const draftOf = (row: CartRow) => row.draft as CheckoutDraft; // validated when written
const isOwn = (row: CartRow, { buyer, leadId }: CartOwner) =>
  (row.accountId !== null && buyer.kind === 'client' && buyer.accountId === row.accountId) ||
  (row.leadId !== null && ((buyer.kind === 'lead' && buyer.leadId === row.leadId) || row.leadId === leadId));

const thisCart = and(eq(cart.tenantId, sql.placeholder('tenantId')), eq(cart.uuid, sql.placeholder('uuid')));
const cartToChange = prepared((tx) => tx.select().from(cart).where(thisCart).for('update'));
const cartToSee = prepared((tx) => tx.select().from(cart).where(thisCart));
const reservationRow = prepared((tx) =>
  tx
    .select()
    .from(cartLock)
    .where(
      and(
        eq(cartLock.tenantId, sql.placeholder('tenantId')),
        eq(cartLock.cartUuid, sql.placeholder('uuid')),
        eq(cartLock.state, 'held'),
      ),
    ),
);

/**
 * The cart's row, locked for this transaction: every change of a cart, its reservation or its order begins
 * here.
 * @throws ApiProblem NOT_FOUND for a missing or foreign one
 */
export async function ownCart(tx: Tx, tenantId: string, uuid: string, owner: CartOwner): Promise<CartRow> {
  const row = ownRow(await cartToChange(tx).execute({ tenantId, uuid }), owner);
  const { buyer } = owner;
  if (buyer.kind !== 'client' || buyer.accountId === null || row.accountId !== null) return row;
  // A visitor's cart that a client goes on with is the client's, with its order, its limits and its coupon.
  const mine = { accountId: buyer.accountId, leadId: null };
  await tx
    .update(cart)
    .set(mine)
    .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, uuid)));
  if (row.leadId !== null) await movePhotos(tx, tenantId, row.leadId, buyer.accountId);
  return { ...row, ...mine };
}
/** The cart's row, to look at. @throws ApiProblem NOT_FOUND for a missing or foreign one */
export async function seeCart(tx: Tx, tenantId: string, uuid: string, owner: CartOwner): Promise<CartRow> {
  return ownRow(await cartToSee(tx).execute({ tenantId, uuid }), owner);
}
function ownRow([row]: CartRow[], owner: CartOwner): CartRow {
  if (!row || !isOwn(row, owner)) throw new ApiProblem('NOT_FOUND');
  return row;
}

export const liveReservation = async (tx: Tx, tenantId: string, uuid: string): Promise<LockRow | null> =>
  (await reservationRow(tx).execute({ tenantId, uuid }))[0] ?? null;
