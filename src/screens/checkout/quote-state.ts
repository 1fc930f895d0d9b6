import { useFlowState } from '#client/flow-hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';

export type QuoteState = 'waiting' | 'offline' | 'silent' | 'failed' | 'ready';

/**
 * Whether the days and hours are there for a step that chooses from them, and why not: `offline` has no
 * network, `silent` no answer, `failed` a wrong one.
 */
export function useQuoteState(step: 'shipping' | 'method' | 'extraInfo'): QuoteState {
  const { isOnline } = useNoAnswer();
  const state = useFlowState('checkout', (s) =>
    s.hasTag('offline')
      ? 'offline'
      : s.hasTag('failed')
        ? 'failed'
        : s.hasTag('editable')
          ? 'ready'
          : 'waiting',
  );
  const isHere = useFlowState('checkout', (s) => s.matches(step));
  if (!isHere) return 'waiting';
  return state === 'offline' && isOnline ? 'silent' : state;
}
