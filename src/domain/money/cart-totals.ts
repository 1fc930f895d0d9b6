import type { DiscountRule } from '#contract/campaign.ts';
import type { Cart, CartLine } from '#contract/cart.ts';
import { type Cents, cents } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import { bestRule } from './discount.ts';
import { clampToZero, percentOf, sum, times, ZERO } from './money.ts';

/** A line with the price of one of it, options included, and its list price where it has one. */
export type PricedLine = CartLine & { price: Cents; listPrice?: Cents | undefined };

/**
 * What a coupon is worth. PERCENT in percent, FIXED and `minTotal` in centavos; without campaigns it counts on
 * every line. Source: D40.
 */
export type CouponValue = (
  | { type: 'PERCENT'; value: number }
  | { type: 'FIXED'; value: Cents }
  | { type: 'FREE_SHIPPING' }
) & {
  campaignIds?: readonly string[] | undefined;
  /** the least that the goods it counts on must cost */
  minTotal?: Cents | undefined;
};
/** What something of a campaign costs after the discounts of its lines. */
export type Goods = { campaignId: string; net: Cents };
/** What goods lack for a coupon to count: any that it is for, or `missing` centavos of those. */
export type CouponGap = { reason: 'CAMPAIGN' | 'MIN_TOTAL'; missing: Cents };
/**
 * What a coupon has to count on: `base`, what the goods cost that it is for, and what these lack; null when
 * they lack nothing. Source: D40.
 */
export function couponFit(
  { campaignIds, minTotal = ZERO }: Pick<CouponValue, 'campaignIds' | 'minTotal'>,
  goods: readonly Goods[],
): { base: Cents; gap: CouponGap | null } {
  const covered = goods.filter((one) => !campaignIds?.length || campaignIds.includes(one.campaignId));
  const base = sum(covered.map(({ net }) => net));
  const missing = cents(minTotal - base);
  if (covered.length === 0) return { base, gap: { reason: 'CAMPAIGN', missing } };
  return { base, gap: missing > 0 ? { reason: 'MIN_TOTAL', missing } : null };
}

/** What a line costs: gross − discount = net. */
export type LineTotal = {
  key: string;
  campaignId: string;
  gross: Cents;
  percent: number;
  discount: Cents;
  net: Cents;
  rule: DiscountRule | null;
};

/**
 * A cart in centavos. `discount` is the sum of the three discounts, all of them on goods; `shipping` what is
 * charged, `shippingFull` what it would cost without the coupon. `couponGap`: what the goods lack for that.
 * Σ lines.gross = subTotal; subTotal − discount + shipping = total; 0 ≤ discount ≤ subTotal.
 */
export type CartTotals = {
  lines: LineTotal[];
  couponGap: CouponGap | null;
  subTotal: Cents;
  lineDiscount: Cents;
  couponDiscount: Cents;
  paymentDiscount: Cents;
  discount: Cents;
  shippingFull: Cents;
  shipping: Cents;
  total: Cents;
};

export type CartPricing = {
  lines: readonly PricedLine[];
  rules: readonly DiscountRule[];
  coupon?: CouponValue | null | undefined;
  /** discount of the payment method, percent of the goods after the other discounts */
  paymentDiscountPercent?: number | undefined;
  shipping?: Cents | undefined;
};

function priceLine(line: PricedLine, { lines, rules }: CartPricing): LineTotal {
  const gross = times(line.price, line.quantity);
  const rule = bestRule(line, lines, rules);
  const percent = rule?.discount ?? 0;
  const discount = percentOf(gross, percent);
  return {
    key: lineKey(line),
    campaignId: line.campaignId,
    gross,
    percent,
    discount,
    net: cents(gross - discount),
    rule,
  };
}

/** What a coupon takes off goods that cost `base`; never more than they cost. */
function couponOn(base: Cents, coupon: CouponValue): Cents {
  if (coupon.type === 'FREE_SHIPPING') return ZERO;
  const asked = coupon.type === 'PERCENT' ? percentOf(base, coupon.value) : clampToZero(coupon.value);
  return asked > base ? base : asked;
}

/**
 * Totals of a cart: the better rule per line, then the coupon where the goods reach it, then the discount of
 * the payment method, then delivery. In centavos, never negative.
 * Rounding: half-up once per line and once per further discount. The order of the lines does not matter.
 * Source: D38, D40; requirement REL-11.
 */
