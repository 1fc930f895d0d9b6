import { useCartShipping } from '#client/shop/cart-total.ts';
import { useRootState } from '#client/hooks.ts';
import { type CartMoney, explainTotals, explainedLines, shippingLabel } from '#client/shop/cart-money.ts';
import { Saving } from '#components/product/saving.tsx';
import { SummaryLines } from '#components/order/summary-lines.tsx';
import type { Cents } from '#contract/money.ts';
import { useMemo } from 'react';

/** The cart's total and how it comes about. `hasShipping`: delivery is in it. */
export function useCartSummary(
  money: CartMoney,
): ReturnType<typeof explainTotals> & { hasShipping: boolean; amount: Cents } {
  const lines = useRootState('cart', (s) => s.context.lines);
  const draft = useRootState('cart', (s) => s.context.draft);
  const place = useRootState('location', (s) => s.context.location);
  const shipping = useCartShipping();
  return useMemo(() => {
    const explained = explainTotals(explainedLines(lines, money), {
      label: shippingLabel(draft.shippingMethod?.type, draft.location ?? place),
      amount: shipping,
    });
    return { ...explained, hasShipping: shipping !== null, amount: explained.total };
  }, [lines, money, draft, place, shipping]);
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
