import { useRootState } from '#client/hooks.ts';
import { type CartMoney, couponLines, explainTotals, shippingLabel } from '#client/shop/cart-money.ts';
import { couponSaid, useCartCoupon } from '#client/shop/coupon.ts';
import { Saving } from '#components/product/saving.tsx';
import { type SummaryLine, SummaryLines } from '#components/order/summary-lines.tsx';
import type { Cents } from '#contract/money.ts';
import { knownLines, statementOf } from '#domain/money/statement.ts';
import { useMemo } from 'react';

/** The cart's total and how it comes about. `hasShipping`: delivery is in it. */
export function useCartSummary(money: CartMoney): {
  lines: SummaryLine[];
  /** The coupon's alone. */
  coupon: SummaryLine[];
  saved: Cents;
  amount: Cents;
  hasShipping: boolean;
} {
  const lines = useRootState('cart', (s) => s.context.lines);
  const draft = useRootState('cart', (s) => s.context.draft);
  const place = useRootState('location', (s) => s.context.location);
  const coupon = useCartCoupon(money);
  const { totals, shipping } = money;
  return useMemo(() => {
    const { couponDiscount } = totals;
    const statement = statementOf(knownLines(lines, totals), { shipping, couponDiscount });
    const said = couponSaid(coupon);
    const label = shippingLabel(draft.shippingMethod?.type, draft.location ?? place);
    return {
      lines: explainTotals(statement, label, said),
      coupon: couponLines(couponDiscount, said),
      saved: statement.saved,
      amount: statement.total,
      hasShipping: shipping !== null,
    };
  }, [lines, totals, draft, place, shipping, coupon]);
}

/** "Total com entrega" only when it is. */
export const totalLabel = (hasShipping: boolean): string =>
  hasShipping ? 'Total com entrega' : 'Total sem entrega';

export function CartSummary({ money }: { money: CartMoney }) {
  const { lines, amount, saved, hasShipping } = useCartSummary(money);
  return (
    <>
      <SummaryLines
        lines={lines}
        total={{ label: hasShipping ? 'Total' : 'Total sem entrega', amount }}
        {...(hasShipping ? {} : { note: 'O valor da entrega aparece quando você escolher como receber.' })}
      />
      <Saving amount={saved} />
    </>
  );
}