export function cartTotals(pricing: CartPricing): CartTotals {
  const { coupon, paymentDiscountPercent = 0, shipping: shippingFull = ZERO } = pricing;
  const lines = pricing.lines.map((line) => priceLine(line, pricing));
  const subTotal = sum(lines.map((line) => line.gross));
  const lineDiscount = sum(lines.map((line) => line.discount));
  const fit = coupon && couponFit(coupon, lines);
  const counting = fit && !fit.gap ? coupon : null;
  const couponDiscount = fit && counting ? couponOn(fit.base, counting) : ZERO;
  const shipping = counting?.type === 'FREE_SHIPPING' ? ZERO : shippingFull;
  return {
    lines,
    couponGap: fit?.gap ?? null,
    shippingFull,
    ...paidAt({ subTotal, lineDiscount, couponDiscount, shipping }, paymentDiscountPercent),
  };
}

/**
 * Rules that count for a cart: the server's for the campaigns that it has priced, the campaigns' own for all
 * others.
 */
export function rulesInForce(
  own: readonly DiscountRule[],
  priced: Pick<Cart, 'products' | 'discountRules'> | null,
): DiscountRule[] {
  const repriced = new Set<string | undefined>(priced?.products.map(({ campaignId }) => campaignId));
  return [...(priced?.discountRules ?? []), ...own.filter(({ campaignId }) => !repriced.has(campaignId))];
}

/** A line of the browser's cart. Missing `stock` = not known. */
export type StockedLine = PricedLine & { stock?: number | undefined };
/** A line of which nothing is left; it stays in view until it is taken out, and costs nothing. */
export const isSoldOut = ({ stock }: Pick<StockedLine, 'stock'>): boolean =>
  stock !== undefined && stock <= 0;
/**
 * The one answer to "what does this cart cost?" before the server's: its goods, with every discount that they
 * have reached and the coupon where they reach it, and the delivery where one is chosen.
 */
export const goodsTotals = (
  lines: readonly StockedLine[],
  rules: readonly DiscountRule[],
  coupon?: CouponValue | null,
  shipping?: Cents,
): CartTotals => cartTotals({ lines: lines.filter((line) => !isSoldOut(line)), rules, shipping, coupon });

/** The totals of goods with a delivery that costs `shippingFull`. @param isFree a coupon pays for it */
export function withShipping(totals: CartTotals, shippingFull: Cents, isFree: boolean): CartTotals {
  const shipping = isFree ? ZERO : shippingFull;
  return { ...totals, shipping, shippingFull, total: cents(totals.subTotal - totals.discount + shipping) };
}

/** Sums that do not depend on the payment method. */
type Sums = Pick<CartTotals, 'subTotal' | 'lineDiscount' | 'couponDiscount' | 'shipping'>;
/** All sums of a cart, without its lines. */
export type PaidSums = Omit<CartTotals, 'lines' | 'couponGap' | 'shippingFull'>;

/** The sums with an amount taken off for the payment method, never more than the goods cost by then. */
export function lessForPayment(
  { subTotal, lineDiscount, couponDiscount, shipping }: Sums,
  wanted: Cents,
): PaidSums {
  const goods = clampToZero(cents(subTotal - lineDiscount - couponDiscount));
  const paymentDiscount = wanted > goods ? goods : wanted;
  const discount = sum([lineDiscount, couponDiscount, paymentDiscount]);
  return {
    subTotal,
    lineDiscount,
    couponDiscount,
    paymentDiscount,
    discount,
    shipping,
    total: cents(subTotal - discount + shipping),
  };
}
/**
 * The same sums with a payment method that takes a percentage off the goods after the other discounts;
 * rounded half-up once. Source: D38.
 */
export const paidAt = (sums: Sums, percent: number): PaidSums =>
  lessForPayment(
    sums,
    percentOf(clampToZero(cents(sums.subTotal - sums.lineDiscount - sums.couponDiscount)), percent),
  );
/** What goods of `price` alone cost with that method. */
export const priceAt = (price: Cents, percent: number): Cents =>
  paidAt({ subTotal: price, lineDiscount: ZERO, couponDiscount: ZERO, shipping: ZERO }, percent).total;
