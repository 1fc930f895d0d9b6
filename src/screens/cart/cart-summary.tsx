import { useRootState } from '#client/hooks.ts';
import { type CartMoney, couponLines, explainTotals, shippingLabel } from '#client/shop/cart/cart-money.ts';
import { couponSaid, useCartCoupon } from '#client/shop/cart/coupon.ts';
import { Saving } from '#components/product/saving.tsx';
import { type SummaryLine, SummaryLines } from '#components/order/summary-lines.tsx';
import type { Cents } from '#contract/money.ts';
import { knownLines, statementOf } from '#domain/money/statement.ts';
import { useMemo } from 'react';

/** The cart's total and how it comes about. `note`: what is not in it yet. */
export function useCartSummary(money: CartMoney): {
  lines: SummaryLine[];
  /** The coupon's alone. */
  coupon: SummaryLine[];
  saved: Cents;
  amount: Cents;
  totalLabel: string;
  note: string | null;
} {
  const lines = useRootState('cart', (s) => s.context.lines);
  const draft = useRootState('cart', (s) => s.context.draft);
  const place = useRootState('location', (s) => s.context.location);
  // Goods of a campaign that asks for no address are fetched, with whatever else is in the cart (D28, D29).
  const isFetched = useRootState('campaigns', ({ context: { campaigns, met } }) =>
    [...campaigns, ...met].some(
      ({ id, ignoreShippingAddress }) =>
        ignoreShippingAddress && lines.some(({ campaignId }) => campaignId === id),
    ),
  );
  const coupon = useCartCoupon(money);
  const { totals, shipping } = money;
  return useMemo(() => {
    const { couponDiscount } = totals;
    const statement = statementOf(knownLines(lines, totals), { shipping, couponDiscount });
    const said = couponSaid(coupon);
    const label = shippingLabel(isFetched ? 'PICKUP' : draft.shippingMethod?.type, draft.location ?? place);
    const isOpen = shipping === null;
    return {
      lines: explainTotals(statement, label, said, isFetched ? 'Escolha no pedido' : undefined),
      coupon: couponLines(couponDiscount, said),
      saved: statement.saved,
      amount: statement.total,
      totalLabel: isFetched ? 'Total' : isOpen ? 'Total sem entrega' : 'Total com entrega',
      note: !isOpen
        ? null
        : isFetched
          ? 'O ponto e o dia da retirada você escolhe no pedido.'
          : 'O valor da entrega aparece quando você escolher como receber.',
    };
  }, [lines, totals, draft, place, isFetched, shipping, coupon]);
}

export function CartSummary({ money }: { money: CartMoney }) {
  const { lines, amount, saved, totalLabel, note } = useCartSummary(money);
  return (
    <>
      <SummaryLines
        lines={lines}
        total={{ label: note === null ? 'Total' : totalLabel, amount }}
        {...(note === null ? {} : { note })}
      />
      <Saving amount={saved} />
    </>
  );
}
