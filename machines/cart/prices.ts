import type { Cart, CartChange } from '#contract/cart.ts';
import { centsOfReais, reaisOf } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { HeldLine } from './held-line.ts';

/**
 * What a person has not seen yet, with each price that the server's cart has and the held lines do not.
 * Several moves of one price are one: from what was seen to what it is;
 * back where it was, it says nothing. Amounts of one, in reais as in the contract.
 */
export function repriced(unseen: CartChange[], lines: HeldLine[], { products }: Cart): CartChange[] {
  return products.reduce((known, product) => {
    const line = lines.find((held) => lineKey(held) === lineKey(product));
    if (!line || centsOfReais(product.unitPrice) === line.price) return known;
    const { id, campaignId, name, unitPrice: after } = product;
    const held = reaisOf(line.price);
    const isEarlier = (change: CartChange) =>
      change.kind === 'PRICE' &&
      change.id === id &&
      change.campaignId === campaignId &&
      change.after === held;
    const before = known.find(isEarlier)?.before ?? held;
    const others = known.filter((change) => !isEarlier(change));
    return before === after
      ? others
      : [...others, { id, campaignId, name, kind: 'PRICE', reason: 'PRICE', before, after }];
  }, unseen);
}
