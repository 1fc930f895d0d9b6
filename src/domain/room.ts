import type { Item, Package } from '#contract/catalog.ts';
import { type LimitReason, clampQuantity } from './line-limits.ts';

export interface Room {
  /** The most that this line may hold. */
  most: number;
  reason: LimitReason | 'PERSON' | null;
}
/** What a campaign sells one person (D67), and how much of it other lines of the cart take. */
export interface PersonLimit {
  most: number;
  taken: number;
}
export type Limited = Pick<Item, 'quantity' | 'max'>;
export type Box = Pick<Package, 'units'>;

/** How much of an item may be in one line, given what other lines of the same item hold. */
export function roomFor(
  item: Limited,
  pack: Box | null,
  other: { /** in units of the item */ stock: number; quantity: number },
): Room {
  const limits = {
    stock: item.quantity - other.stock,
    ...(item.max === undefined ? {} : { max: item.max - other.quantity }),
    units: pack?.units ?? 1,
  };
  const { quantity, reason } = clampQuantity(999, limits);
  return { most: quantity, reason };
}

/**
 * What is left of a line's room where its campaign sells one person so many things. Earlier orders are the server's
 * to count, when it reserves.
 */
export function roomBeside(room: Room, limit: PersonLimit | null): Room {
  const left = limit ? Math.max(0, limit.most - limit.taken) : Infinity;
  return left < room.most ? { most: left, reason: 'PERSON' } : room;
}
