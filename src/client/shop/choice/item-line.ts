import type { Item, Package } from '#contract/catalog.ts';
import { lineKey, unitsTaken } from '#domain/cart-line.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { useCallback } from 'react';
import { shallow, useRoot, useRootState } from '#client/hooks.ts';
import { usePersonLimit } from '#client/shop/campaign/campaigns.ts';
import { type Room, roomBeside, roomFor } from '#domain/room.ts';
import { listPriceOf, packageOf, priceOf, propertyOf } from './item-words.ts';

/** A line with all that the cart must show of it while no server answers. */
export function lineOf(item: Item, pack: Package | null, campaignName: string, quantity: number): HeldLine {
  const unit = pack?.name ?? propertyOf(item, 'unit');
  const tint = propertyOf(item, 'tint');
  const listPrice = listPriceOf(item, pack);
  const [image] = item.images;
  return {
    id: item.id,
    campaignId: item.campaignId,
    quantity,
    name: item.name,
    campaignName,
    price: priceOf(item, pack),
    stock: item.quantity,
    ...(pack ? { packageId: pack.id, units: pack.units } : {}),
    ...(item.selectedKitItems.length > 0
      ? {
          selection: item.selectedKitItems,
          choices: item.selectedKitItems.map(({ item: { id }, quantity }) => ({
            id,
            quantity,
            name: item.kitItems.find((option) => option.item.id === id)?.item.name ?? '',
          })),
        }
      : {}),
    ...(image ? { image } : {}),
    ...(unit ? { unit } : {}),
    ...(tint ? { tint } : {}),
    ...(listPrice === undefined ? {} : { listPrice }),
    ...(item.max === undefined ? {} : { max: item.max }),
  };
}

export interface ItemLine {
  /** How many are in the cart. */
  quantity: number;
  room: Room;
  /** what its campaign sells one person, where it says so */
  perPerson: number | undefined;
  /** Sets how many there are, at once; the server agrees or corrects later. */
  change: (quantity: number) => void;
}

/**
 * The line of one item (and package) in the cart, as a stepper needs it. Draws again only when what is held
 * of this item changes.
 */
export function useItemLine(item: Item, packageId: string | null, campaignName: string): ItemLine {
  const cart = useRoot('cart');
  const pack = packageOf(item, packageId);
  const key = lineKey(lineOf(item, pack, campaignName, 1));
  const perPerson = usePersonLimit(item.campaignId);
  const held = useRootState(
    'cart',
    ({ context }) => {
      const found = { quantity: 0, otherStock: 0, otherQuantity: 0, taken: 0 };
      for (const line of context.lines) {
        if (line.campaignId !== item.campaignId) continue;
        if (lineKey(line) === key) found.quantity = line.quantity;
        else {
          // Without a limit no tile is drawn again for what others take.
          if (perPerson !== undefined) found.taken += line.quantity;
          found.otherStock += unitsTaken(line, item.id);
          if (line.id === item.id) found.otherQuantity += line.quantity;
        }
      }
      return found;
    },
    shallow,
  );
  const change = useCallback(
    (quantity: number) => {
      const isThere = cart.getSnapshot().context.lines.some((line) => lineKey(line) === key);
      if (quantity <= 0) cart.send({ type: 'line.removed', key });
      else if (isThere) cart.send({ type: 'line.changed', key, quantity });
      else cart.send({ type: 'line.added', line: lineOf(item, pack, campaignName, quantity) });
    },
    [cart, key, item, pack, campaignName],
  );
  return {
    quantity: held.quantity,
    room: roomBeside(
      roomFor(item, pack, { stock: held.otherStock, quantity: held.otherQuantity }),
      perPerson === undefined ? null : { most: perPerson, taken: held.taken },
    ),
    perPerson,
    change,
  };
}
