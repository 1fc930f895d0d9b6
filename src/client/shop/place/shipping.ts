import { useFlowState } from '#client/flow-hooks.ts';
import type { Recipient } from '#contract/cart.ts';
import {
  type ShippingGap,
  type ShippingMode,
  buyerOf,
  modeOf,
  recipientOf,
  shippingGap,
} from '#machines/checkout/needs.ts';

/** How an order is received, as the checkout has it: its guard and the screen ask the same. */

export const useShippingMode = (): ShippingMode => useFlowState('checkout', (s) => modeOf(s.context));
/** Why the person cannot go on; null when they can. */
export const useShippingGap = (): ShippingGap | null =>
  useFlowState('checkout', (s) => shippingGap(s.context));
/** Who is there when the order comes. Null while a phone is missing. */
export function useRecipient(): Recipient | null {
  const draft = useFlowState('checkout', (s) => s.context.draft);
  const account = useFlowState('checkout', (s) => s.context.account);
  const who = useFlowState('checkout', (s) => s.context.who);
  return recipientOf({ draft, account, who });
}
/** Who buys, signed in or not. */
export const useBuyer = () => useFlowState('checkout', (s) => buyerOf(s.context));
