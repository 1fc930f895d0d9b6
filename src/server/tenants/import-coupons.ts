import { sql } from 'drizzle-orm';
import { centsOfReais } from '#contract/money.ts';
import { offsetToMs } from '#contract/tenant/tenant-parts.ts';
import type { Tx } from '../db/database.ts';
import { coupon, promotion } from '../db/schema/coupon.ts';
import { idOf } from '#server/platform/ids.ts';
import type { TenantData } from './data.ts';

/**
 * Loads a folder's coupons, or brings loaded ones up to date. Uses that were counted stay counted; those that
 * an operator made are left alone.
 */
export async function importCoupons(
  tx: Tx,
  { tenant: { client: tenantId }, coupons = [] }: Pick<TenantData, 'tenant' | 'coupons'>,
  now: Date,
): Promise<void> {
  const at = (offset: string | undefined) =>
    offset === undefined ? null : new Date(now.getTime() + offsetToMs(offset));
  for (const one of coupons) {
    const id = idOf(tenantId, 'promotion', one.slug);
    const terms = {
      name: one.name,
      type: one.type,
      percent: one.type === 'PERCENT' ? one.value : null,
      amount: one.type === 'FIXED' ? centsOfReais(one.value) : null,
      campaignIds: one.campaigns.map((slug) => idOf(tenantId, 'campaign', slug)),
      minTotal: one.minTotal === undefined ? null : centsOfReais(one.minTotal),
      max: one.max ?? null,
      perBuyer: one.perBuyer ?? null,
      startsAt: at(one.startsIn),
      endsAt: at(one.endsIn),
      active: true,
    };
    // A limit below what is used already stays where the uses are.
    const kept = one.max === undefined ? {} : { max: sql`greatest(${one.max}, ${promotion.used})` };
    await tx
      .insert(promotion)
      .values({ tenantId, id, ...terms })
      .onConflictDoUpdate({ target: [promotion.tenantId, promotion.id], set: { ...terms, ...kept } });
    for (const code of one.codes)
      await tx
        .insert(coupon)
        .values({ tenantId, code, promotionId: id })
        .onConflictDoUpdate({ target: [coupon.tenantId, coupon.code], set: { promotionId: id } });
  }
}
