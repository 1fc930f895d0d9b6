import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { NewOrder, Order, OrderType } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { countUnits } from '#domain/cart-line.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { drivenRow, overwriting, placesOf, prepared } from '#server/db/prepared.ts';
import { account } from '#server/db/schema/people/account.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { LIMITS, scaledLimit } from '#server/platform/limits-table.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import {
  type CartOwner,
  type CartRow,
  draftOf,
  linesOf,
  liveReservation,
  ownCart,
} from '#server/services/cart/cart-row.ts';
import { orderedProblem } from '#server/services/cart/cart-reply.ts';
import { type Locked, lockedOf, totalsFor } from '#server/services/cart/reservation.ts';
import { boughtBefore } from '#server/services/cart/purchase-limit.ts';
import { controlsOf } from '#server/services/cart/pricing.ts';
import { findPauseIn } from '#server/services/catalog/pause.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import type { ChargeService } from '#server/services/payment/charge/charge.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { assertAsReserved } from './assert-as-reserved.ts';
import { assertGuest } from './guest.ts';
import { orderInsertion } from './insert-order.ts';

const ROUTE = 'placeOrder';
/** A stored answer is replayed for this long (ms). Source: definitions, Idempotency. */
const KEPT = 72 * 3_600_000;
const ofTenant = sql.placeholder('tenantId');
const accountOf = prepared((tx) =>
  tx
    .select()
    .from(account)
    .where(and(eq(account.tenantId, ofTenant), eq(account.id, sql.placeholder('id')))),
);
const keptAnswer = prepared((tx) =>
  tx
    .select()
    .from(idempotencyKey)
    .where(
      and(
        eq(idempotencyKey.tenantId, ofTenant),
        eq(idempotencyKey.subject, sql.placeholder('subject')),
        eq(idempotencyKey.route, ROUTE),
        eq(idempotencyKey.key, sql.placeholder('key')),
        gt(idempotencyKey.expiresAt, sql.placeholder('now')),
      ),
    ),
);
const keepAnswer = prepared((tx) =>
  tx
    .insert(idempotencyKey)
    .values(placesOf(idempotencyKey))
    .onConflictDoUpdate({
      target: [idempotencyKey.tenantId, idempotencyKey.subject, idempotencyKey.route, idempotencyKey.key],
      set: overwriting(idempotencyKey, ['fingerprint', 'body', 'expiresAt']),
    }),
);

/** Answers of a placement: the order, or the bytes that the first answer had. */
export type Placed = { order: Order; replayed: false } | { body: string; replayed: true };

/**
 * Placing orders: everything that belongs together in one transaction. Source: specification §7; D44, D49,
 * D55–D57; REL-01 to REL-03, SEC-17.
 */
