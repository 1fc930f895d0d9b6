import type { PricedLine as FixedLine, Totals } from '#contract/cart.ts';
import { type Cents, cents, inCents, reaisOf } from '#contract/money.ts';
import { countUnits, lineKey } from '#domain/cart-line.ts';
import type { CartTotals, Goods, PaidSums, PricedLine } from './cart-totals.ts';
import { percentOff } from './discount.ts';
import { clampToZero, sum, times, ZERO } from './money.ts';

/**
 * What one line costs. `full` at the list price, `gross` at the price, `net` after the discount of its
 * campaign. full − saved = net; gross − discount = net.
 */
export type LineSums = { full: Cents; gross: Cents; discount: Cents; net: Cents; saved: Cents };

/** @param line `price` and `listPrice` of one, `discount` of the whole line; centavos */
export function lineSums({
  quantity,
  price,
  listPrice = price,
  discount,
}: Pick<KnownLine, 'quantity' | 'price' | 'listPrice' | 'discount'>): LineSums {
  const gross = times(price, quantity);
  const full = listPrice > price ? times(listPrice, quantity) : gross;
  const net = cents(gross - discount);
  return { full, gross, discount, net, saved: cents(full - net) };
}

/**
 * A line whose price is known: by the rules of its campaign, or fixed by a reservation or an order. Centavos;
 * `price` and `listPrice` of one, `discount` of the whole line, `percent` what that is. `line` is what it was
 * made of.
 */
export type KnownLine<L = unknown> = {
  line: L;
  name: string;
  quantity: number;
  price: Cents;
  listPrice?: Cents | undefined;
  discount: Cents;
  percent?: number | undefined;
};
/** What is taken off some lines for one reason; `percent` of their price, rounded down. */
export type Reduction = { names: string[]; percent: number; amount: Cents };

/**
 * What is bought, what it would have cost and what it costs. `offers`: lines below their list price, one
 * each; `discounts`: of campaigns, one per percentage. `shipping` null = not known yet.
 * full − saved + shipping = total; Σ offers + Σ discounts + couponDiscount + paymentDiscount = saved.
 */
export type Statement<L = unknown> = {
  lines: { line: L; sums: LineSums }[];
  units: number;
  full: Cents;
  offers: Reduction[];
  offered: Cents;
  discounts: Reduction[];
  discounted: Cents;
  couponDiscount: Cents;
  paymentDiscount: Cents;
  saved: Cents;
  shipping: Cents | null;
  total: Cents;
};

/** Amounts beside the lines. A `total` that is fixed already is what is charged. */
type Beside = { shipping: Cents | null } & Partial<
  Pick<PaidSums, 'couponDiscount' | 'paymentDiscount' | 'total'>
>;

/**
 * The one answer to "what does this cost, and what is saved?", for a cart, a reservation and an order alike.
 */
export function statementOf<L>(
  known: readonly KnownLine<L>[],
  { shipping, couponDiscount = ZERO, paymentDiscount = ZERO, total }: Beside,
): Statement<L> {
  const lines = known.map((one) => ({ line: one.line, sums: lineSums(one) }));
  const full = sum(lines.map(({ sums }) => sums.full));
  const offered = cents(full - sum(lines.map(({ sums }) => sums.gross)));
  const discounted = sum(known.map(({ discount }) => discount));
  const saved = sum([offered, discounted, couponDiscount, paymentDiscount]);
  return {
    lines,
    units: countUnits(known),
    full,
    offers: offersOf(known),
    offered,
    discounts: discountsOf(known),
    discounted,
    couponDiscount,
    paymentDiscount,
    saved,
    shipping,
    total: total ?? sum([clampToZero(cents(full - saved)), shipping ?? ZERO]),
  };
}

const offersOf = (lines: readonly KnownLine[]): Reduction[] =>
  lines.flatMap((line) => {
    const { name, price, listPrice = price } = line;
    const { full, gross } = lineSums(line);
    return full > gross
      ? [{ names: [name], percent: percentOff(listPrice, price), amount: cents(full - gross) }]
      : [];
  });

