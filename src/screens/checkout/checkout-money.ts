import { useCartShipping } from '#client/shop/cart-total.ts';
import { useFlowState } from '#client/flow-hooks.ts';
import { useRootState } from '#client/hooks.ts';
import { inCents } from '#contract/money.ts';
import {
  explainTotals,
  explainedLines,
  fixedLine,
  lineMoney,
  shippingLabel,
  useCartMoney,
} from '#client/shop/cart-money.ts';
import type { Cents } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import { isSoldOut } from '#domain/money/cart-totals.ts';
import { ZERO } from '#domain/money/money.ts';
import { useMemo } from 'react';
import { priceOf } from './shipping-words.ts';

export interface SummaryItem {
  key: string;
  campaign: string;
  name: string;
  detail: string;
  price: Cents;
  listPrice: Cents | undefined;
  image: string | undefined;
  tint: string;
}
export interface CheckoutMoney extends ReturnType<typeof explainTotals> {
  items: SummaryItem[];
  hasShipping: boolean;
}

/** What is being bought and what it costs: as the lock fixed it, before that as it stands. */
export function useCheckoutMoney(): CheckoutMoney {
  const money = useCartMoney();
  const lines = useRootState('cart', (s) => s.context.lines);
  const known = useCartShipping();
  const lock = useFlowState('checkout', (s) => s.context.lock);
  const quote = useFlowState('checkout', (s) => s.context.quote ?? s.context.recalled);
  const draft = useFlowState('checkout', (s) => s.context.draft);
  return useMemo(() => {
    const explained = lock ? lock.lines.map(fixedLine) : explainedLines(lines, money);
    const amount = lock ? inCents(lock.totals.shipping) : (priceOf(quote, draft.shippingMethod) ?? known);
    const extra = lock
      ? { coupon: inCents(lock.totals.coupon), paymentDiscount: inCents(lock.totals.paymentDiscount) }
      : {};
    const totals = explainTotals(
      explained,
      { label: shippingLabel(draft.shippingMethod?.type, draft.location), amount },
      extra,
    );
    const items = (lock?.lines ?? lines.filter((line) => !isSoldOut(line))).map(
      (line, index): SummaryItem => {
        const sums = explained[index];
        return {
          key: lineKey(line),
          campaign: line.campaignName ?? '',
          name: line.name,
          detail: `${line.quantity} × ${line.unit ?? 'un'}`,
          ...(sums ? lineMoney(sums) : { price: ZERO, listPrice: undefined }),
          image: line.image,
          tint: line.tint ?? line.name,
        };
      },
    );
    return {
      ...totals,
      items,
      hasShipping: amount !== null,
      ...(lock ? { total: inCents(lock.totals.total) } : {}),
    };
  }, [money, lines, known, lock, quote, draft]);
}
