import { lineNotes } from '#client/shop/cart/line-words.ts';
import { couponSaid, useCartCoupon } from '#client/shop/cart/coupon.ts';
import { useFlowState } from '#client/flow-hooks.ts';
import { usedLines } from '#client/shop/payment/wallet-words.ts';
import { useRootState, useTenant } from '#client/hooks.ts';
import type { SummaryLine } from '#components/order/summary-lines.tsx';
import {
  explainTotals,
  linePrice,
  shippingLabel,
  usedCoupon,
  useCartMoney,
} from '#client/shop/cart/cart-money.ts';
import type { Cents } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import { fixedStatement, knownLines, statementOf } from '#domain/money/statement.ts';
import { paidAt } from '#domain/money/cart-totals.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import { useMemo } from 'react';
import { priceOf } from './shipping/shipping-words.ts';

export interface SummaryItem {
  key: string;
  campaign: string;
  name: string;
  detail: string;
  choices: string[];
  price: Cents;
  listPrice: Cents | undefined;
  image: string | undefined;
  tint: string;
}
export interface CheckoutMoney {
  items: SummaryItem[];
  lines: SummaryLine[];
  saved: Cents;
  total: Cents;
  /** what wallets pay of it together and each, and what is left */
  byWallet: Cents;
  used: SummaryLine[];
  due: Cents;
  hasShipping: boolean;
}

/**
 * What the chosen way of paying takes off the goods, percent; undefined where it takes nothing. Of a Pix it is known
 * before the ways of paying are.
 */
export function usePercentOff(): number | undefined {
  const { payment } = useTenant();
  const chosen = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.type);
  const methods = useFlowState('checkout', (s) => s.context.methods);
  if (methods.length === 0) return chosen === 'PIX' ? payment.pixPercent : undefined;
  return methods.find(({ type }) => type === chosen)?.discountPercent;
}

/**
 * What is being bought and what it costs: as the lock fixed it, before that as it stands; on the review as
 * the server priced it.
 */
export function useCheckoutMoney(): CheckoutMoney {
  const money = useCartMoney();
  const coupon = useCartCoupon(money);
  const lines = useRootState('cart', (s) => s.context.lines);
  const pricedWay = useRootState('cart', (s) => s.context.priced?.shippingMethod);
  // Everything is decided there, and once the server has priced the cart with it, that is what it costs.
  const isReview = useFlowState('checkout', (s) => s.matches({ review: 'ready' }));
  const isTimeless = useFlowState('checkout', (s) => s.matches({ review: 'timeless' }));
  const answered = useRootState('cart', (s) => (s.context.edits.length === 0 ? s.context.priced : null));
  const lock = useFlowState('checkout', (s) => s.context.lock);
  const quote = useFlowState('checkout', (s) => s.context.quote ?? s.context.recalled);
  const draft = useFlowState('checkout', (s) => s.context.draft);
  const percentOff = usePercentOff();
  const parts = useFlowState('checkout', (s) =>
    s.context.lock ? s.context.lock.wallets : s.context.wallet?.parts,
  );
  return useMemo(() => {
    const { totals, shipping } = money;
    const chosen = draft.shippingMethod;
    const isPriced = chosen?.id === pricedWay?.id && chosen?.windowId === pricedWay?.windowId;
    const priced =
      isReview && isPriced && answered ? { lines: answered.products, totals: answered.totals } : null;
    const fixed = lock ?? priced;
    const statement = fixed
      ? fixedStatement(fixed.lines, fixed.totals)
      : statementOf(knownLines(lines, totals), {
          // As it is priced with the coupon; while another way is on its way to the server, the quote's.
          shipping: isTimeless ? null : ((isPriced ? shipping : null) ?? priceOf(quote, chosen)),
          couponDiscount: totals.couponDiscount,
          paymentDiscount: paidAt(totals, percentOff ?? 0).paymentDiscount,
        });
    const byWallet = paidByWallets(parts);
    return {
      items: statement.lines.map(({ line, sums }) => ({
        key: lineKey(line),
        campaign: line.campaignName ?? '',
        name: line.name,
        detail: `${line.quantity} × ${line.unit ?? 'un'}`,
        choices: lineNotes(line.choices, line.ifMissing),
        ...linePrice(sums),
        image: line.image,
        tint: line.tint ?? line.name,
      })),
      lines: explainTotals(
        statement,
        shippingLabel(draft.shippingMethod?.type, draft.location),
        fixed ? usedCoupon(coupon?.code, statement.couponDiscount) : couponSaid(coupon),
      ),
      saved: statement.saved,
      total: statement.total,
      byWallet,
      used: usedLines(parts ?? []),
      due: leftToPay(statement.total, byWallet),
      hasShipping: statement.shipping !== null,
    };
  }, [
    money,
    coupon,
    lines,
    pricedWay,
    isReview,
    isTimeless,
    answered,
    lock,
    quote,
    draft,
    percentOff,
    parts,
  ]);
}