export function orderService(
  core: Core,
  { charges, referenceOf }: { charges: ChargeService; referenceOf: ReferenceOf },
) {
  const { db, clock, env, limits, metrics, tenants } = core;
  const insertOrder = orderInsertion(core, { charges, referenceOf });
  const mostOrders = scaledLimit(LIMITS.orders, env);
  /** Without a live reservation the time counts: no grace after the end of a campaign (D19, REL-20). */
  async function lateProblem(tx: Tx, tenantId: string, row: CartRow): Promise<ApiProblem> {
    const ids = [...new Set(linesOf(row).map((line) => line.campaignId))];
    const ended = ids.length
      ? await tx
          .select({ id: campaign.id })
          .from(campaign)
          .where(
            and(
              eq(campaign.tenantId, tenantId),
              inArray(campaign.id, ids),
              lt(campaign.endsAt, clock.date()),
            ),
          )
          .limit(1)
      : [];
    return new ApiProblem(ended.length ? 'CAMPAIGN_ENDED' : 'LOCK_LOST');
  }

  /**
   * Two carts of one buyer may be held at once; the limit per account is decided when they become orders, one
   * after the other.
   * @throws ApiProblem LIMIT
   */
  async function assertWithinAccount(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    { lines }: Locked,
  ): Promise<void> {
    const ids = new Set(lines.map((line) => line.campaignId));
    // Locks are taken in id order, so that two orders cannot deadlock.
    const { campaigns } = await referenceOf(tx, tenantId);
    for (const row of campaigns.filter((one) => ids.has(one.id))) {
      const { maxPerAccount } = controlsOf(row);
      if (maxPerAccount === undefined) continue;
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${subjectOf(buyer)} ${row.id}`}, 0))`,
      );
      const units = countUnits(lines.filter((line) => line.campaignId === row.id));
      if (units + (await boughtBefore(tx, tenantId, buyer, row.id)) > maxPerAccount)
        throw new ApiProblem('LIMIT');
    }
  }

  async function placeIn(
    tx: Tx,
    tenant: TenantRecord,
    type: OrderType,
    body: NewOrder,
    owner: CartOwner,
    key: string,
  ): Promise<Placed> {
    const subject = subjectOf(owner.buyer);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([type, body]))
      .digest('base64url');
    // Two sends of one key: the second is told to come back, it does not wait on a connection. In this order,
    // and so executed here: whoever gets the key sees what was kept under it.
    const [claimed, [kept]] = await Promise.all([
      tx
        .execute(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${`${tenant.id} ${subject} ${key}`}, 0)) as free`,
        )
        .execute(),
      keptAnswer(tx).execute({ tenantId: tenant.id, subject, key, now: clock.date() }),
    ]);
    const { rows: claims } = claimed as unknown as { rows: { free: boolean }[] }; // the same on both drivers
    if (!claims[0]?.free) throw new ApiProblem('IN_FLIGHT', { retryAfter: 1 });
    if (kept?.body) {
      if (kept.fingerprint !== fingerprint) throw new ApiProblem('KEY_REUSED');
      return { body: kept.body, replayed: true };
    }
    const { cartUuid } = body.properties;
    assertCpf(tenants, tenant.id, {
      'properties.account.cpf': body.properties.account?.cpf,
      'properties.recipient.cpf': body.properties.recipient?.cpf,
    });
    const accountId = owner.buyer.kind === 'client' ? owner.buyer.accountId : null;
    // In this order: the reservation is read once the cart's row is ours.
    const [row, lock, [person]] = await Promise.all([
      ownCart(tx, tenant.id, cartUuid, owner),
      liveReservation(tx, tenant.id, cartUuid),
      accountId === null ? [] : accountOf(tx).execute({ tenantId: tenant.id, id: accountId }),
      limits.within(tx, `orders:${tenant.id}:${subject}`, mostOrders),
    ]);
    if (row.state === 'ordered') throw await orderedProblem(tx, tenant.id, row.uuid);
    if (owner.buyer.kind === 'lead') assertGuest(tenant, body);
    const { fence } = body.properties;
    if (!lock || lock.lockedUntil <= clock.date()) throw await lateProblem(tx, tenant.id, row);
    if ((fence !== undefined && fence !== lock.fence) || lockedOf(lock.totals).cartVersion !== row.version)
      throw new ApiProblem('LOCK_LOST');
    const held = lockedOf(lock.totals);
    const totals = totalsFor(held, body.paymentMethod.type, tenant.settings.payment.terms);
    assertAsReserved(body, held, totals, draftOf(row).shippingMethod);
    const paused = await findPauseIn(tx, tenant.id, held, clock.now());
    if (paused) throw new ApiProblem(paused.code, { detail: paused.reason });
    await assertWithinAccount(tx, tenant.id, owner.buyer, held);
    const placed = await insertOrder(tx, {
      tenant,
      type,
      body,
      row,
      lock: { ...lock, totals: { ...lock.totals, totals } },
      owner,
      person,
      attempt: key,
    });
    const now = clock.now();
    const answer = {
      tenantId: tenant.id,
      subject,
      route: ROUTE,
      key,
      fingerprint,
      state: 'done' as const,
      status: 201,
      body: JSON.stringify(placed),
      createdAt: new Date(now),
      expiresAt: new Date(now + KEPT),
    };
    deferToCommit(tx, keepAnswer(tx).execute(drivenRow(idempotencyKey, answer)));
    return { order: placed, replayed: false };
  }

  return {
    /**
     * @param key `{cartUuid}:{attempt}`, or the bare cartUuid
     * @throws ApiProblem MALFORMED, LOCK_LOST, PRICE, ORDERED (the order's code in `detail`), IN_FLIGHT,
     * KEY_REUSED, ADDRESS, CAMPAIGN, STOCK or WINDOW of a pause, PAYMENT_METHOD, NOT_FOUND, TOO_MANY_REQUESTS
     */
    async place(
      tenant: TenantRecord,
      type: OrderType,
      body: NewOrder,
      owner: CartOwner,
      key: string,
    ): Promise<Placed> {
      // Buying without an account is the tenant's choice (D74).
      if (owner.buyer.kind === 'lead' && !tenant.settings.flags.guestOrders)
        throw new ApiProblem('UNAUTHENTICATED');
      try {
        const placed = await db.tenant(tenant.id, (tx) => placeIn(tx, tenant, type, body, owner, key));
        if (!placed.replayed) metrics.orderPlaced(tenant.id);
        return placed;
      } catch (error) {
        // The last net: the database knows one live order per cart, whatever the keys said.
        if (isUniqueViolation(error, 'order_live_per_cart')) throw new ApiProblem('ORDERED');
        throw error;
      }
    },
  };
}
