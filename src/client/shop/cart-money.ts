import type { SummaryLine } from '#components/order/summary-lines.tsx';
import type { PricedLine } from '#contract/cart.ts';
import { type Cents, cents, inCents } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import { type CartTotals, type LineTotal, goodsTotals } from '#domain/money/cart-totals.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import { ZERO } from '#domain/money/money.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { useMemo } from 'react';
import { useCartRules } from './cart-total.ts';
import { useRootState } from '#client/hooks.ts';

export interface CartMoney {
  totals: CartTotals;
  /** By line key: gross, discount and net of each line that can be bought. */
  lineTotals: ReadonlyMap<string, LineTotal>;
}

/**
 * What the cart costs, answered at once by the same rule code as the server's. Delivery is added by whoever
 * knows it.
 */
export function useCartMoney(): CartMoney {
  const lines = useRootState('cart', (snapshot) => snapshot.context.lines);
  const rules = useCartRules();
  return useMemo(() => {
    const totals = goodsTotals(lines, rules);
    return { totals, lineTotals: new Map(totals.lines.map((line) => [line.key, line])) };
  }, [lines, rules]);
}

/**
 * A line as a sum is explained from it. Amounts of the whole line but `price` and `listPrice`, which are of
 * one.
 */
export interface ExplainedLine {
  name: string;
  quantity: number;
  price: Cents;
  listPrice?: Cents | undefined;
  /** by the rules of its campaign */
  discount: Cents;
  percent?: number | undefined;
}

/** What the whole line would have cost before anything was taken off. */
export const grossOf = ({
  quantity,
  price,
  listPrice,
}: Pick<ExplainedLine, 'quantity' | 'price' | 'listPrice'>): Cents =>
  cents(quantity * Math.max(price, listPrice ?? 0));

/**
 * A line as it is said everywhere: what it costs with everything taken off, and what it would have cost where
 * that is more.
 */
export function lineMoney(line: Pick<ExplainedLine, 'quantity' | 'price' | 'listPrice' | 'discount'>): {
  price: Cents;
  listPrice: Cents | undefined;
} {
  const price = cents(line.quantity * line.price - line.discount);
  const gross = grossOf(line);
  return { price, listPrice: gross > price ? gross : undefined };
}

/** A line that the server has fixed, of a hold or of an order; amounts in reais. */
type FixedLine = Pick<PricedLine, 'name' | 'quantity' | 'unitPrice' | 'listPrice' | 'discount' | 'percent'>;
export const fixedLine = ({
  name,
  quantity,
  unitPrice,
  listPrice,
  discount,
  percent,
}: FixedLine): ExplainedLine => ({
  name,
  quantity,
  price: inCents(unitPrice),
  listPrice: listPrice === undefined ? undefined : inCents(listPrice),
  discount: inCents(discount),
  percent,
});

export const explainedLines = (lines: readonly HeldLine[], { lineTotals }: CartMoney): ExplainedLine[] =>
  lines.flatMap((line): ExplainedLine[] => {
    const sums = lineTotals.get(lineKey(line));
    return sums
      ? [
          {
            name: line.name,
            quantity: line.quantity,
            price: line.price,
            listPrice: line.listPrice,
            discount: sums.discount,
            percent: sums.percent,
          },
        ]
      : [];
  });

interface Shipping {
  label: string;
  /** null: not known yet */
  amount: Cents | null;
}
/** More reductions than these are said in one line each kind. */
const MOST_REDUCTIONS = 3;

/**
 * What rules of campaigns take off, a line for each percentage; the name stands there where it is of one
 * product.
 */
function byPercent(lines: readonly ExplainedLine[]): { label: string; amount: number }[] {
  return [...new Set(lines.map(({ percent }) => percent))].map((percent) => {
    const own = lines.filter((line) => line.percent === percent);
    const what = own.length === 1 ? own[0]?.name : `${own.length} produtos`;
    return {
      label: `Desconto em ${what}${percent ? `: ${formatPercentOff(percent)}` : ''}`,
      amount: own.reduce((sum, { discount }) => sum + discount, 0),
    };
  });
}

/**
 * A total explained line by line: products at their full price, then everything that is taken off, then
 * delivery.
 */
export function explainTotals(
  lines: readonly ExplainedLine[],
  shipping: Shipping,
  extra: { coupon?: Cents; paymentDiscount?: Cents } = {},
): { lines: SummaryLine[]; saved: Cents; total: Cents } {
  const units = lines.reduce((count, line) => count + line.quantity, 0);
  const full = lines.reduce((sum, line) => sum + grossOf(line), 0);
  const offers = lines.flatMap((line) => {
    const off = grossOf(line) - line.quantity * line.price;
    const list = line.listPrice ?? ZERO;
    return off > 0
      ? [
          {
            label: `${line.name} ${formatPercentOff(Math.floor((100 * (list - line.price)) / list))}`,
            amount: off,
          },
        ]
      : [];
  });
  const byRule = byPercent(lines.filter(({ discount }) => discount > 0));
  const sumOf = (reductions: { amount: number }[]) => reductions.reduce((sum, { amount }) => sum + amount, 0);
  const few = (reductions: { label: string; amount: number }[], label: string) =>
    reductions.length === 0
      ? []
      : reductions.length > MOST_REDUCTIONS ||
          new Set(reductions.map((one) => one.label)).size < reductions.length
        ? [{ label, amount: sumOf(reductions) }]
        : reductions;
  const { coupon = ZERO, paymentDiscount = ZERO } = extra;
  const reductions = [
    ...few(offers, 'Ofertas'),
    ...few(byRule, 'Descontos da campanha'),
    ...(coupon > 0 ? [{ label: 'Cupom', amount: coupon as number }] : []),
    ...(paymentDiscount > 0 ? [{ label: 'Desconto do pagamento', amount: paymentDiscount as number }] : []),
  ];
  const saved = sumOf(reductions);
  return {
    lines: [
      { label: `Produtos (${units === 1 ? '1 item' : `${units} itens`})`, amount: cents(full) },
      ...reductions.map(
        ({ label, amount }): SummaryLine => ({ label, amount: cents(-amount), tone: 'save' }),
      ),
      {
        label: shipping.label,
        amount: shipping.amount === null ? 'A calcular' : shipping.amount === 0 ? 'Grátis' : shipping.amount,
      },
    ],
    saved: cents(saved),
    total: cents(Math.max(0, full - saved) + (shipping.amount ?? 0)),
  };
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
