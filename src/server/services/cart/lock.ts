import { and, eq, lte, sql } from 'drizzle-orm';
import type { Lock } from '#contract/order/lock.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import { totalsOnWire } from '#domain/money/statement.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { drivenRow } from '#server/db/prepared.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { LIMITS, sandboxFactor } from '#server/platform/limits-table.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import { findPauseIn } from '#server/services/catalog/pause.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { type CartOwner, type CartRow, draftOf, liveReservation, ownCart } from './cart-row.ts';
import { orderedProblem, keepQuotedPrices, readCart } from './cart-reply.ts';
import { type KeptCoupon, ownerSubject, reserveCoupon } from './coupon.ts';
import { assertAnswers } from './extra.ts';
import { type OpenCart, openCart } from './open-cart.ts';
import { type Locked, reservationsOf, lockedOf, releaseReservation, writeLock } from './reservation.ts';
import { assertReservable, refuse } from './reservation-check.ts';
import { takeStock } from './stock.ts';
import { partsOf, payersOf } from './wallet-part.ts';
import { takePlace } from './window-place.ts';

/** How long goods are reserved before the order is placed, in ms. Source: D42. */
const RESERVED_FOR = 15 * 60_000;

const couponOf = ({ coupon }: OpenCart): KeptCoupon | null => {
  if (coupon?.refusal !== null) return null;
  const { code, promotionId, campaignIds } = coupon;
  return { code, promotionId, campaignIds };
};
/** What a reservation fixes of a cart: the order is made from it. */
function fixedBy(row: CartRow, { priced, chosen, percent }: OpenCart, coupon: KeptCoupon | null): Locked {
  const window = chosen?.window;
  const type = draftOf(row).paymentMethod?.type;
  return {
    cartVersion: row.version,
    totals: totalsOnWire(priced.totals),
    lines: priced.lines,
    shippingName: chosen?.option.quoted.name ?? '',
    hubId: chosen?.option.hub.id ?? null,
    ...(chosen ? { hubs: chosen.option.hubs } : {}),
    window: window
      ? { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() }
      : null,
    ...(coupon ? { coupon } : {}),
    ...(type === undefined ? {} : { way: { type, percent } }),
  };
}

/**
 * Reservations of a cart's goods, the wire's `lock`. Source: specification §8; D18, D19, D42, D67; REL-06,
 * REL-07.
 */
