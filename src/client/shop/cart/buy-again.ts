import { useShell } from '#client/context.ts';
import { useAppState, useRoot, useRootState } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { choicesAnew } from '#client/shop/choice/choices-anew.ts';
import { inCents } from '#contract/money.ts';
import type { Order } from '#contract/order/order.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { useCallback, useEffect, useState } from 'react';

/** An order's lines as the cart takes them, with their choices, at what they cost then. */
export const linesAgain = ({ items, properties: { campaignName } }: Order): HeldLine[] =>
  items.map(({ item, quantity, campaignId, unitPrice, listPrice, ifMissing }) => {
    const { id, name, image, unit, tint, packageId, itemKitSelection: selection, choices } = item;
    return {
      id,
      campaignId,
      quantity,
      name,
      price: inCents(unitPrice),
      ...(listPrice === undefined ? {} : { listPrice: inCents(listPrice) }),
      ...(campaignName ? { campaignName } : {}),
      ...(image ? { image } : {}),
      ...(unit ? { unit } : {}),
      ...(tint ? { tint } : {}),
      ...(packageId ? { packageId } : {}),
      ...(selection ? { selection } : {}),
      ...(choices ? { choices } : {}),
      ...(ifMissing ? { ifMissing } : {}),
    };
  });

/**
 * Puts what was ordered into the cart, at today's prices, and goes on: to the review, which names each price that
 * changed; where only choices are to be made anew, to where they are made; else to the cart, which names what is not
 * sold any more and what else is in it. Leaving the screen gives the way up, not the lines. Source: D80.
 */
export function useBuyAgain(): {
  buyAgain: (order: Order) => void;
  /** the order that is on its way */
  pendingId: string | null;
} {
  const { clock } = useShell();
  const cart = useRoot('cart');
  const go = useGo();
  const isVisitor = useAppState(({ context }) => context.session === 'visitor');
  const [asked, setAsked] = useState<string | null>(null);
  const isPending = useRootState('cart', (s) => s.context.repeatedAt !== null);
  useEffect(() => {
    const { unsubscribe } = cart.on('repeat.answered', ({ cartUuid, changes }) => {
      const [change, ...others] = changes.filter(({ kind }) => kind !== 'PRICE');
      if (cartUuid !== null) go('checkout.review', {}, { cart: cartUuid });
      else if (change?.reason === 'SELECTION' && others.length === 0)
        go('app.kitOptionals', {}, choicesAnew(change));
      else go('app.cart');
    });
    return () => {
      unsubscribe();
      cart.send({ type: 'repeat.withdrawn' });
    };
  }, [cart, go]);
  const buyAgain = useCallback(
    (order: Order) => {
      setAsked(order.id);
      cart.send({ type: 'order.repeated', lines: linesAgain(order), now: clock.now() });
      // Nobody is known of a visitor: there is no review to lead to.
      if (isVisitor) go('app.cart');
    },
    [cart, clock, go, isVisitor],
  );
  return { buyAgain, pendingId: isPending ? asked : null };
}
