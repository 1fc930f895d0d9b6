import type { AnyMachineSnapshot } from 'xstate';
import type { Order } from '#contract/order/order.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import type { CheckoutContext } from '#machines/checkout/facts.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { cartUuid, type lock, type quote } from '#tests/support/samples.ts';
import type { Oracle, Trail } from '#tests/support/walk.ts';
import { flat } from './checkout.age.ts';
import { moneyIsSafe } from './checkout.oracle.ts';
import { TOTAL, about, lastOrders } from './checkout.review.ts';
import { isIn, needsAreMet } from './checkout.steps.ts';

/** The question that the review lets nobody finish without. */
const isAnswered = ({ draft, quote: quoted }: CheckoutContext) =>
  !quoted?.questions?.length || draft.extra?.['preparo'] !== undefined;

/** What can be finished from the review is whole, by what the server offers now. */
function readyIsWhole(context: CheckoutContext): void {
  const { draft, quote: quoted, methods, account, last } = context;
  const { location, shippingMethod: way, paymentMethod: pay, recipient, extra = {} } = draft;
  const option = quoted?.options.find(({ id }) => id === way?.id);
  expectThat(account !== null && Boolean(last), 'only who has ordered before reviews');
  expectThat(option !== undefined, 'a way that is offered');
  expectThat(way?.type === 'PICKUP' || location?.streetNumber !== undefined, 'a place to go to');
  expectThat(
    !option.windows || option.windows.some(({ id, left }) => id === way?.windowId && left > 0),
    'an hour that is free',
  );
  const method = methods.find(({ type }) => type === pay?.type);
  expectThat(method !== undefined, 'a way to pay that is offered');
  const parcels = method.plans ?? [];
  expectThat(
    parcels.length < 2 || parcels.some(({ n }) => n === pay?.installments),
    'parcels that are offered',
  );
  expectThat(recipient !== undefined, 'somebody who is there');
  expectThat(isAnswered(context), 'no question without an answer');
  expectThat(
    Object.keys(extra).every((name) => name !== 'velha'),
    'nor an answer without a question',
  );
}

/** Why one was led from the review to a step, by hand from D80. */
function reasonIsRight(snapshot: AnyMachineSnapshot, { steps }: Trail): void {
  const context = snapshot.context as CheckoutContext;
  const {
    draft,
    quote: quoted,
    account,
    last,
    methods,
    recipient,
  } = {
    ...context,
    recipient: context.draft.recipient,
  };
  const way = draft.shippingMethod;
  const isFetched = way?.type === 'PICKUP';
  const [step, reason] =
    account === null || last === null
      ? ['shipping', 'review.first']
      : !isFetched && draft.location === undefined
        ? ['shipping', 'address.missing']
        : !isFetched && !quoted?.options.some(({ type }) => type !== 'PICKUP')
          ? ['shipping', 'address.outside']
          : !quoted?.options.some(({ id }) => id === way?.id)
            ? ['shipping', 'shipping.gone']
            : !recipient
              ? ['shipping', 'shipping.missing']
              : !isAnswered(context)
                ? ['extraInfo', 'extra.missing']
                : !methods.some(({ type }) => type === draft.paymentMethod?.type)
                  ? ['payment', 'payment.gone']
                  : ['installment', 'payment.missing'];
  const { refusal } = context;
  expectThat(
    isIn(snapshot, step ?? '') && refusal?.reason === reason,
    `${steps.at(-1)?.type} leads to ${flat(snapshot.value)} (${refusal?.reason}), not ${step} (${reason})`,
  );
  expectThat(
    context.refusal?.asked?.screen === 'checkout.review' || step === 'extraInfo',
    'and says what was asked',
  );
}

/** What nobody decided is as it was in the last order; what somebody decided stays. */
function takenOver(was: CheckoutContext, { draft }: CheckoutContext, last: Order): void {
  const { shippingMethod: way, shippingAddress: place, recipient } = last.properties;
  expectThat(
    draft.shippingMethod?.id === (was.draft.shippingMethod ?? way)?.id &&
      draft.paymentMethod?.type === (was.draft.paymentMethod ?? last.paymentMethod).type,
    'the way of receiving and of paying',
  );
  expectThat(
    draft.location?.address === (was.draft.location?.address ?? place?.street_address) &&
      draft.location?.postalCode === (was.draft.location?.postalCode ?? place?.cep),
    'the address',
  );
  expectThat(
    was.draft.recipient !== undefined ||
      recipient?.self !== false ||
      draft.recipient?.name === recipient.name,
    'who receives it',
  );
}

