import { useFlowState } from '#client/flow-hooks.ts';
import { questionsOf } from '#machines/checkout/needs.ts';

/** What the campaigns of the cart ask, as far as the checkout has heard of it. */
export const useQuestions = () => useFlowState('checkout', (s) => questionsOf(s.context));
