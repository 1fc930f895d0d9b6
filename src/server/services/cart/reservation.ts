import { type SQL, and, eq, lte, sql } from 'drizzle-orm';
import type { PricedLine, Totals } from '#contract/cart.ts';
import { type Cents, inCents } from '#contract/money.ts';
import type { PaymentTerms } from '#contract/tenant/tenant.ts';
import { paidAt } from '#domain/money/cart-totals.ts';
import { totalsOf, totalsOnWire } from '#domain/money/statement.ts';
import { leftToPay } from '#domain/money/wallet.ts';
import { discountFor } from '#domain/money/payment-method.ts';
import type { Tx } from '#server/db/database.ts';
import { overwriting, placesOf, prepared } from '#server/db/prepared.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { type KeptCoupon, releaseCoupon } from './coupon.ts';
import { releaseStock } from './stock.ts';

/** What a reservation fixed: the order is made from this and nothing else. */
export interface Locked {
  cartVersion: number;
  totals: Totals;
  lines: PricedLine[];
  shippingName: string;
  hubId: string | null;
  /** by campaign; reservations of older versions have none */
  hubs?: Record<string, string>;
  coupon?: KeptCoupon;
  /** The payment method that the totals are for, and what it takes off in percent. */
  way?: { type: string; percent: number };
  window: { start: string; end: string } | null;
}
// Written below only
export const lockedOf = (totals: Record<string, unknown>) => totals as unknown as Locked;
/**
 * What a reservation costs with a payment method: as it was fixed where it was made for that method, else
 * with the method's own discount.
 */
export const totalsFor = ({ totals, way }: Locked, type: string, terms: PaymentTerms | undefined): Totals =>
  totalsOnWire(paidAt(totalsOf(totals), way?.type === type ? way.percent : discountFor(terms, type)));

/** What is left to pay of a reservation with a payment method, once a wallet has paid its part. */
export const dueFor = (
  locked: Locked,
  type: string,
  terms: PaymentTerms | undefined,
  byWallet: Cents,
): Cents => leftToPay(inCents(totalsFor(locked, type, terms).total), byWallet);

const othersOf = (mine: SQL) =>
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
const othersOfAccount = othersOf(eq(cart.accountId, sql.placeholder('owner')));
const othersOfLead = othersOf(eq(cart.leadId, sql.placeholder('owner')));
/** How many other carts of a buyer have a reservation, and when the first of these ends. */
export const reservationsOf = (tx: Tx, tenantId: string, buyer: Buyer, uuid: string, now: Date) => {
  const values = { tenantId, uuid, now: now.toISOString() };
  return buyer.kind === 'lead'
    ? othersOfLead(tx).execute({ ...values, owner: buyer.leadId })
    : othersOfAccount(tx).execute({ ...values, owner: buyer.accountId });
};

export const writeLock = prepared((tx) =>
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

/**
 * Releases a reservation (when `dueBy` is given: only one that is over by then): stock, window and coupon.
 * One that ended already releases nothing.
 */
export async function releaseReservation(
  tx: Tx,
  tenantId: string,
  uuid: string,
  dueBy?: Date,
): Promise<void> {
  const isOver = dueBy ? lte(cartLock.lockedUntil, dueBy) : undefined;
  const [ended] = await tx
    .update(cartLock)
    .set({ state: 'released' })
    .where(
      and(eq(cartLock.tenantId, tenantId), eq(cartLock.cartUuid, uuid), eq(cartLock.state, 'held'), isOver),
    )
    .returning();
  if (!ended) return;
  await releaseStock(tx, tenantId, ended.reserved, ended.deliveryWindowId);
  const { coupon } = ended.totals as { coupon?: { promotionId: string } }; // Locked is what the column holds
  if (coupon) await releaseCoupon(tx, tenantId, coupon.promotionId, uuid);
}
