import type { SummaryLine } from '#components/order/summary-lines.tsx';
import { type Cents, cents } from '#contract/money.ts';
import { type CartTotals, type LineTotal, goodsTotals } from '#domain/money/cart-totals.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import type { LineSums, Statement } from '#domain/money/statement.ts';
import { useMemo } from 'react';
import { useRootState } from '#client/hooks.ts';
import { ZERO } from '#domain/money/money.ts';
import { useCartRules, useCartShipping } from './cart-total.ts';

export interface CartMoney {
  /** Of the goods, the coupon among their discounts. */
  totals: CartTotals;
  /** The delivery; null while it is not known. */
  shipping: Cents | null;
  /** By line key: gross, discount and net of each line that can be bought. */
  lineTotals: ReadonlyMap<string, LineTotal>;
}

/**
 * What the cart costs, answered at once by the same rule code as the server's. What the delivery costs without
 * the coupon that paid it, only the server knows.
 */
export function useCartMoney(): CartMoney {
  const lines = useRootState('cart', (snapshot) => snapshot.context.lines);
  const coupon = useRootState('cart', (snapshot) => snapshot.context.coupon);
  const wasFree = useRootState(
    'cart',
    ({ context: { priced } }) => priced?.couponTerms?.type === 'FREE_SHIPPING' && !priced.couponRefusal,
  );
  const rules = useCartRules();
  const known = useCartShipping();
  return useMemo(() => {
    const totals = goodsTotals(lines, rules, coupon);
    const isFree = coupon?.type === 'FREE_SHIPPING' && !totals.couponGap;
    return {
      totals,
      shipping: known === null || (wasFree && !isFree) ? null : isFree ? ZERO : known,
      lineTotals: new Map(totals.lines.map((line) => [line.key, line])),
    };
  }, [lines, coupon, wasFree, rules, known]);
}

/** A line as it is said everywhere: what it costs, and what it would have cost where that is more. */
export const linePrice = ({
  net,
  full,
  saved,
}: LineSums): { price: Cents; listPrice: Cents | undefined } => ({
  price: net,
  listPrice: saved > 0 ? full : undefined,
});

/** More reductions than these are said in one line each kind. */
const MOST_REDUCTIONS = 3;
type Said = { label: string; amount: Cents };
const few = (reductions: Said[], label: string, amount: Cents): Said[] =>
  reductions.length > MOST_REDUCTIONS || new Set(reductions.map((one) => one.label)).size < reductions.length
    ? [{ label, amount }]
    : reductions;

const takenOff = ({ label, amount }: Said): SummaryLine[] =>
  amount > 0 ? [{ label, amount: cents(-amount), tone: 'save' }] : [];

/** The coupon in a sum: its code, and a word where it takes nothing off the goods. */
export interface CouponSaid {
  code: string;
  word?: string | undefined;
}
/** Where a code stands there and takes nothing off, it pays the delivery. */
export const usedCoupon = (code: string | undefined, amount: Cents): CouponSaid | null =>
  code ? { code, ...(amount > 0 ? {} : { word: 'Entrega grátis' }) } : null;

/** What the coupon takes off, in a line of its own; none where there is none, or it does not count. */
export function couponLines(amount: Cents, coupon: CouponSaid | null | undefined): SummaryLine[] {
  const label = coupon ? `Cupom ${coupon.code}` : 'Cupom';
  if (amount > 0) return takenOff({ label, amount });
  return coupon?.word ? [{ label, amount: coupon.word, tone: 'save' }] : [];
}

/**
 * A statement line by line: products at their full price, then everything that is taken off, then delivery.
 * The name of a product stands there where a reduction is of one product. `coupon`: the code that was used;
 * `unpriced`: what stands there while it is not known what the delivery costs.
 */
export function explainTotals(
  {
    units,
    full,
    offers,
    offered,
    discounts,
    discounted,
    couponDiscount,
    paymentDiscount,
    shipping,
  }: Statement,
  shippingLabel: string,
  coupon?: CouponSaid | null,
  unpriced = 'A calcular',
): SummaryLine[] {
  const byOffer = offers.map(({ names, percent, amount }) => ({
    label: `${names.join()} ${formatPercentOff(percent)}`,
    amount,
  }));
  const byRule = discounts.map(({ names, percent, amount }) => ({
    label: `Desconto em ${names.length === 1 ? names.join() : `${names.length} produtos`}${percent ? `: ${formatPercentOff(percent)}` : ''}`,
    amount,
  }));
  const reductions = [
    ...few(byOffer, 'Ofertas', offered),
    ...few(byRule, 'Descontos da campanha', discounted),
  ];
  const byPayment = { label: 'Desconto do pagamento', amount: paymentDiscount };
  return [
    { label: `Produtos (${units === 1 ? '1 item' : `${units} itens`})`, amount: full },
    ...reductions.flatMap(takenOff),
    ...couponLines(couponDiscount, coupon),
    ...takenOff(byPayment),
    { label: shippingLabel, amount: shipping === null ? unpriced : shipping === 0 ? 'Grátis' : shipping },
  ];
}

/** "Entrega em Vila Madalena", as the totals name it. */
export function shippingLabel(
  type: string | undefined,
  place: { neighborhood?: string | undefined; city?: string | undefined } | null | undefined,
): string {
  if (type === 'PICKUP') return 'Retirada';
  const where = place?.neighborhood ?? place?.city;
  return where ? `Entrega em ${where}` : 'Entrega';
}
