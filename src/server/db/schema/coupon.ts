import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { centavos, flag, id, instant, tenantId } from './columns.ts';

/**
 * What coupons give. Several codes may stand for one promotion, which is why its uses are counted here
 * (REL-08).
 */
export const promotion = pgTable(
  'promotion',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    name: text('name').notNull(),
    type: text('type').$type<'PERCENT' | 'FIXED' | 'FREE_SHIPPING'>().notNull(),
    /** Of PERCENT. */
    percent: doublePrecision('percent'),
    /** Of FIXED. */
    amount: centavos('amount'),
    /** Campaigns whose goods it counts on; none = all. */
    campaignIds: uuid('campaign_ids').array().notNull().default([]),
    /** Goods that must be in the cart, in centavos, after the discounts of their lines. */
    minTotal: centavos('min_total'),
    max: integer('max'),
    perBuyer: integer('per_buyer'),
    /** Reserved and consumed; grows by a conditional update only. */
    used: integer('used').notNull().default(0),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    active: flag('active').default(true),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('promotion_within_limit', sql`${t.used} >= 0 and (${t.max} is null or ${t.used} <= ${t.max})`),
  ],
);

/** A code that people type, in capitals. */
export const coupon = pgTable(
  'coupon',
  { tenantId: tenantId(), code: text('code').notNull(), promotionId: id('promotion_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.code] }),
    index('coupon_by_promotion').on(t.tenantId, t.promotionId),
  ],
);

/**
 * The use that one cart makes of one promotion: reserved by its hold, consumed when its order is paid,
 * released when either ends.
 */
export const couponUse = pgTable(
  'coupon_use',
  {
    tenantId: tenantId(),
    promotionId: id('promotion_id').notNull(),
    cartUuid: id('cart_uuid').notNull(),
    code: text('code').notNull(),
    /** `account:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    state: text('state').$type<'reserved' | 'consumed' | 'released'>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.promotionId, t.cartUuid] }),
    index('coupon_use_by_subject').on(t.tenantId, t.promotionId, t.subject),
    index('coupon_use_by_cart').on(t.tenantId, t.cartUuid),
  ],
);
