import { useFlowState } from '#app/flow-hooks.ts';
import { useLinkTo } from '#app/links.ts';
import type { CheckoutStep } from '#components/checkout-steps.tsx';

export type StepName = 'shipping' | 'payment' | 'installment' | 'confirmation';
const order: { name: StepName; label: string }[] = [
  { name: 'shipping', label: 'Entrega' },
  { name: 'payment', label: 'Pagamento' },
  { name: 'installment', label: 'Parcelas' },
  { name: 'confirmation', label: 'Confirmação' },
];
export const numberOf = (step: StepName): number => order.findIndex(({ name }) => name === step) + 1;

/** The four steps as the checkout chart passes through them. Parcels are passed by where the way of paying has none. */
export function useSteps(now: StepName): (CheckoutStep & { name: StepName })[] {
  const linkTo = useLinkTo();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const isCard = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.type === 'CREDIT_CARD');
  const isPlacing = useFlowState('checkout', (s) => s.matches('placing') || s.matches('adopting'));
  const at = numberOf(now);
  return order.map(({ name, label }, index) => {
    const state = index + 1 < at ? 'done' : index + 1 === at ? 'now' : 'next';
    const canReturn = state === 'done' && !isPlacing && (name !== 'installment' || isCard);
    return { name, label, state, ...(canReturn ? { link: linkTo(`checkout.${name}`, { cartUuid }) } : {}) };
  });
}
