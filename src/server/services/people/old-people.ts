import { and, eq, inArray, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { order } from '#server/db/schema/order.ts';
import { account } from '#server/db/schema/people/account.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { relationUse } from '#server/db/schema/people/relation.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { refreshToken, session } from '#server/db/schema/people/session.ts';
import { ssoState } from '#server/db/schema/people/sso.ts';
import { user } from '#server/db/schema/people/user.ts';
import { BATCH, removeOld } from '#server/jobs/old-rows.ts';

/** Visitors who left nothing but themselves: with them go their carts, consents, alerts and used keys. */
export async function removeLeads(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const orders = tx
    .select({ one: sql`1` })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), eq(order.leadId, lead.id)));
  const carts = tx
    .select({ one: sql`1` })
    .from(cart)
    .where(
      and(
        eq(cart.tenantId, tenantId),
        eq(cart.leadId, lead.id),
        sql`${cart.updatedAt} >= ${since.toISOString()}`,
      ),
    );
  const gone = await tx
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.tenantId, tenantId), lt(lead.updatedAt, since), notExists(orders), notExists(carts)))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const ids = gone.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const subjects = ids.map((id) => `lead:${id}`);
  const left = await tx
    .delete(cart)
    .where(and(eq(cart.tenantId, tenantId), inArray(cart.leadId, ids)))
    .returning({ uuid: cart.uuid });
  if (left.length)
    await tx.delete(cartLock).where(
      and(
        eq(cartLock.tenantId, tenantId),
        inArray(
          cartLock.cartUuid,
          left.map(({ uuid }) => uuid),
        ),
        ne(cartLock.state, 'held'),
      ),
    );
  await tx.delete(consent).where(and(eq(consent.tenantId, tenantId), inArray(consent.subject, subjects)));
  await tx
    .delete(relationUse)
    .where(and(eq(relationUse.tenantId, tenantId), inArray(relationUse.subject, subjects)));
  await tx
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.tenantId, tenantId), inArray(pushSubscription.subject, subjects)));
  await tx.delete(alert).where(and(eq(alert.tenantId, tenantId), inArray(alert.subject, subjects)));
  await tx.delete(lead).where(and(eq(lead.tenantId, tenantId), inArray(lead.id, ids)));
  return ids.length;
}

export async function removeSessions(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const ended = await tx
    .select({ id: session.id })
    .from(session)
    .where(
      and(eq(session.tenantId, tenantId), or(lt(session.expiresAt, since), lt(session.revokedAt, since))),
    )
    .limit(BATCH);
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx
    .delete(refreshToken)
    .where(and(eq(refreshToken.tenantId, tenantId), inArray(refreshToken.sessionId, ids)));
  await tx.delete(session).where(and(eq(session.tenantId, tenantId), inArray(session.id, ids)));
  return ids.length;
}

export async function removeStates(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const old = and(eq(ssoState.tenantId, tenantId), lt(ssoState.expiresAt, since));
  return (await tx.delete(ssoState).where(old).returning({ id: ssoState.stateHash })).length;
}

/**
 * Contacts that somebody typed, or proved and left: no account, no sign-in, no order hangs on them, and no
 * company lists them.
 */
export const removeUsers = (tx: Tx, tenantId: string, since: Date) => {
  const hanging = [account, session, order, roster].map((table) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.tenantId, tenantId), eq(table.userId, user.id))),
    ),
  );
  return removeOld(tx, tenantId, user, and(lt(user.createdAt, since), ...hanging));
};
