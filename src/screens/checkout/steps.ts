import { useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import type { CheckoutStep } from '#components/order/checkout-steps.tsx';
import { useHasParcels } from './plans.ts';

export type StepName = 'shipping' | 'extraInfo' | 'payment' | 'installment' | 'confirmation';
const order: { name: StepName; label: string }[] = [
  { name: 'shipping', label: 'Entrega' },
  { name: 'extraInfo', label: 'Perguntas' },
  { name: 'payment', label: 'Pagamento' },
  { name: 'installment', label: 'Parcelas' },
  { name: 'confirmation', label: 'Confirmação' },
];
/**
 * The steps as the checkout chart passes through them: questions are one once they are asked, and parcels where
 * the chosen way of paying has them.
 */
export const stepsOf = (
  now: StepName,
  has: { questions: boolean; parcels: boolean },
): { name: StepName; label: string; state: CheckoutStep['state'] }[] => {
  const steps = order.filter(
    ({ name }) =>
      name === now || (name === 'installment' ? has.parcels : name === 'extraInfo' ? has.questions : true),
  );
  const at = steps.findIndex(({ name }) => name === now);
  return steps.map((step, index) => ({
    ...step,
    state: index < at ? 'done' : index === at ? 'now' : 'next',
  }));
};

/** The order is on its way, or made: nothing of it can be changed any more. */
export const useIsPlacing = (): boolean =>
  useFlowState('checkout', (s) => s.hasTag('placing') || s.status === 'done');

/** The steps of this checkout, each that is done with the way back to it. */
export function useSteps(now: StepName): (CheckoutStep & { name: StepName })[] {
  const linkTo = useLinkTo();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const hasParcels = useHasParcels();
  const isPlacing = useIsPlacing();
  // Known before any answer of the shop, so that the steps stay where they are.
  const isAnswered = useFlowState('checkout', (s) => Object.keys(s.context.draft.extra ?? {}).length > 0);
  const linkOf = (name: StepName) =>
    name === 'extraInfo'
      ? linkTo('checkout.extraInfo', {}, { cart: cartUuid })
      : linkTo(`checkout.${name}`, { cartUuid });
  return stepsOf(now, { questions: isAnswered, parcels: hasParcels }).map((step) => ({
    ...step,
    ...(step.state === 'done' && !isPlacing ? { link: linkOf(step.name) } : {}),
  }));
}
