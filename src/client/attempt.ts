import type { Cents } from '#contract/money.ts';
import { useCallback } from 'react';
import { useShell } from './context.ts';
import type { Storage } from './storage.ts';
import { useFlow } from './flow-hooks.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** The key that was kept for this cart, if it is one. */
export function keptAttempt({ attempt }: Pick<Storage, 'attempt'>, cartUuid: string): string | null {
  const kept = { cartUuid: '', attempt: null as unknown, ...(attempt.read() as object | null) };
  return kept.cartUuid === cartUuid && typeof kept.attempt === 'string' && UUID.test(kept.attempt)
    ? kept.attempt
    : null;
}

/**
 * Sends the order. The key of the attempt is kept before anything is sent, and used again for the same cart
 * until it is answered:
 * pressing twice, or after a reload in the middle, is the same order. Source: definitions.md, Idempotency.
 * @param seen the total that is shown, centavos, where the goods are not held yet
 */
export function useSubmitOrder(seen?: Cents): () => void {
  const { storage, clock } = useShell();
  const checkout = useFlow('checkout');
  return useCallback(() => {
    const { cartUuid, problem } = checkout.getSnapshot().context;
    // A key that was used with another cart than this one will be refused for ever.
    const kept = problem?.code === 'KEY_REUSED' ? null : keptAttempt(storage, cartUuid);
    const attempt = kept ?? crypto.randomUUID();
    storage.attempt.write({ cartUuid, attempt });
    checkout.send({
      type: 'order.submitted',
      attempt,
      at: clock.now(),
      ...(seen === undefined ? {} : { seen }),
    });
  }, [storage, clock, checkout, seen]);
}
