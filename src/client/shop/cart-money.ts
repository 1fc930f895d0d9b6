import type { SummaryLine } from '#components/order/summary-lines.tsx';
import { type Cents, cents } from '#contract/money.ts';
import { type CartTotals, type LineTotal, goodsTotals } from '#domain/money/cart-totals.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import type { LineSums, Statement } from '#domain/money/statement.ts';
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

/**
 * A statement line by line: products at their full price, then everything that is taken off, then delivery.
 * The name of a product stands there where a reduction is of one product.
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
    { label: 'Cupom', amount: couponDiscount },
    { label: 'Desconto do pagamento', amount: paymentDiscount },
  ].filter(({ amount }) => amount > 0);
  return [
    { label: `Produtos (${units === 1 ? '1 item' : `${units} itens`})`, amount: full },
    ...reductions.map(({ label, amount }): SummaryLine => ({ label, amount: cents(-amount), tone: 'save' })),
    { label: shippingLabel, amount: shipping === null ? 'A calcular' : shipping === 0 ? 'Grátis' : shipping },
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
