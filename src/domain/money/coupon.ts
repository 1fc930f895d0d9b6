import type { CouponRefusal } from '#contract/coupon.ts';
import { type Cents, cents } from '#contract/money.ts';
import type { CouponValue } from './cart-totals.ts';
import { sum, ZERO } from './money.ts';
import { allocate } from './shares.ts';

/**
 * What the shop promises to whoever types one of its codes. Amounts in centavos, times in epoch ms, `percent`
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
/** What a cart costs per campaign after the discounts of its lines. */
export type Goods = { campaignId: string; net: Cents };

/** What a promotion takes off, in the shape that totals are made with. */
export function couponValueOf({
  type,
  percent,
  amount,
  campaignIds,
}: Pick<Promotion, 'type' | 'percent' | 'amount' | 'campaignIds'>): CouponValue {
  if (type === 'PERCENT') return { type, value: percent ?? 0, campaignIds };
  return type === 'FIXED' ? { type, value: amount ?? ZERO, campaignIds } : { type, campaignIds };
}

/** Goods that a promotion counts on. */
export const coveredBy = (
  { campaignIds }: Pick<Promotion, 'campaignIds'>,
  goods: readonly Goods[],
): Goods[] => goods.filter((one) => campaignIds.length === 0 || campaignIds.includes(one.campaignId));

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
  const { active, startsAt, endsAt, max, perBuyer, used, minTotal } = promotion;
  if (!active) return 'UNKNOWN';
  if (startsAt !== null && now < startsAt) return 'NOT_STARTED';
  if (endsAt !== null && now >= endsAt) return 'ENDED';
  if (!isReserved && max !== null && used >= max) return 'USED_UP';
  if (!isReserved && perBuyer !== null && buyerUses >= perBuyer) return 'PER_BUYER';
  const covered = coveredBy(promotion, goods);
  if (covered.length === 0) return 'CAMPAIGN';
  return minTotal !== null && sum(covered.map(({ net }) => net)) < minTotal ? 'MIN_TOTAL' : null;
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
    goods.map((one) => (coveredBy({ campaignIds }, [one]).length > 0 ? one.net : 0)),
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