export function lockService(
  { db, clock, env, jobs, tenants }: Core,
  { referenceOf }: { referenceOf: ReferenceOf },
) {
  async function takeWindow(tx: Tx, tenantId: string, { chosen }: OpenCart): Promise<void> {
    if (!chosen?.window) return;
    await takePlace(tx, tenantId, chosen.option.method.id, chosen.window).catch((error: unknown) => {
      throw isProblem(error, 'WINDOW') ? refuse('WINDOW') : error;
    });
  }

  /** What the wallets that the cart names pay of it as things stand: read anew each time, nothing of it is held. */
  async function walletsOf(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    row: CartRow,
    opened: () => Promise<OpenCart>,
  ): Promise<Pick<Lock, 'wallets'>> {
    if (!draftOf(row).wallets?.length) return {};
    if (!tenants.byId(tenantId)?.settings.payment.methods.includes('WALLET')) return {};
    const open = await opened();
    const parts = partsOf(open, await payersOf(tx, tenantId, buyer, open, open.percent, clock.now()));
    return parts.length > 0 ? { wallets: parts } : {};
  }

  const mostReservations = LIMITS.reservedCarts * sandboxFactor(env);

  /** The cart's row, its reservation, and those of the buyer's other carts. */
  async function rowsOf(tx: Tx, tenantId: string, uuid: string, owner: CartOwner) {
    const { buyer } = owner;
    // In this order: reservations of one buyer are made one after the other, and what is reserved is read
    // under the lock of the cart's row.
    const [, row, current, [others]] = await Promise.all([
      tx
        .execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${tenantId} ${subjectOf(buyer)}`}, 0))`,
        )
        .execute(),
      ownCart(tx, tenantId, uuid, owner),
      liveReservation(tx, tenantId, uuid),
      reservationsOf(tx, tenantId, buyer, uuid, clock.date()),
    ]);
    return { row, current, others };
  }
  /** @throws ApiProblem TOO_MANY_REQUESTS, until the first of the others ends */
  function assertWithinLimit(others: { carts: number; until: Date | null } | undefined): void {
    if (others?.until && others.carts >= mostReservations)
      throw new ApiProblem('TOO_MANY_REQUESTS', {
        retryAfter: Math.ceil((others.until.getTime() - clock.now()) / 1_000),
      });
  }

  async function reserve(tx: Tx, tenantId: string, uuid: string, owner: CartOwner): Promise<Lock> {
    const { buyer } = owner;
    const { row, current, others } = await rowsOf(tx, tenantId, uuid, owner);
    if (row.state === 'ordered') throw await orderedProblem(tx, tenantId, uuid);
    if (
      current &&
      current.lockedUntil > clock.date() &&
      lockedOf(current.totals).cartVersion === row.version
    ) {
      const paused = await findPauseIn(tx, tenantId, lockedOf(current.totals), clock.now());
      if (paused) throw refuse(paused.code);
      return {
        ...lockReply(current.lockedUntil, current.fence, lockedOf(current.totals)),
        ...(await walletsOf(tx, tenantId, buyer, row, () =>
          openCart(tx, referenceOf, row, current, clock.now()),
        )),
      };
    }
    assertWithinLimit(others);
    if (current) await releaseReservation(tx, tenantId, uuid);
    const open = await openCart(tx, referenceOf, row, null, clock.now());
    const { extra } = draftOf(row);
    if (extra) await assertAnswers(tx, tenantId, ownerSubject(row), open.priced.campaigns, extra);
    await assertReservable(tx, tenantId, buyer, open, clock.now());
    // A price that fell is quoted by the reservation itself.
    if (open.priced.changes.some(({ reason }) => reason === 'PRICE')) await keepQuotedPrices(tx, open);
    const coupon = couponOf(open);
    const locked = fixedBy(row, open, coupon);
    const fresh = {
      state: 'held' as const,
      lockedUntil: new Date(clock.now() + RESERVED_FOR),
      reserved: open.priced.demand,
      deliveryWindowId: open.chosen?.window?.id ?? null,
      totals: locked as unknown as Record<string, unknown>,
      orderId: null,
    }; // Locked is what the column holds
    // All or nothing: a refusal of one undoes the others with the transaction.
    const [, , [made]] = await Promise.all([
      takeStock(tx, tenantId, open.priced.demand).catch((error: unknown) => {
        throw isProblem(error, 'STOCK') ? refuse('STOCK') : error;
      }),
      takeWindow(tx, tenantId, open),
      writeLock(tx).execute(drivenRow(cartLock, { tenantId, cartUuid: uuid, fence: 1, ...fresh })),
    ]);
    // The coupon is locked last here as in a release, so that the two cannot deadlock.
    if (coupon)
      await reserveCoupon(tx, tenantId, coupon, {
        cartUuid: uuid,
        subject: ownerSubject(row),
        at: clock.date(),
      }).catch((error: unknown) => {
        throw isProblem(error, 'COUPON_REFUSED') ? refuse('COUPON') : error;
      });
    if (!made) throw new Error('a reservation that was just made is gone');
    return {
      ...lockReply(fresh.lockedUntil, made.fence, locked),
      ...(await walletsOf(tx, tenantId, buyer, row, () => Promise.resolve(open))),
    };
  }

  const service = {
    /**
     * @throws ApiProblem LOCK with detail STOCK, PRICE, CAMPAIGN, AREA, LIMIT, SELECTION, COUPON, WINDOW or
     * WINDOW_PAST and the cart as it is now; MALFORMED for answers that fit no question; ORDERED; ADDRESS;
     * NOT_FOUND; TOO_MANY_REQUESTS
     */
    async lock(tenantId: string, uuid: string, owner: CartOwner): Promise<Lock> {
      try {
        return await db.tenant(tenantId, (tx) => reserve(tx, tenantId, uuid, owner));
      } catch (error) {
        if (!isProblem(error, 'LOCK')) throw error;
        throw new ApiProblem('LOCK', {
          ...error.problem,
          current: await readCart(db, referenceOf, tenantId, uuid, owner, clock.now()),
        });
      }
    },
    unlock: (tenantId: string, uuid: string, owner: CartOwner): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        await ownCart(tx, tenantId, uuid, owner);
        await releaseReservation(tx, tenantId, uuid);
      }),
    /**
     * Releases reservations whose time is over, each in a transaction of its own, so that one that fails
     * delays no other.
     */
    async sweep(tenantId: string): Promise<void> {
      const due = await db.read(tenantId, (tx) =>
        tx
          .select({ uuid: cartLock.cartUuid })
          .from(cartLock)
          .where(
            and(
              eq(cartLock.tenantId, tenantId),
              eq(cartLock.state, 'held'),
              lte(cartLock.lockedUntil, clock.date()),
            ),
          )
          .orderBy(cartLock.lockedUntil)
          .limit(100),
      );
      await forEachIsolated(due, ({ uuid }) =>
        db.tenant(tenantId, async (tx) => {
          // The cart's row is locked first, as by every writer of a reservation.
          const [row] = await tx
            .select({ uuid: cart.uuid })
            .from(cart)
            .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, uuid)))
            .for('update', { skipLocked: true });
          if (row) await releaseReservation(tx, tenantId, uuid, clock.date());
        }),
      );
    },
  };
  jobs.whenDue('lock.expiry', service.sweep);
  return service;
}

const lockReply = (lockedUntil: Date, fence: number, { totals, lines }: Locked): Lock => ({
  lockedUntil: lockedUntil.toISOString(),
  fence,
  totals,
  lines,
});
