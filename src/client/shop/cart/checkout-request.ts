import { useRoot, useRootState, useNow } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { type CheckoutBlocker, checkoutBlocker } from '#machines/cart/checkout-blocker.ts';
import { useEffect, useMemo, useRef } from 'react';

export interface CheckoutRequest {
  /** Why the cart chart refuses to go on: its lines, or that the cart cannot get a number. */
  blocker: CheckoutBlocker | { type: 'unreachable' } | null;
  isBusy: boolean;
  /** `isShort`: to the review of a known buyer. */
  request: (isShort?: boolean) => void;
}

/** Asks the cart to go on to the checkout, and goes there once it lets. */
export function useCheckoutRequest(): CheckoutRequest {
  const cart = useRoot('cart');
  const go = useGo();
  const lines = useRootState('cart', (s) => s.context.lines);
  const campaigns = useRootState('cart', (s) => s.context.campaigns);
  const draft = useRootState('cart', (s) => s.context.draft);
  const priced = useRootState('cart', (s) => s.context.priced);
  const coupon = useRootState('cart', (s) => s.context.coupon);
  const isBusy = useRootState('cart', (s) => s.context.requestedAt !== null);
  const now = useNow(15_000);
  const isTaken = useRootState('cart', (s) => s.can({ type: 'checkout.requested', now }));
  const isToReview = useRef(false);
  useEffect(() => {
    const { unsubscribe } = cart.on('checkout.granted', ({ cartUuid }) =>
      isToReview.current
        ? go('checkout.review', {}, { cart: cartUuid })
        : go('checkout.shipping', { cartUuid }),
    );
    return () => {
      unsubscribe();
      cart.send({ type: 'checkout.withdrawn' });
    };
  }, [cart, go]);

  const blocker = useMemo(
    () =>
      checkoutBlocker({ lines, campaigns, draft, priced, coupon }, now) ??
      (isTaken ? null : ({ type: 'unreachable' } as const)),
    [lines, campaigns, draft, priced, coupon, now, isTaken],
  );
  // Judged by the moment that the reason was shown for
  const request = (isShort = false) => {
    isToReview.current = isShort;
    cart.send({ type: 'checkout.requested', now });
  };
  return { blocker, isBusy, request };
}
