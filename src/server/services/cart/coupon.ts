import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { PricedLine } from '#contract/cart.ts';
import type { CouponRefusal } from '#contract/coupon.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { CouponValue } from '#domain/money/cart-totals.ts';
import { couponRefusal, couponValueOf } from '#domain/money/coupon.ts';
import { goodsIn } from '#domain/money/statement.ts';
import type { Tx } from '#server/db/database.ts';
import { coupon, couponUse, promotion } from '#server/db/schema/coupon.ts';

/** A code with what it stands for, and how often this buyer used it in other carts. */
export interface FoundCoupon {
  code: string;
  promotion: typeof promotion.$inferSelect;
  buyerUses: number;
  /** This cart has one of its uses reserved. */
  isReserved: boolean;
}
/** A coupon of a cart: what it gives, or why it gives nothing. */
export type CartCoupon =
  | { code: string; promotionId: string; campaignIds: readonly string[]; value: CouponValue; refusal: null }
  | { code: string; refusal: CouponRefusal; value: CouponValue | null };
/** What a hold and an order remember of their coupon. */
export interface KeptCoupon {
  code: string;
  promotionId: string;
  campaignIds: readonly string[];
}

const LIVE = ['reserved', 'consumed'] as const;
/** Who uses a coupon, as a cart's row names its owner. */
export const ownerSubject = (row: { accountId: string | null; leadId: string | null }): string =>
  row.accountId === null ? `lead:${row.leadId}` : `account:${row.accountId}`;

/** One statement; asked for carts with a coupon only. */
export async function findCoupon(
  tx: Tx,
  tenantId: string,
  code: string,
  subject: string,
  cartUuid: string | null,
): Promise<FoundCoupon | null> {
  const [row] = await tx
    .select({ code: coupon.code, promotion, subject: couponUse.subject, cartUuid: couponUse.cartUuid })
    .from(coupon)
    .innerJoin(promotion, and(eq(promotion.tenantId, coupon.tenantId), eq(promotion.id, coupon.promotionId)))
    .leftJoin(
      couponUse,
      and(
        eq(couponUse.tenantId, coupon.tenantId),
        eq(couponUse.promotionId, coupon.promotionId),
        or(eq(couponUse.subject, subject), cartUuid === null ? undefined : eq(couponUse.cartUuid, cartUuid)),
        inArray(couponUse.state, LIVE),
      ),
    )
    .where(and(eq(coupon.tenantId, tenantId), eq(coupon.code, code.toUpperCase())))
    .then((rows) =>
      rows.slice(0, 1).map((first) => ({ ...first, uses: rows.filter((one) => one.cartUuid !== null) })),
    );
  if (!row) return null;
  return {
    code: row.code,
    promotion: row.promotion,
    buyerUses: row.uses.filter((one) => one.cartUuid !== cartUuid).length,
    isReserved: row.uses.some((one) => one.cartUuid === cartUuid),
  };
}

/** Judges a coupon by the priced lines of a cart. @param now epoch ms */
export function evaluateCoupon(
  code: string,
  found: FoundCoupon | null,
  lines: readonly PricedLine[],
  now: number,
): CartCoupon {
  if (!found) return { code, refusal: 'UNKNOWN', value: null };
  const { promotion: row, buyerUses, isReserved } = found;
  const goods = goodsIn(lines);
  const refusal = couponRefusal(
    { ...row, startsAt: row.startsAt?.getTime() ?? null, endsAt: row.endsAt?.getTime() ?? null },
    { goods, buyerUses, isReserved, now },
  );
  const value = couponValueOf(row);
  // Its terms are for whom other goods would help; a code that rests is as unknown as one that never was.
  if (refusal) {
    const isOfGoods = refusal === 'CAMPAIGN' || refusal === 'MIN_TOTAL';
    return { code: found.code, refusal, value: isOfGoods ? value : null };
  }
  return {
    code: found.code,
    promotionId: row.id,
    campaignIds: row.campaignIds,
    value,
    refusal: null,
  };
}

/**
 * Reserves one use for a cart's hold. The promotion's row decides, one buyer after the other: its limit by
 * the condition of the update, the buyer's limit under its lock.
 * @throws ApiProblem COUPON_REFUSED with USED_UP or PER_BUYER
 */
export async function reserveCoupon(
  tx: Tx,
  tenantId: string,
  kept: KeptCoupon,
  use: { cartUuid: string; subject: string; at: Date },
): Promise<void> {
  const isThis = and(eq(promotion.tenantId, tenantId), eq(promotion.id, kept.promotionId));
  const [taken] = await tx
    .update(promotion)
    .set({ used: sql`${promotion.used} + 1` })
    .where(and(isThis, sql`(${promotion.max} is null or ${promotion.used} < ${promotion.max})`))
    .returning({ perBuyer: promotion.perBuyer });
  if (!taken) throw new ApiProblem('COUPON_REFUSED', { detail: 'USED_UP' });
  if (taken.perBuyer !== null) {
    const [count] = await tx
      .select({ uses: sql<number>`count(*)::int` })
      .from(couponUse)
      .where(
        and(
          eq(couponUse.tenantId, tenantId),
          eq(couponUse.promotionId, kept.promotionId),
          eq(couponUse.subject, use.subject),
          inArray(couponUse.state, LIVE),
          ne(couponUse.cartUuid, use.cartUuid),
        ),
      );
    if ((count?.uses ?? 0) >= taken.perBuyer) throw new ApiProblem('COUPON_REFUSED', { detail: 'PER_BUYER' });
  }
  const fresh = { code: kept.code, subject: use.subject, state: 'reserved' as const, at: use.at };
  await tx
    .insert(couponUse)
    .values({ tenantId, promotionId: kept.promotionId, cartUuid: use.cartUuid, ...fresh })
    .onConflictDoUpdate({
      target: [couponUse.tenantId, couponUse.promotionId, couponUse.cartUuid],
      set: fresh,
    });
}

/** Gives a cart's use back, whether reserved or consumed; once, whatever happens. */
export async function releaseCoupon(
  tx: Tx,
  tenantId: string,
  promotionId: string,
  cartUuid: string,
): Promise<void> {
  // The promotion first, as a reservation does it, so that nobody waits in a ring.
  await tx
    .select({ id: promotion.id })
    .from(promotion)
    .where(and(eq(promotion.tenantId, tenantId), eq(promotion.id, promotionId)))
    .for('update');
  const given = await tx
    .update(couponUse)
    .set({ state: 'released' })
    .where(
      and(
        eq(couponUse.tenantId, tenantId),
        eq(couponUse.promotionId, promotionId),
        eq(couponUse.cartUuid, cartUuid),
        inArray(couponUse.state, LIVE),
      ),
    )
    .returning({ cartUuid: couponUse.cartUuid });
  if (given.length)
    await tx
      .update(promotion)
      .set({ used: sql`${promotion.used} - 1` })
      .where(and(eq(promotion.tenantId, tenantId), eq(promotion.id, promotionId)));
}

/** The order is paid: its use stays used. */
export const consumeCoupon = (tx: Tx, tenantId: string, promotionId: string, cartUuid: string) =>
  tx
    .update(couponUse)
    .set({ state: 'consumed' })
    .where(
      and(
        eq(couponUse.tenantId, tenantId),
        eq(couponUse.promotionId, promotionId),
        eq(couponUse.cartUuid, cartUuid),
        eq(couponUse.state, 'reserved'),
      ),
    );
