import { useRoot } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { inCents } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { useCallback } from 'react';

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
 * Puts what was ordered into the cart and goes there. The server's answer brings today's prices: the cart names
 * each that changed, from what was paid then, and what is not sold any more.
 */
export function useBuyAgain(): (order: Order) => void {
  const cart = useRoot('cart');
  const go = useGo();
  return useCallback(
    (order) => {
      for (const line of linesAgain(order)) cart.send({ type: 'line.added', line });
      go('app.cart');
    },
    [cart, go],
  );
}
