import { useRootState } from '#client/hooks.ts';
import { priceChangeText } from '#client/shop/cart/price-change.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';

/**
 * Prices that changed since the cart was left for the checkout. The server tells them with any answer about the cart,
 * and then refuses no hold for them: nobody has seen them yet.
 */
export function ChangedPrices() {
  const changes = useRootState('cart', (s) => s.context.changes);
  return changes.map((change) => {
    const text = priceChangeText(change, change.name ?? 'um produto');
    return text ? <RefusalNote key={text} text={text} /> : null;
  });
}
