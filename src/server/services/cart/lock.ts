import { type SQL, and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Lock, PricedLine, Totals } from '#contract/cart.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import type { PaymentTerms } from '#contract/tenant/tenant.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { unmetReasons } from '#domain/campaign-status.ts';
import { controlIssues } from '#domain/cart-controls.ts';
import { paidAt, sumsOf, totalsOnWire } from '#domain/money/cart-totals.ts';
import { discountFor } from '#domain/money/ways-to-pay.ts';
import { cents, centsOfReais, inCents } from '#contract/money.ts';
import { sum } from '#domain/money/money.ts';
import { windowStartOf } from '#domain/place/windows.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { drivenRow, overwriting, placesOf, prepared } from '#server/db/prepared.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { order, orderChild, orderItem } from '#server/db/schema/order.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { LIMITS, sandboxFactor } from '#server/platform/limits-table.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import { campaignReply, factsOf } from '#server/services/catalog/campaign.ts';
import {
  type CartOwner,
  type OpenCart,
  draftOf,
  liveLock,
  openCart,
  orderedProblem,
  ownCart,
  release,
  remember,
  tellCart,
} from './cart.ts';
import { type KeptCoupon, ownerSubject, reserveCoupon } from './coupon.ts';
import { assertExtra } from './extra.ts';
import { type Reserved, controlsOf, dependsOf } from './pricing.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { isFetched } from './shipping.ts';
import { isPriceIncrease } from './quoted-prices.ts';
import { takePlace } from './window-place.ts';

/** How long a hold lasts before the order is placed. Source: D42. */
const HOLD = 15 * 60_000;

/** What a hold fixed: the order is made from this and nothing else. */
export interface Locked {
  cartVersion: number;
  totals: Totals;
  lines: PricedLine[];
  shippingName: string;
  hubId: string | null;
  /** by campaign; holds of before have none */
  hubs?: Record<string, string>;
  coupon?: KeptCoupon;
  /** The way of paying that the totals are for, and what it takes off in percent. */
  way?: { type: string; percent: number };
  window: { start: string; end: string } | null;
}
// Written below only
export const lockedOf = (totals: Record<string, unknown>) => totals as unknown as Locked;
/**
 * What a hold costs paid in one way: as it was fixed where it was made for that way, else with that way's own
 * discount.
 */
export const totalsFor = ({ totals, way }: Locked, type: string, terms: PaymentTerms | undefined): Totals =>
  totalsOnWire(paidAt(sumsOf(totals), way?.type === type ? way.percent : discountFor(terms, type)));

/** Units of a campaign in a buyer's orders that were not canceled, for the limit per account (D67). */
export async function boughtBefore(
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  campaignId: string,
): Promise<number> {
  const owner =
    buyer.kind === 'lead'
      ? eq(order.leadId, buyer.leadId)
      : eq(order.accountId, buyer.accountId ?? buyer.userId);
  const [row] = await tx
    .select({ units: sql<number>`coalesce(sum(${orderItem.quantity}), 0)::int` })
    .from(orderItem)
    .innerJoin(order, and(eq(order.tenantId, orderItem.tenantId), eq(order.id, orderItem.orderId)))
    .innerJoin(
      orderChild,
      and(eq(orderChild.tenantId, orderItem.tenantId), eq(orderChild.id, orderItem.orderChildId)),
    )
    .where(
      and(
        eq(orderItem.tenantId, tenantId),
        eq(orderItem.campaignId, campaignId),
        owner,
        sql`${orderChild.state} not in ('CANCELED', 'REFUNDED')`,
      ),
    );
  return row?.units ?? 0;
}

const takeUnits = prepared((tx) =>
  tx
    .update(stock)
    .set({ quantity: sql`${stock.quantity} - ${sql.placeholder('quantity')}::int` })
    .where(
      and(
        eq(stock.tenantId, sql.placeholder('tenantId')),
        eq(stock.itemId, sql.placeholder('itemId')),
        gte(stock.quantity, sql.placeholder('quantity')),
      ),
    )
    .returning({ itemId: stock.itemId }),
);
/**
 * Takes units of stock, items in ascending order so that two carts never wait for each other in a ring.
 * @throws ApiProblem STOCK
 */
