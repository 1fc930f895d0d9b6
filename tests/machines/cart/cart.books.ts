import type { AnyMachineSnapshot } from 'xstate';
import type { Cart } from '#contract/cart.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { CartContext, CartEvent } from '#machines/cart/facts.ts';
import type { HeldLine } from '#machines/cart/lines.ts';

/** A little bookkeeping of a cart's quantities, by hand: it knows nothing of the chart. */

export type Counts = Record<string, number>;
export const counts = (lines: HeldLine[]): Counts =>
  Object.fromEntries(lines.map((line) => [lineKey(line), line.quantity]));
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
export const sorted = (found: Counts) => Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1));
export const countsOf = (cart: Cart): Counts =>
  Object.fromEntries(cart.products.map((line) => [lineKey(line), line.quantity]));

/**
 * What one event makes of the quantities, by hand: a little bookkeeping that knows nothing of the chart.
 * Null: the server's lines decide (judged apart).
 */
export function wanted(
  before: CartContext,
  event: CartEvent | { type: string; output?: unknown; error?: unknown },
): Counts | null {
  const now = counts(before.lines);
  const set = (key: string, quantity: number): Counts => {
    const { [key]: _gone, ...rest } = now;
    return quantity > 0 ? { ...now, [key]: quantity } : rest;
  };
  switch (event.type) {
    case 'line.added': {
      const { line } = event as Extract<CartEvent, { type: 'line.added' }>;
      return set(
        lineKey(line),
        line.quantity > 0 ? Math.min(999, (now[lineKey(line)] ?? 0) + line.quantity) : 0,
      );
    }
    case 'order.repeated': {
      const { lines } = event as Extract<CartEvent, { type: 'order.repeated' }>;
      if (before.repeatedAt !== null) return now;
      return lines.reduce<Counts>(
        (known, line) => ({
          ...known,
          [lineKey(line)]: Math.min(999, (known[lineKey(line)] ?? 0) + line.quantity),
        }),
        now,
      );
    }
    case 'line.changed': {
      const { key, quantity } = event as Extract<CartEvent, { type: 'line.changed' }>;
      return now[key] === undefined ? now : set(key, quantity);
    }
    case 'line.removed':
      return set((event as Extract<CartEvent, { type: 'line.removed' }>).key, 0);
    default:
      return null;
  }
}
/** What was put in beyond what the server had. */
export const beyond = ({ base, lines }: CartContext): Counts => {
  const had = counts(base.lines);
  return Object.fromEntries(
    lines.flatMap((line) =>
      line.quantity > (had[lineKey(line)] ?? 0)
        ? [[lineKey(line), line.quantity - (had[lineKey(line)] ?? 0)]]
        : [],
    ),
  );
};

/** The account's cart is looked for at a sign-in, or waits for a network to be. */
export const isJoining = (snapshot: AnyMachineSnapshot, state: 'asking' | 'waiting'): boolean =>
  snapshot.matches({ merging: state } as never) || snapshot.matches({ settingAside: state } as never);

/** Nothing to write, and nobody has tried to. */
export const isUntouched = ({ uuid: number, lines, heard, failures }: CartContext): boolean =>
  lines.length === 0 && (number === null || (heard === 0 && failures === 0));
