import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { wallTime } from '#domain/place/zone.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { cardIntent } from '#server/db/schema/card.ts';
import { cart } from '#server/db/schema/cart.ts';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { measurement } from '#server/db/schema/measurement.ts';
import { message } from '#server/db/schema/message.ts';
import { news } from '#server/db/schema/news.ts';
import { order, returnPhoto } from '#server/db/schema/order.ts';
import { photo } from '#server/db/schema/photo.ts';
import { webhookEvent } from '#server/db/schema/payment.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { signupGrant } from '#server/db/schema/people/session.ts';
import { ticket } from '#server/db/schema/ticket.ts';
import { rateLimit } from '#server/db/schema/rate-limit.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { HOUSEKEEPING, RETENTION } from '#server/platform/retention.ts';
import { removeCarts } from './cart/old-carts.ts';
import { BATCH, removeOld } from '#server/jobs/old-rows.ts';
import { ENDED, emptyOrder } from './people/ended-order.ts';
import { removeLeads, removeSessions, removeStates, removeUsers } from './people/old-people.ts';

/** Rounds of one kind in an hour: what is left waits, nobody waits for it. */
const ROUNDS = 50;

/** Takes what a provider sent out of notices that are old; their ids stay. */
const emptyNotices = async (tx: Tx, tenantId: string, old: Date) =>
  (
    await tx
      .update(webhookEvent)
      .set({ body: {} })
      .where(
        and(
          eq(webhookEvent.tenantId, tenantId),
          lt(webhookEvent.receivedAt, old),
          sql`${webhookEvent.body} <> '{}'::jsonb`,
        ),
      )
      .returning({ id: webhookEvent.eventId })
  ).length;

/**
 * Deletes what has served, each kind in a transaction of its own. Source: PRV-02;
 * src/server/platform/retention.ts
 * says how long.
 */
export function housekeepingService({ db, clock, jobs, tenants, log }: Core) {
  const before = (age: number) => new Date(clock.now() - age);

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
        .set({ draft: {}, lines: [], quoted: [] })
        .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, row.cartUuid)));
    }
    return rows.length;
  }

  const works: Record<string, (tx: Tx, tenantId: string) => Promise<number>> = {
    sessions: (tx, id) => removeSessions(tx, id, before(RETENTION.session)),
    leads: (tx, id) => removeLeads(tx, id, before(RETENTION.lead)),
    carts: (tx, id) => removeCarts(tx, id, before(RETENTION.cart)),
    users: (tx, id) => removeUsers(tx, id, before(RETENTION.userAlone)),
    orderNames: emptyNames,
    notices: (tx, id) => emptyNotices(tx, id, before(RETENTION.webhookBody)),
    states: (tx, id) => removeStates(tx, id, before(RETENTION.ssoState)),
    challenges: (tx, id) =>
      removeOld(
        tx,
        id,
        challenge,
        or(
          and(isNull(challenge.usedAt), lt(challenge.expiresAt, before(RETENTION.challengeUnused))),
          lt(challenge.usedAt, before(RETENTION.challengeUsed)),
        ),
      ),
    messages: (tx, id) => removeOld(tx, id, message, lt(message.at, before(RETENTION.message))),
    grants: (tx, id) =>
      removeOld(tx, id, signupGrant, lt(signupGrant.expiresAt, before(RETENTION.signupGrant))),
    windows: (tx, id) =>
      removeOld(tx, id, deliveryWindow, lt(deliveryWindow.endsAt, before(RETENTION.deliveryWindow))),
    cardIntents: (tx, id) =>
      removeOld(
        tx,
        id,
        cardIntent,
        and(eq(cardIntent.kind, 'payment'), lt(cardIntent.createdAt, before(RETENTION.cardIntent))),
      ),
    photos: (tx, id) =>
      removeOld(
        tx,
        id,
        photo,
        or(
          lt(photo.at, before(RETENTION.photo)),
          and(isNull(photo.orderId), lt(photo.at, before(RETENTION.photoUnused))),
        ),
      ),
    returnPhotos: (tx, id) =>
      removeOld(
        tx,
        id,
        returnPhoto,
        or(
          lt(returnPhoto.at, before(RETENTION.returnPhoto)),
          and(isNull(returnPhoto.returnNumber), lt(returnPhoto.at, before(RETENTION.returnPhotoUnused))),
        ),
      ),
    alerts: (tx, id) => removeOld(tx, id, alert, lt(alert.at, before(RETENTION.alert))),
    news: (tx, id) => removeOld(tx, id, news, lte(news.at, before(RETENTION.news))),
    tickets: (tx, id) => removeOld(tx, id, ticket, lte(ticket.at, before(RETENTION.ticket))),
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
    audit: (tx, id) => removeOld(tx, id, audit, lt(audit.at, before(RETENTION.audit))),
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
