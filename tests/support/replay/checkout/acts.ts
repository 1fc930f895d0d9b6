import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutDraft } from '#contract/order/order.ts';
import { lacksInstallment, lacksPayment } from '#machines/checkout/needs.ts';
import { drafts, starting } from '#tests/machines/checkout/checkout.model.ts';
import { ask } from '#machines/navigation/place.ts';
import { address } from '#tests/support/samples.ts';
import { offered, pickup } from './samples.ts';
import type { Act, ChartEvent, Start } from '../tours.ts';
import { answered } from './answers.ts';
import { happenings } from './happenings.ts';
import { steps } from './steps.ts';
import { type World, contextOf } from './world.ts';

export const acts: Act<World>[] = [...steps, ...answered, ...happenings];

const cardInTwo: CheckoutDraft = {
  ...drafts.card,
  paymentMethod: { type: 'CREDIT_CARD', installments: 2 },
};
const toFetch: CheckoutDraft = { location: address, shippingMethod: pickup };
const recalled = (quote: unknown): ChartEvent => ({
  type: 'xstate.done.actor.recallQuote',
  output: quote,
  actorId: 'recallQuote',
});

/** Where a purchase begins: at its last look, or at an earlier step, with what was decided before. */
export const starts: Start[] = [
  {
    path: 'the last look at an order by card',
    input: starting(cardInTwo, 'checkout.confirmation'),
    heard: [recalled(offered)],
  },
  { path: 'the last look', input: starting(drafts.pix, 'checkout.confirmation'), heard: [recalled(offered)] },
  { path: 'the parcels', input: starting(drafts.card, 'checkout.installment'), heard: [recalled(offered)] },
  {
    path: 'all days and hours',
    input: { ...starting(toFetch), asked: ask('checkout.method', {}) },
    heard: [recalled(null)],
  },
  { path: 'the delivery', input: starting(drafts.addressed, 'checkout.shipping'), heard: [recalled(null)] },
];

/** What tells two states of the checkout apart. */
export function key(snapshot: AnyMachineSnapshot): unknown {
  const context = contextOf(snapshot);
  const { draft, mode, quote, methods, lock, clientSecret, problem } = context;
  const { shippingMethod: way, paymentMethod: pay, recipient } = draft;
  const isIn = (...states: string[]) => states.some((state) => snapshot.matches(state as never));
  return [
    [way?.type, way?.windowId, pay?.type, pay?.installments, pay?.cardId],
    isIn('shipping') && [mode, recipient?.self === false],
    quote?.options.length,
    isIn('payment', 'installment') && methods.map(({ type, plans }) => [type, plans?.length]),
    isIn('confirmation') && [methods.length > 0, lacksPayment(context), lacksInstallment(context)],
    [lock !== null, context.key !== null, clientSecret !== null, context.isStale],
    isIn('placing', 'adopting') && problem?.code,
  ];
}
/** No call of the checkout is answered in the page. */
export const atOnce = () => null;
