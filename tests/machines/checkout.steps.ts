import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutContext } from '#machines/checkout/facts.ts';
import { expectThat } from '../support/expect-that.ts';

export const isIn = (snapshot: AnyMachineSnapshot | null, ...states: string[]) =>
  snapshot !== null && states.some((state) => snapshot.matches(state as never));
/** Steps are reached only with everything before them decided. */
export function needsAreMet(snapshot: AnyMachineSnapshot): void {
  const { draft, methods } = snapshot.context as CheckoutContext;
  const { location, shippingMethod, paymentMethod } = draft;
  if (isIn(snapshot, 'payment', 'installment', 'confirmation', 'placing')) {
    expectThat(shippingMethod !== undefined, 'no way to receive');
    expectThat(
      shippingMethod.type === 'PICKUP' || location?.streetNumber !== undefined,
      'a delivery to nowhere',
    );
    expectThat(
      shippingMethod.type !== 'SCHEDULED' || shippingMethod.windowId !== undefined,
      'a scheduled delivery without its time',
    );
  }
  if (isIn(snapshot, 'installment', 'confirmation', 'placing'))
    expectThat(paymentMethod !== undefined, 'no way to pay');
  const card = methods.find(({ type }) => type === 'CREDIT_CARD');
  if (isIn(snapshot, 'confirmation', 'placing') && paymentMethod?.type === 'CREDIT_CARD')
    expectThat(
      card?.plans?.length === 1 ||
        (card?.plans?.some(({ n }) => n === paymentMethod.installments) ??
          paymentMethod.installments !== undefined),
      'a card without parts that the server offers',
    );
  if (isIn(snapshot, 'installment'))
    expectThat(paymentMethod?.type === 'CREDIT_CARD', 'parts of something that has none');
}

/** Whoever has said how, where, when and to whom goes on; nobody else does, and nothing is forgotten by it. */
export function settledGoesOn(snapshot: AnyMachineSnapshot, earlier: AnyMachineSnapshot): void {
  const { draft, mode, account } = earlier.context as CheckoutContext;
  const { location, shippingMethod: chosen, recipient } = draft;
  const looksAt = mode ?? (chosen?.type === 'PICKUP' ? 'pickup' : 'delivery');
  const isThere = looksAt === 'pickup' || (location?.streetNumber !== undefined && Boolean(location.address));
  const isChosen =
    chosen !== undefined &&
    (chosen.type === 'PICKUP') === (looksAt === 'pickup') &&
    (chosen.type !== 'SCHEDULED' || chosen.windowId !== undefined);
  const isSettled = isThere && isChosen && Boolean(recipient ?? account?.phone);
  expectThat(snapshot.matches('payment') === isSettled, `settled: ${isSettled}`);
  if (isSettled)
    expectThat(
      (snapshot.context as CheckoutContext).draft.recipient?.name === (recipient?.name ?? account?.name),
      'the buyer receives, where nobody else was named',
    );
}
