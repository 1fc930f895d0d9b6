import { useFlowState } from '#client/flow-hooks.ts';
import type { PaymentMethod, Plan, SavedCard } from '#contract/payment/payment.ts';

const card = (methods: readonly PaymentMethod[]): PaymentMethod | undefined =>
  methods.find(({ type }) => type === 'CREDIT_CARD');
const none: Plan[] = [];

/** The saved card that pays; undefined for one that is still to be typed, and for any other way. */
export const useChosenCard = (): SavedCard | undefined =>
  useFlowState('checkout', ({ context: { draft, methods } }) =>
    card(methods)?.cards?.find(({ id }) => id === draft.paymentMethod?.cardId),
  );

/** The parcels that the server offers for a card, and the ones that were chosen; none for any other way to pay. */
export function usePlans(): { isCard: boolean; plans: Plan[]; chosen: Plan | undefined } {
  const method = useFlowState('checkout', (s) => s.context.draft.paymentMethod);
  const isCard = method?.type === 'CREDIT_CARD';
  const plans = useFlowState('checkout', (s) => (isCard && card(s.context.methods)?.plans) || none);
  const [only, ...others] = plans;
  const chosen = others.length > 0 ? plans.find(({ n }) => n === method?.installments) : only;
  return { isCard, plans, chosen };
}
/** Parcels are a step where there are some to choose from; while that is not known, where some were chosen. */
export const useHasParcels = (): boolean =>
  useFlowState('checkout', ({ context: { draft, methods } }) => {
    const { type, installments } = draft.paymentMethod ?? {};
    if (type !== 'CREDIT_CARD') return false;
    return methods.length > 0 ? (card(methods)?.plans?.length ?? 0) > 1 : installments !== undefined;
  });
