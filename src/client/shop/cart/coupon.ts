import type { CouponTerms } from '#contract/cart.ts';
import type { CouponRefusal } from '#contract/coupon.ts';
import { type Cents, inCents } from '#contract/money.ts';
import { shallow, useRoot, useRootState } from '#client/hooks.ts';
import { couponFit } from '#domain/money/cart-totals.ts';
import { ZERO } from '#domain/money/money.ts';
import { type CouponTrouble, noCoupon } from '#machines/cart/coupon-facts.ts';
import { useMemo } from 'react';
import type { CartMoney, CouponSaid } from './cart-money.ts';

/** The coupon of the cart as it stands: on its way to the server, counting, or why it does not. */
export type CartCoupon = { code: string } & (
  | { state: 'checking' }
  | { state: 'counts'; amount: Cents; isFree: boolean }
  | { state: 'refused'; reason: CouponRefusal; missing: Cents | null }
);

/** What is said of the coupon that the cart has; null when it has none. */
export function useCartCoupon({ totals }: Pick<CartMoney, 'totals'>): CartCoupon | null {
  const code = useRootState('cart', (s) => s.context.draft.coupon) ?? '';
  const priced = useRootState('cart', (s) => s.context.priced);
  return useMemo(() => {
    if (code === '') return null;
    const { couponRefusal: refusal, couponTerms: terms } = priced?.coupon === code ? priced : {};
    const { couponGap: gap, couponDiscount: amount } = totals;
    if (gap) return { code, state: 'refused', ...gap };
    // What only other goods can mend has its terms, and is evaluated with the goods at hand.
    if (terms) return { code, state: 'counts', amount, isFree: terms.type === 'FREE_SHIPPING' };
    return refusal ? { code, state: 'refused', reason: refusal, missing: null } : { code, state: 'checking' };
  }, [code, priced, totals]);
}

/** The coupon in a sum of the cart. */
export function couponSaid(coupon: CartCoupon | null): CouponSaid | null {
  if (!coupon || coupon.state === 'refused') return null;
  const { code } = coupon;
  if (coupon.state === 'checking') return { code, word: 'Conferindo' };
  return coupon.isFree ? { code, word: 'Entrega grátis' } : { code };
}

/** What is missing of the goods at hand for the terms of a code; null where they do not say. */
export const missingFor = (
  terms: CouponTerms | undefined,
  { totals }: Pick<CartMoney, 'totals'>,
): Cents | null =>
  terms?.minTotal === undefined
    ? null
    : (couponFit({ ...terms, minTotal: inCents(terms.minTotal) }, totals.lines).gap?.missing ?? ZERO);

/** What is tried beside the cart, and how it goes. */
export interface TriedCoupon {
  code: string;
  state: 'none' | 'waiting' | 'checking' | 'offline' | 'failed' | 'refused';
  trouble: CouponTrouble | null;
}
export function useTriedCoupon(): TriedCoupon {
  // Before the chart comes there is no context.
  const { code, trouble } = useRootState('coupon', (s) => ({ ...noCoupon, ...s.context }), shallow);
  const state = useRootState('coupon', (s) =>
    s.hasTag('waiting')
      ? 'waiting'
      : s.hasTag('busy')
        ? 'checking'
        : s.hasTag('offline')
          ? 'offline'
          : s.hasTag('failed')
            ? 'failed'
            : s.hasTag('refused')
              ? 'refused'
              : 'none',
  );
  return { code, state, trouble };
}

/** What can be done about coupons. */
export function useCouponWays() {
  const coupon = useRoot('coupon');
  return useMemo(
    () => ({
      apply: (code: string) => coupon.send({ type: 'coupon.asked', code }),
      remove: () => coupon.send({ type: 'coupon.removed' }),
      forget: () => coupon.send({ type: 'coupon.forgotten' }),
      retry: () => coupon.send({ type: 'load.retried' }),
    }),
    [coupon],
  );
}
