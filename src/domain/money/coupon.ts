import type { Cart, CouponTerms } from '#contract/cart.ts';
import type { CouponRefusal } from '#contract/coupon.ts';
import { type Cents, cents, inCents, reaisOf } from '#contract/money.ts';
import { type CouponValue, type Goods, couponFit } from './cart-totals.ts';
import { ZERO } from './money.ts';
import { allocate } from './shares.ts';

/**
 * What the shop promises to anybody who types one of its codes. Amounts in centavos, times in epoch ms, `percent`
 * of PERCENT and `amount` of FIXED.
 */
export type Promotion = {
  type: CouponValue['type'];
  percent: number | null;
  amount: Cents | null;
  campaignIds: readonly string[];
  minTotal: Cents | null;
  max: number | null;
  perBuyer: number | null;
  used: number;
  startsAt: number | null;
  endsAt: number | null;
  active: boolean;
};

/** What a promotion takes off, in the shape that totals are made with. */
export function couponValueOf({
  type,
  percent,
  amount,
  campaignIds,
  minTotal,
}: Pick<Promotion, 'type' | 'percent' | 'amount' | 'campaignIds' | 'minTotal'>): CouponValue {
  const asked = { campaignIds, minTotal: minTotal ?? undefined };
  if (type === 'PERCENT') return { type, value: percent ?? 0, ...asked };
  return type === 'FIXED' ? { type, value: amount ?? ZERO, ...asked } : { type, ...asked };
}

/** The same on the wire, for anybody who holds the code. */
export function couponTerms(coupon: CouponValue): CouponTerms {
  const { type, campaignIds = [], minTotal } = coupon;
  return {
    type,
    value: coupon.type === 'PERCENT' ? coupon.value : coupon.type === 'FIXED' ? reaisOf(coupon.value) : 0,
    ...(campaignIds.length > 0 ? { campaignIds: [...campaignIds] } : {}),
    ...(minTotal === undefined ? {} : { minTotal: reaisOf(minTotal) }),
  };
}

/**
 * Why a coupon cannot be used on these goods, or null. The first of: it rests, its time, its uses, this
 * buyer's uses, the campaign, the least total.
 * @param buyerUses uses of this buyer in other carts  @param isReserved one of its uses is reserved for this
 * cart
 */
export function couponRefusal(
  promotion: Promotion,
  {
    goods,
    buyerUses,
    isReserved = false,
    now,
  }: { goods: readonly Goods[]; buyerUses: number; isReserved?: boolean; now: number },
): CouponRefusal | null {
  const { active, startsAt, endsAt, max, perBuyer, used } = promotion;
  if (!active) return 'UNKNOWN';
  if (startsAt !== null && now < startsAt) return 'NOT_STARTED';
  if (endsAt !== null && now >= endsAt) return 'ENDED';
  if (!isReserved && max !== null && used >= max) return 'USED_UP';
  if (!isReserved && perBuyer !== null && buyerUses >= perBuyer) return 'PER_BUYER';
  return couponFit(couponValueOf(promotion), goods).gap?.reason ?? null;
}

/**
 * What the coupon of a browser's cart is worth by the server's last word; null where it has not said, or refuses it
 * whatever the goods are. Whether the goods reach it, totals say themselves.
 */
export function couponInForce(
  code: string | undefined,
  priced: Pick<Cart, 'coupon' | 'couponTerms'> | null,
): CouponValue | null {
  const terms = code && priced?.coupon === code && priced.couponTerms;
  if (!terms) return null;
  const { type, value, minTotal = 0, campaignIds } = terms;
  const coupon = { type, value: type === 'FIXED' ? inCents(value) : value, campaignIds };
  return { ...coupon, minTotal: inCents(minTotal) } as CouponValue; // each type with its own unit
}

/** Goods per campaign, in the order in which campaigns first appear. */
export function goodsOf(lines: readonly Goods[]): Goods[] {
  const nets = new Map<string, number>();
  for (const { campaignId, net } of lines) nets.set(campaignId, (nets.get(campaignId) ?? 0) + net);
  return [...nets].map(([campaignId, net]) => ({ campaignId, net: cents(net) }));
}

/**
 * What each of these goods bears of what a code takes off all that it counts on, by what they cost; the parts
 * sum to it.
 * @param cut in centavos
 * @param campaignIds of the code; none = all
 */
export const sharesOf = (goods: readonly Goods[], cut: Cents, campaignIds: readonly string[] = []): Cents[] =>
  allocate(
    cut,
    goods.map((one) => couponFit({ campaignIds }, [one]).base),
  );

/**
 * Goods per campaign after what a code takes off all of them together, shared by what each costs.
 * @param cut in centavos
 * @param campaignIds of the code; none = all
 */
export function goodsAfter(
  goods: readonly Goods[],
  cut: Cents,
  campaignIds: readonly string[] = [],
): Goods[] {
  const shares = sharesOf(goods, cut, campaignIds);
  return goods.map(({ campaignId, net }, index) => ({ campaignId, net: cents(net - (shares[index] ?? 0)) }));
}

/**
 * What is paid for the goods of each campaign: the code falls on the goods that it is for, the discount of
 * the payment method on all that is left. Both in centavos.
 */
export const goodsPaid = (
  goods: readonly Goods[],
  { coupon, paymentDiscount }: { coupon: Cents; paymentDiscount: Cents },
  campaignIds: readonly string[] = [],
): Goods[] => goodsAfter(goodsAfter(goods, coupon, campaignIds), paymentDiscount);