export async function takeStock(tx: Tx, tenantId: string, demand: readonly Reserved[]): Promise<void> {
  const ascending = demand.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const taken = await Promise.all(
    ascending.map(({ itemId, quantity }) => takeUnits(tx).execute({ tenantId, itemId, quantity })),
  );
  const missing = ascending.find((_, index) => !taken[index]?.length);
  if (missing) throw new ApiProblem('STOCK', { detail: missing.itemId });
}

/**
 * Whether so many units are there now. Holds nothing: for questions that must be answered before stock may be
 * taken.
 */
export async function hasStock(tx: Tx, tenantId: string, demand: readonly Reserved[]): Promise<boolean> {
  const there = await tx
    .select({ itemId: stock.itemId, quantity: stock.quantity })
    .from(stock)
    .where(
      and(
        eq(stock.tenantId, tenantId),
        inArray(
          stock.itemId,
          demand.map(({ itemId }) => itemId),
        ),
      ),
    );
  const left = new Map(there.map(({ itemId, quantity }) => [itemId, quantity]));
  return demand.every(({ itemId, quantity }) => (left.get(itemId) ?? 0) >= quantity);
}

const heldOf = (mine: SQL) =>
  prepared((tx) =>
    tx
      .select({
        carts: sql<number>`count(*)::int`,
        until: sql`min(${cartLock.lockedUntil})`.mapWith(cartLock.lockedUntil),
      })
      .from(cart)
      .innerJoin(
        cartLock,
        and(
          eq(cartLock.tenantId, cart.tenantId),
          eq(cartLock.cartUuid, cart.uuid),
          eq(cartLock.state, 'held'),
          sql`${cartLock.lockedUntil} > ${sql.placeholder('now')}`,
        ),
      )
      .where(
        and(
          eq(cart.tenantId, sql.placeholder('tenantId')),
          mine,
          eq(cart.state, 'open'),
          sql`${cart.uuid} <> ${sql.placeholder('uuid')}`,
        ),
      ),
  );
const heldOfAccount = heldOf(eq(cart.accountId, sql.placeholder('owner')));
const heldOfLead = heldOf(eq(cart.leadId, sql.placeholder('owner')));
/** How many other carts a buyer holds stock with, and when the first of these holds ends. */
const heldBy = (tx: Tx, tenantId: string, buyer: Buyer, uuid: string, now: Date) => {
  const values = { tenantId, uuid, now: now.toISOString() };
  return buyer.kind === 'lead'
    ? heldOfLead(tx).execute({ ...values, owner: buyer.leadId })
    : heldOfAccount(tx).execute({ ...values, owner: buyer.accountId });
};

const writeLock = prepared((tx) =>
  tx
    .insert(cartLock)
    .values(placesOf(cartLock))
    .onConflictDoUpdate({
      target: [cartLock.tenantId, cartLock.cartUuid],
      set: {
        ...overwriting(cartLock, [
          'state',
          'lockedUntil',
          'reserved',
          'deliveryWindowId',
          'totals',
          'orderId',
        ]),
        fence: sql`${cartLock.fence} + 1`,
      },
    })
    .returning({ fence: cartLock.fence }),
);

const refuse = (detail: string) => new ApiProblem('LOCK', { detail });