/** Goods that are held for a press on the review: its order goes where they cost what was seen. */
function pressIsHeeded(snapshot: AnyMachineSnapshot, was: CheckoutContext, output: unknown): void {
  const { lock: held, methods } = output as { lock: typeof lock; methods?: PaymentMethod[] };
  const context = snapshot.context as CheckoutContext;
  const { type, installments } = was.draft.paymentMethod ?? {};
  const offered = (methods ?? was.methods).find((one) => one.type === type);
  const canBePaid =
    offered !== undefined &&
    (type !== 'CREDIT_CARD' ||
      offered.plans?.length === 1 ||
      offered.plans?.some(({ n }) => n === installments) === true);
  const isSame = was.pressed?.seen === TOTAL && held.wallets === undefined;
  const isPlacing = isIn(snapshot, 'placing');
  expectThat(
    isPlacing === (isSame && canBePaid),
    `seen ${was.pressed?.seen}: ${isPlacing ? 'placed' : 'looked at again'}`,
  );
  expectThat(context.pressed === null, 'a press is served once');
  if (!isPlacing && was.pressed)
    expectThat(
      context.refusal !== null && context.key === null,
      'whoever is to look again is told why, with a free key',
    );
}

export const reviewOracle: Oracle = (snapshot, trail) => {
  needsAreMet(snapshot);
  moneyIsSafe(snapshot, trail);
  const context = snapshot.context as CheckoutContext;
  const { before, steps, told } = trail;
  const at = (state: string) => snapshot.matches({ review: state } as never);
  if (at('ready')) readyIsWhole(context);
  if (snapshot.matches('review'))
    expectThat(
      context.asked.type === about.type && Reflect.get(context.asked.search, 'cart') === cartUuid,
      'the review stands under its own address, which says the cart',
    );
  if (at('timeless')) {
    const { shippingMethod: way } = context.draft;
    expectThat(
      way?.type === 'SCHEDULED' && way.windowId !== 'morning' && context.lock === null,
      'only the hour is missing',
    );
  }
  const tags = {
    busy: ['recalling', 'quoting', 'paying'],
    editable: ['ready', 'timeless'],
    offline: ['offline'],
    failed: ['failed'],
  };
  if (snapshot.matches('review'))
    for (const [tag, states] of Object.entries(tags))
      expectThat(snapshot.hasTag(tag) === states.some(at), `${tag} is what it says`);
  expectThat(
    context.pressed === null || snapshot.matches({ confirmation: 'locking' } as never),
    'a press waits for its lock alone',
  );
  const event = steps.at(-1);
  if (!event || !before) return;
  const was = before.context as CheckoutContext;
  if (was.draft !== context.draft)
    expectThat(
      told.some(({ action, event: by }) => action === 'notifyDraft' && by === event),
      'the cart keeps every decision',
    );
  const isLed = event.type.startsWith('xstate.done') || event.type === 'shipping.chosen';
  if (before.matches('review') && isLed && !snapshot.matches('review')) reasonIsRight(snapshot, trail);
  if (event.type === 'xstate.done.actor.lastOrder' && event['output'])
    takenOver(was, context, event['output'] as Order);
  if (event.type === 'xstate.done.actor.quote' && before.matches('review'))
    hourIsLikeLast(was, context, event);
  if (event.type === 'xstate.done.actor.lock') pressIsHeeded(snapshot, was, event['output']);
  if (event.type === 'order.submitted' && before.matches({ review: 'ready' } as never))
    expectThat(
      event['attempt'] ? snapshot.matches({ confirmation: 'locking' } as never) : at('ready'),
      'what is pressed on the review is held first, as at the last look',
    );
  const isKnown = was.viaReview && Boolean(was.last);
  const goesOn: Record<string, string> = {
    'shipping.submitted': 'shipping',
    'method.submitted': 'method',
    'extra.submitted': 'extraInfo',
    'installment.submitted': 'installment',
  };
  const from = goesOn[event.type];
  if (from && isKnown && isIn(before, from) && !isIn(snapshot, from) && event.type !== 'method.submitted')
    expectThat(
      snapshot.matches('review') || context.refusal !== null,
      'what is changed from the review leads back there',
    );
};

/** The hour of a way that has hours: the next one like the last order's, and none where there is none. */
function hourIsLikeLast(
  was: CheckoutContext,
  { draft }: CheckoutContext,
  event: Trail['steps'][number],
): void {
  const options = (event['output'] as typeof quote).options;
  const chosen = was.draft.shippingMethod;
  if (chosen?.id !== 'window' || !options.some(({ id }) => id === 'window')) return;
  const isLike = was.last?.window?.start === lastOrders.morning.properties.window?.start;
  expectThat(
    draft.shippingMethod?.windowId === (chosen.windowId ?? (isLike ? 'morning' : undefined)),
    'the hour is like that of the last order, or is left to the person',
  );
}