function discountsOf(lines: readonly KnownLine[]): Reduction[] {
  const reduced = lines.filter(({ discount }) => discount > 0);
  return [...new Set(reduced.map(({ percent = 0 }) => percent))].map((percent) => {
    const own = reduced.filter((line) => (line.percent ?? 0) === percent);
    return {
      names: own.map(({ name }) => name),
      percent,
      amount: sum(own.map(({ discount }) => discount)),
    };
  });
}

/** The lines of a cart that can be bought, with what its totals take off each. */
export const knownLines = <L extends PricedLine & { name: string }>(
  lines: readonly L[],
  totals: Pick<CartTotals, 'lines'>,
): KnownLine<L>[] =>
  lines.flatMap((line) => {
    const key = lineKey(line);
    const sums = totals.lines.find((one) => one.key === key);
    if (!sums) return [];
    const { name, quantity, price, listPrice } = line;
    return [{ line, name, quantity, price, listPrice, discount: sums.discount, percent: sums.percent }];
  });

/** A line that the server has fixed, of a reservation or an order; its amounts are in reais. */
type Fixed = Pick<FixedLine, 'name' | 'quantity' | 'unitPrice' | 'listPrice' | 'discount' | 'percent'>;
const fixedLine = <L extends Fixed>(line: L): KnownLine<L> => ({
  line,
  name: line.name,
  quantity: line.quantity,
  price: inCents(line.unitPrice),
  listPrice: line.listPrice === undefined ? undefined : inCents(line.listPrice),
  discount: inCents(line.discount),
  percent: line.percent,
});
/** What a reservation or an order costs, as the server has fixed it. */
export const fixedStatement = <L extends Fixed>(lines: readonly L[], totals: Totals): Statement<L> =>
  statementOf(lines.map(fixedLine), totalsOf(totals));

/**
 * What fixed lines cost per campaign, in the order in which campaigns first appear: `gross` before and `net`
 * after the discounts of their lines. A line of which nothing is left costs nothing.
 */
export const goodsIn = (
  lines: readonly Pick<FixedLine, 'campaignId' | 'discount' | 'total'>[],
): (Goods & { gross: Cents })[] =>
  [...new Set(lines.map(({ campaignId }) => campaignId))].map((campaignId) => {
    const own = lines.filter((line) => line.campaignId === campaignId);
    const net = sum(own.map(({ total }) => inCents(total)));
    return { campaignId, net, gross: sum([net, ...own.map(({ discount }) => inCents(discount))]) };
  });

/** What one campaign's part of an order costs. @param net of its goods, after every discount */
export const partSums = (
  { subTotal, shippingTotal }: { subTotal: Cents; shippingTotal: Cents },
  net: Cents,
): { discount: Cents; total: Cents } => ({
  discount: cents(subTotal - net),
  total: cents(net + shippingTotal),
});
/** What was paid for the goods of an order, or of a part of it, without the delivery. */
export const goodsNet = ({ total, shippingTotal }: { total: Cents; shippingTotal: Cents }): Cents =>
  cents(total - shippingTotal);

/** Totals that were sent or kept in reais, in centavos. `discount` is the sum of the three discounts. */
export function totalsOf({ subTotal, discount, coupon, paymentDiscount, shipping, total }: Totals): PaidSums {
  const off = [discount, coupon, paymentDiscount].map(inCents);
  const [lineDiscount = ZERO, couponDiscount = ZERO, byPayment = ZERO] = off;
  return {
    subTotal: inCents(subTotal),
    lineDiscount,
    couponDiscount,
    paymentDiscount: byPayment,
    discount: sum(off),
    shipping: inCents(shipping),
    total: inCents(total),
  };
}

/**
 * Totals in reais, with the three discounts apart: subTotal − discount − coupon − paymentDiscount + shipping
 * = total.
 */
export const totalsOnWire = (totals: PaidSums): Totals => ({
  subTotal: reaisOf(totals.subTotal),
  discount: reaisOf(totals.lineDiscount),
  coupon: reaisOf(totals.couponDiscount),
  paymentDiscount: reaisOf(totals.paymentDiscount),
  shipping: reaisOf(totals.shipping),
  total: reaisOf(totals.total),
});