/** Stock holds. Source: specification §8; D18, D19, D42, D67; REL-06, REL-07. */
export function lockService({ db, clock, env, jobs }: Core, { referenceOf }: { referenceOf: ReferenceOf }) {
  /**
   * Every rule that a cart must meet before anything is held for it, decided again here whatever a screen
   * said.
   */
  async function check(tx: Tx, tenantId: string, buyer: Buyer, open: OpenCart): Promise<void> {
    const { priced, ways, chosen, row } = open;
    const draft = draftOf(row);
    const isTold = (...reasons: string[]) => priced.changes.some((change) => reasons.includes(change.reason));
    if (isTold('CAMPAIGN')) throw refuse('CAMPAIGN');
    if ((priced.lines.length === 0 && !isTold('SELECTION')) || isTold('STOCK', 'GONE')) throw refuse('STOCK');
    if (isTold('SELECTION')) throw refuse('SELECTION');
    if (isTold('LIMIT')) throw refuse('LIMIT');
    // Time alone needs no facts about the buyer.
    const isGated = priced.campaigns.some((one) => dependsOf(one).some((need) => need.type !== 'time'));
    const factsFor = await factsOf(tx, tenantId, isGated ? buyer : undefined);
    for (const one of priced.campaigns)
      if (unmetReasons(campaignReply(one, factsFor(one)), factsFor(one), clock.now()).length)
        throw refuse('CAMPAIGN');
    for (const one of priced.campaigns) {
      const lines = priced.lines.filter((line) => line.campaignId === one.id);
      const controls = controlsOf(one);
      const subTotal = sum(lines.map((line) => cents(inCents(line.total) + inCents(line.discount))));
      const before =
        controls.maxPerAccount === undefined ? 0 : await boughtBefore(tx, tenantId, buyer, one.id);
      const { minTotal, ...counts } = controls;
      if (
        controlIssues(
          lines,
          { ...counts, minTotal: minTotal === undefined ? undefined : (centsOfReais(minTotal) ?? undefined) },
          subTotal,
          before,
        ).length
      )
        throw refuse('LIMIT');
    }
    if (open.coupon?.refusal) throw refuse('COUPON');
    if (priced.changes.some(isPriceIncrease)) throw refuse('PRICE');
    if (!draft.shippingMethod || (isFetched(priced.campaigns) && draft.shippingMethod.type !== 'PICKUP'))
      throw new ApiProblem('ADDRESS', { detail: 'shippingMethod' });
    if (chosen) {
      if (chosen.window && chosen.window.left < 1 && open.lock?.deliveryWindowId !== chosen.window.id)
        throw refuse('WINDOW');
      return;
    }
    if (draft.shippingMethod.type !== 'PICKUP' && (!draft.location || isAddressIncomplete(draft.location)))
      throw new ApiProblem('ADDRESS', { detail: 'location' });
    const { id, type, windowId, hubId } = draft.shippingMethod;
    const way = ways.ways.find(
      (one) => one.method.id === id && (hubId === undefined || one.hub.id === hubId),
    );
    if (type !== 'PICKUP' && !way) throw refuse('AREA');
    // Windows leave from the front, as their time comes.
    const start = windowId === undefined ? null : windowStartOf(windowId);
    throw refuse(
      way && start !== null && start < (way.windows[0]?.start ?? Infinity) ? 'WINDOW_PAST' : 'WINDOW',
    );
  }

  async function takeWindow(tx: Tx, tenantId: string, { chosen }: OpenCart): Promise<void> {
    if (!chosen?.window) return;
    await takePlace(tx, tenantId, chosen.way.method.id, chosen.window).catch((error: unknown) => {
      throw isProblem(error, 'WINDOW') ? refuse('WINDOW') : error;
    });
  }

  const mostHeld = LIMITS.heldCarts * sandboxFactor(env);

  async function hold(tx: Tx, tenantId: string, uuid: string, owner: CartOwner): Promise<Lock> {
    const { buyer } = owner;
    // In this order: one hold of a buyer after the other, and what is held is read once the cart's row is
    // ours.
    const [, row, held, [others]] = await Promise.all([
      tx
        .execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${tenantId} ${subjectOf(buyer)}`}, 0))`,
        )
        .execute(),
      ownCart(tx, tenantId, uuid, owner),
      liveLock(tx, tenantId, uuid),
      heldBy(tx, tenantId, buyer, uuid, clock.date()),
    ]);
    if (row.state === 'ordered') throw await orderedProblem(tx, tenantId, uuid);
    if (held && held.lockedUntil > clock.date() && lockedOf(held.totals).cartVersion === row.version)
      return lockReply(held.lockedUntil, held.fence, lockedOf(held.totals));
    if (others?.until && others.carts >= mostHeld)
      throw new ApiProblem('TOO_MANY_REQUESTS', {
        retryAfter: Math.ceil((others.until.getTime() - clock.now()) / 1_000),
      });
    if (held) await release(tx, tenantId, uuid);
    const open = await openCart(tx, referenceOf, row, null, clock.now());
    const { extra } = draftOf(row);
    if (extra) assertExtra(open.priced.campaigns, extra);
    await check(tx, tenantId, buyer, open);
    // What is cheaper is told by the hold itself.
    if (open.priced.changes.some(({ reason }) => reason === 'PRICE')) await remember(tx, open);
    const window = open.chosen?.window;
    const type = draftOf(row).paymentMethod?.type;
    const coupon =
      open.coupon?.refusal === null
        ? {
            code: open.coupon.code,
            promotionId: open.coupon.promotionId,
            campaignIds: open.coupon.campaignIds,
          }
        : null;
    const locked: Locked = {
      cartVersion: row.version,
      totals: totalsOnWire(open.priced.totals),
      lines: open.priced.lines,
      shippingName: open.chosen?.way.option.name ?? '',
      hubId: open.chosen?.way.hub.id ?? null,
      ...(open.chosen ? { hubs: open.chosen.way.hubs } : {}),
      window: window
        ? { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() }
        : null,
      ...(coupon ? { coupon } : {}),
      ...(type === undefined ? {} : { way: { type, percent: open.percent } }),
    };
    const fresh = {
      state: 'held' as const,
      lockedUntil: new Date(clock.now() + HOLD),
      reserved: open.priced.demand,
      deliveryWindowId: window?.id ?? null,
      totals: locked as unknown as Record<string, unknown>,
      orderId: null,
    }; // Locked is what the column holds
    // All or nothing: what one of them refuses is undone with the rest.
    const [, , [made]] = await Promise.all([
      takeStock(tx, tenantId, open.priced.demand).catch((error: unknown) => {
        throw isProblem(error, 'STOCK') ? refuse('STOCK') : error;
      }),
      takeWindow(tx, tenantId, open),
      writeLock(tx).execute(drivenRow(cartLock, { tenantId, cartUuid: uuid, fence: 1, ...fresh })),
    ]);
    // Last, as whoever gives back does it last too; only carts with a coupon come here.
    if (coupon)
      await reserveCoupon(tx, tenantId, coupon, {
        cartUuid: uuid,
        subject: ownerSubject(row),
        at: clock.date(),
      }).catch((error: unknown) => {
        throw isProblem(error, 'COUPON_REFUSED') ? refuse('COUPON') : error;
      });
    if (!made) throw new Error('a hold that was just made is gone');
    return lockReply(fresh.lockedUntil, made.fence, locked);
  }

  const service = {
    /**
     * @throws ApiProblem LOCK with detail STOCK, PRICE, CAMPAIGN, AREA, LIMIT, SELECTION, COUPON, WINDOW or
     * WINDOW_PAST and the cart as it is now; MALFORMED for answers that fit no question; ORDERED; ADDRESS;
     * NOT_FOUND; TOO_MANY_REQUESTS
     */
    async lock(tenantId: string, uuid: string, owner: CartOwner): Promise<Lock> {
      try {
        return await db.tenant(tenantId, (tx) => hold(tx, tenantId, uuid, owner));
      } catch (error) {
        if (!isProblem(error, 'LOCK')) throw error;
        throw new ApiProblem('LOCK', {
          ...error.problem,
          current: await tellCart(db, referenceOf, tenantId, uuid, owner, clock.now()),
        });
      }
    },
    unlock: (tenantId: string, uuid: string, owner: CartOwner): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        await ownCart(tx, tenantId, uuid, owner);
        await release(tx, tenantId, uuid);
      }),
    /**
     * Holds whose time is over give their stock back, each in a transaction of its own: one that fails keeps
     * nobody waiting.
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
          // The cart's row first, as every writer of a hold does it, so that nobody is overtaken.
          const [row] = await tx
            .select({ uuid: cart.uuid })
            .from(cart)
            .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, uuid)))
            .for('update', { skipLocked: true });
          if (row) await release(tx, tenantId, uuid, clock.date());
        }),
      );
    },
  };
  jobs.whenDue('lock.expiry', service.sweep);
  return service;
}
export type LockService = ReturnType<typeof lockService>;

const lockReply = (lockedUntil: Date, fence: number, { totals, lines }: Locked): Lock => ({
  lockedUntil: lockedUntil.toISOString(),
  fence,
  totals,
  lines,
});
