import { useCallback } from 'react';
import { useShell } from './context.ts';
import { useFlow } from './flow-hooks.ts';

/**
 * Sends the order. The key of the attempt is kept before anything is sent, and used again for the same cart
 * until it is answered:
 * pressing twice, or after a reload in the middle, is the same order. Source: definitions.md, Idempotency.
 */
export function useSubmitOrder(): () => void {
  const { storage, clock } = useShell();
  const checkout = useFlow('checkout');
  return useCallback(() => {
    const { cartUuid, problem } = checkout.getSnapshot().context;
    // A key that was used with another cart than this one will be refused for ever.
    const kept = problem?.code === 'KEY_REUSED' ? null : storage.attempt.read(cartUuid);
    const attempt = kept ?? crypto.randomUUID();
    storage.attempt.write(cartUuid, attempt);
    checkout.send({ type: 'order.submitted', attempt, at: clock.now() });
  }, [storage, clock, checkout]);
}
