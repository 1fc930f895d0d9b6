import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from './checkout.machine.ts';
import type { StoredPlacing } from '#machines/stored.ts';

/** What to store while an order is on its way; null at any other time, when the cart's draft is enough. */
export function storePlacing(snapshot: SnapshotFrom<typeof checkoutMachine>): StoredPlacing | null {
  const { cartUuid, key, draft, lock, pressedAt, ignoreShippingAddress } = snapshot.context;
  return key !== null && snapshot.matches('placing')
    ? { version: 1, cartUuid, key, draft, lock, at: pressedAt, ignoreShippingAddress }
    : null;
}
