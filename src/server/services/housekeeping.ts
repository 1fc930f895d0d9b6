import { type SQL, and, eq, inArray, isNotNull, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { wallTime } from '#domain/place/zone.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '../db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { audit } from '../db/schema/audit.ts';
import { cardIntent } from '../db/schema/card.ts';
import { cart, cartLock } from '../db/schema/cart.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { idempotencyKey } from '../db/schema/idempotency-key.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { measurement } from '../db/schema/measurement.ts';
import { message } from '../db/schema/message.ts';
import { news } from '../db/schema/news.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { order, returnPhoto } from '../db/schema/order.ts';
import { webhookEvent } from '../db/schema/payment.ts';
import { rateLimit } from '../db/schema/rate-limit.ts';
import { relationUse } from '#server/db/schema/people/relation.ts';
import { refreshToken, session, signupGrant } from '#server/db/schema/people/session.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { ssoState } from '#server/db/schema/people/sso.ts';
import { user } from '#server/db/schema/people/user.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { HOUSEKEEPING, RETENTION } from '#server/platform/retention.ts';
import { ENDED, emptyOrder } from './people/erasure.ts';

/**
 * Rows of one kind that one transaction takes, and how many of these an hour has: what is left waits, nobody
 * waits for it.
 */
const BATCH = 1_000;
const ROUNDS = 50;

type Keyed = PgTable & { tenantId: PgColumn; id: PgColumn };

/**
 * Deletes what has served, each kind in a transaction of its own. Source: PRV-02; src/server/platform/retention.ts
 * says how long.
 */
export function housekeepingService({ db, clock, jobs, tenants, log }: Core) {
  const before = (age: number) => new Date(clock.now() - age);

  async function remove(tx: Tx, tenantId: string, table: Keyed, old: SQL | undefined): Promise<number> {
    const some = tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.tenantId, tenantId), old))
      .limit(BATCH);
    return (
      await tx
        .delete(table)
        .where(and(eq(table.tenantId, tenantId), inArray(table.id, some)))
        .returning({ id: table.id })
    ).length;
  }

  /** Visitors who left nothing but themselves: with them go their carts, consents and used keys. */
  async function removeLeads(tx: Tx, tenantId: string): Promise<number> {
    const since = before(RETENTION.lead);
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
    await tx.delete(lead).where(and(eq(lead.tenantId, tenantId), inArray(lead.id, ids)));
    return ids.length;
  }

  async function removeCarts(tx: Tx, tenantId: string): Promise<number> {
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
          lt(cart.updatedAt, before(RETENTION.cart)),
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

  async function removeSessions(tx: Tx, tenantId: string): Promise<number> {
    const since = before(RETENTION.session);
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

  /**
   * Contacts that somebody typed, or proved and left: no account, no sign-in, no order hangs on them, and no
   * company lists them.
   */
  const removeUsers = (tx: Tx, tenantId: string) => {
    const hanging = [account, session, order, roster].map((table) =>
      notExists(
        tx
          .select({ one: sql`1` })
          .from(table)
          .where(and(eq(table.tenantId, tenantId), eq(table.userId, user.id))),
      ),
    );
    return remove(tx, tenantId, user, and(lt(user.createdAt, before(RETENTION.userAlone)), ...hanging));
  };

  async function emptyNames(tx: Tx, tenantId: string): Promise<number> {
    const named = or(
      isNotNull(order.userName),
      isNotNull(order.userPhone),
      isNotNull(order.email),
      isNotNull(order.identification),
    );
    const rows = await tx
      .select()
      .from(order)
      .where(
        and(
          eq(order.tenantId, tenantId),
          inArray(order.state, ENDED),
          lt(order.updatedAt, before(RETENTION.orderNames)),
          named,
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const row of rows) {
      await emptyOrder(tx, row);
      await tx
        .update(cart)
        .set({ draft: {}, lines: [], told: [] })
        .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, row.cartUuid)));
    }
    return rows.length;
  }

  const emptyNotices = async (tx: Tx, tenantId: string) =>
    (
      await tx
        .update(webhookEvent)
        .set({ body: {} })
        .where(
          and(
            eq(webhookEvent.tenantId, tenantId),
            lt(webhookEvent.receivedAt, before(RETENTION.webhookBody)),
            sql`${webhookEvent.body} <> '{}'::jsonb`,
          ),
        )
        .returning({ id: webhookEvent.eventId })
    ).length;

  const removeStates = async (tx: Tx, tenantId: string) =>
    (
      await tx
        .delete(ssoState)
        .where(and(eq(ssoState.tenantId, tenantId), lt(ssoState.expiresAt, before(RETENTION.ssoState))))
        .returning({ id: ssoState.stateHash })
    ).length;

  const works: Record<string, (tx: Tx, tenantId: string) => Promise<number>> = {
    sessions: removeSessions,
    leads: removeLeads,
    carts: removeCarts,
    users: removeUsers,
    orderNames: emptyNames,
    notices: emptyNotices,
    states: removeStates,
    challenges: (tx, id) =>
      remove(
        tx,
        id,
        challenge,
        or(
          and(isNull(challenge.usedAt), lt(challenge.expiresAt, before(RETENTION.challengeUnused))),
          lt(challenge.usedAt, before(RETENTION.challengeUsed)),
        ),
      ),
    messages: (tx, id) => remove(tx, id, message, lt(message.at, before(RETENTION.message))),
    grants: (tx, id) => remove(tx, id, signupGrant, lt(signupGrant.expiresAt, before(RETENTION.signupGrant))),
    windows: (tx, id) =>
      remove(tx, id, deliveryWindow, lt(deliveryWindow.endsAt, before(RETENTION.deliveryWindow))),
    cardIntents: (tx, id) =>
      remove(
        tx,
        id,
        cardIntent,
        and(eq(cardIntent.kind, 'payment'), lt(cardIntent.createdAt, before(RETENTION.cardIntent))),
      ),
    photos: (tx, id) =>
      remove(
        tx,
        id,
        returnPhoto,
        or(
          lt(returnPhoto.at, before(RETENTION.returnPhoto)),
          and(isNull(returnPhoto.returnNumber), lt(returnPhoto.at, before(RETENTION.returnPhotoUnused))),
        ),
      ),
    news: (tx, id) => remove(tx, id, news, lte(news.at, before(RETENTION.news))),
    counts: async (tx, id) =>
      (
        await tx
          .delete(measurement)
          .where(
            and(
              eq(measurement.tenantId, id),
              lt(measurement.day, wallTime(before(RETENTION.measurement).getTime()).date),
            ),
          )
          .returning({ day: measurement.day })
      ).length,
    // After their time no call reads them any more.
    keys: async (tx, id) =>
      (
        await tx
          .delete(idempotencyKey)
          .where(and(eq(idempotencyKey.tenantId, id), lte(idempotencyKey.expiresAt, clock.date())))
          .returning({ key: idempotencyKey.key })
      ).length,
    audit: (tx, id) => remove(tx, id, audit, lt(audit.at, before(RETENTION.audit))),
  };

  async function sweep(tenantId: string, alive: () => void = () => undefined): Promise<void> {
    // Counters are not of one tenant.
    if (tenants.all()[0]?.id === tenantId)
      await db.global.delete(rateLimit).where(lt(rateLimit.expire, clock.date()));
    const done: Record<string, number> = {};
    await forEachIsolated(Object.entries(works), async ([name, work]) => {
      for (let round = 0, count = BATCH; count >= BATCH && round < ROUNDS; round++) {
        count = await db.tenant(tenantId, (tx) => work(tx, tenantId));
        alive();
        if (count > 0) done[name] = (done[name] ?? 0) + count;
      }
    });
    if (Object.keys(done).length > 0)
      log.info({ tenant: tenantId, ...done }, 'rows that have served are gone');
  }
  jobs.every('housekeeping', HOUSEKEEPING, sweep);
  return { sweep };
}
