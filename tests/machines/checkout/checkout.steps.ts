import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutContext } from '#machines/checkout/facts.ts';
import { expectThat } from '#tests/support/expect-that.ts';

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

/**
 * A wallet pays no more than it was offered for, what it pays is asked of the server again, and it is a way to pay
 * by itself only where it leaves nothing.
 */
export function walletIsHeeded(
  snapshot: AnyMachineSnapshot,
  before: AnyMachineSnapshot,
  event: { type: string } & Record<string, unknown>,
): void {
  const context = snapshot.context as CheckoutContext;
  const was = before.context as CheckoutContext;
  if (context.methods.some(({ type }) => type === 'WALLET'))
    expectThat(
      context.methods.length === 1 && context.wallet?.left === 0,
      'a wallet that leaves something to pay is no way to pay',
    );
  if (event.type !== 'wallet.chosen') return;
  const { uuid, amount } = event as unknown as { uuid: string; amount: number | null };
  const isOpen = ['ready', 'updating'].some((state) => before.matches({ payment: state } as never));
  const isOffered =
    amount === null || was.wallet?.wallets?.some((one) => one.uuid === uuid && amount <= one.max) === true;
  const wishes = (of: CheckoutContext, isMine: boolean) =>
    JSON.stringify((of.draft.wallets ?? []).filter((one) => (one.uuid === uuid) === isMine));
  if (isOpen && isOffered)
    expectThat(
      snapshot.matches({ payment: 'updating' } as never) &&
        wishes(context, true) === JSON.stringify(amount === null ? [] : [{ uuid, amount }]) &&
        wishes(context, false) === wishes(was, false),
      'what a wallet pays is noted beside the others, and what is left is asked for',
    );
  else expectThat(context.draft === was.draft, 'no wallet pays what it was not offered for');
}
