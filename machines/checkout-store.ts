import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';
import { Draft, Lock } from '#contract/cart.ts';
import type { checkoutMachine } from './checkout.machine.ts';
import { readAs } from './flow-problem.ts';

/** An order on its way, as it outlives the page. Without its key it is unfit: sent again it would be a second order. Source: REL-04, REL-14. */
export const StoredPlacing = v.object({
  version: v.literal(1),
  cartUuid: v.string(),
  key: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}:.+$/i)),
  draft: v.object(Draft),
  lock: v.nullable(Lock),
});
export type StoredPlacing = v.InferOutput<typeof StoredPlacing>;

/** What to store while an order is on its way; null at any other time, when the cart's draft is enough. */
export function storePlacing(snapshot: SnapshotFrom<typeof checkoutMachine>): StoredPlacing | null {
  const { cartUuid, key, draft, lock } = snapshot.context;
  return key !== null && snapshot.matches('placing') ? { version: 1, cartUuid, key, draft, lock } : null;
}

/** What was stored, if it is fit for this cart; else null. */
export function readPlacing(stored: unknown, cartUuid: string): StoredPlacing | null {
  const placing = readAs(StoredPlacing, stored);
  return placing && placing.cartUuid === cartUuid && placing.key.startsWith(`${cartUuid}:`) ? placing : null;
}
