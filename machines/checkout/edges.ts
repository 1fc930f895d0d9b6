import type {
  CardPayment,
  CheckoutContext,
  CheckoutEvent,
  CheckoutStep,
  OfCart,
  Placing,
  Press,
} from './facts.ts';
import { fittingAnswers, isByCard, onlyWay, recipientOf } from './needs.ts';
import { reaisOf } from '#contract/money.ts';
import { paidByWallets } from '#domain/money/wallet.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { failure, retryOnReturn, fromEvent } from '#machines/port.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';

/** Edges and actions that several states of the checkout share. */

export const ofCart = ({ context }: { context: CheckoutContext }): OfCart => ({ cartUuid: context.cartUuid });

/**
 * Begun in the middle (a reload), what was chosen to receive is told in words that only a quote has; the
 * gates do not wait for it.
 * Needed when something was chosen before this flow began, and the flow begins after that choice.
 */
export const asRecalled = ({
  context: { cartUuid, asked, draft },
}: {
  context: CheckoutContext;
}): OfCart & { isNeeded: boolean } => ({
  cartUuid,
  isNeeded:
    draft.shippingMethod !== undefined &&
    asked.type !== 'asked.checkout.lead' &&
    asked.type !== 'asked.checkout.shipping' &&
    asked.type !== 'asked.checkout.extraInfo' &&
    asked.type !== 'asked.checkout.review' &&
    asked.type !== 'asked.checkout.method',
});
/** A card's parcels are those of the sum that is held. */
export const toLock = ({ context }: { context: CheckoutContext }): OfCart & { needsPlans: boolean } => ({
  ...ofCart({ context }),
  needsPlans: isByCard(context),
});
/** What a card payment is begun with, before there is an order for it (decision 12). */
export const asCardPayment = ({ context }: { context: CheckoutContext }): CardPayment => {
  const { installments = 1, cardId } = context.draft.paymentMethod ?? {};
  const walletAmount = reaisOf(paidByWallets(context.lock?.wallets));
  return { ...ofCart({ context }), installments, walletAmount, ...(cardId === undefined ? {} : { cardId }) };
};
/** Everything that an order is made of. */
export const asPlacing = ({ context }: { context: CheckoutContext }): Placing => {
  const { key, cartUuid, draft, account, who, lock, clientSecret, ignoreShippingAddress } = context;
  return {
    key: key ?? '',
    cartUuid,
    draft,
    account,
    guest: who.guest,
    lock,
    clientSecret,
    ignoreShippingAddress,
  };
};

/** Said once for the compiler: the guard before it has looked. */
function pressIn({ pressed }: CheckoutContext): Press {
  if (!pressed) throw new Error('nothing was pressed');
  return pressed;
}

export const back = (reason: ReasonCode) => ({ type: 'refuse', params: { reason } }) as const;
export const request = (screen: CheckoutStep) => ({ type: 'request', params: { screen } }) as const;
const landOn = (screen: CheckoutStep) => ({ type: 'landOn', params: { screen } }) as const;
// A lock is held while an order is confirmed and made. Whoever is at any step holds none, or takes one anew.
export const releaseLock = ['notifyReleased', 'dropLock'] as const;
export const note = { type: 'noteProblem', params: failure } as const;
export const onFailure = (
  guard:
    | 'isPassing'
    | 'isPlace'
    | 'isPlaceOfLock'
    | 'isOfCart'
    | 'isOrdered'
    | 'isAnswer'
    | 'isRefused'
    | 'isLost'
    | 'isLockLost'
    | 'isMethod'
    | 'isUnproved'
    | 'isSignedOut'
    | 'isCardGone'
    | 'isKeyReused',
) => ({ type: guard, params: failure }) as const;
/** A question that was not answered, beside the two states that follow. */
export const unanswered = [
  { guard: onFailure('isPassing'), target: 'offline', actions: note },
  { target: 'failed', actions: note },
] as const;
/** No answer: asked again by itself. */
export const offlineUntil = <T extends string>(asking: T) =>
  ({ tags: 'offline', ...retryOnReturn(asking) }) as const;
/** A wrong answer: asked again by a person. */
export const failedUntil = <T extends string>(asking: T) =>
  ({ tags: 'failed', on: { 'load.retried': asking } }) as const;
// A gate names every earlier need, not only the previous one.
export const needsAddress = {
  guard: 'lacksAddress',
  target: '#checkout.shipping',
  actions: back('address.missing'),
} as const;
export const needsShipping = {
  guard: 'lacksShipping',
  target: '#checkout.shipping',
  actions: back('shipping.missing'),
} as const;
export const needsAnswers = {
  guard: 'lacksAnswers',
  target: '#checkout.extraInfo',
  actions: [back('extra.missing'), landOn('checkout.extraInfo')],
} as const;
export const needsPayment = {
  guard: 'lacksPayment',
  target: '#checkout.payment',
  actions: back('payment.missing'),
} as const;
/** An answer that the shop does not take: what is asked is heard anew. */
export const refusedAnswer = {
  guard: onFailure('isAnswer'),
  target: '#checkout.extraInfo',
  actions: [note, 'forgetQuote', landOn('checkout.extraInfo')],
} as const;
/** What the server refused, named as far as the cart can be told. */
export function reasonOf(problem: FlowProblem | null): ReasonCode {
  const what = problem?.code === 'LOCK' ? problem.detail : problem?.code;
  if (what === 'CAMPAIGN' || what === 'CAMPAIGN_ENDED') return 'cart.closed';
  if (what === 'COUPON') return 'cart.coupon';
  return what === 'SELECTION' ? 'cart.choice' : 'cart.changed';
}
/** What a refused or unanswered order leads to. */
export const afterPlacing = [
  // No answer, or one that asks to wait: the order may exist by now, so the very same key goes again.
  {
    description: 'Sem resposta não se sabe se o pedido existe: o mesmo envio é repetido.',
    guard: onFailure('isPassing'),
    target: 'waiting',
    actions: note,
  },
  {
    guard: { type: 'isOrderInAnswer', params: failure },
    target: '#checkout.placed',
    actions: { type: 'keepOrderInAnswer', params: failure },
  },
  { guard: onFailure('isOrdered'), target: '#checkout.adopting', actions: note },
  // A refusal frees the key; the next press is a new attempt.
  {
    guard: onFailure('isLockLost'),
    target: '#checkout.confirmation.lockExpired',
    actions: [note, 'forgetKey'],
  },
  {
    guard: onFailure('isPlace'),
    target: '#checkout.shipping',
    actions: [note, 'forgetKey', 'forgetQuote'],
  },
  { guard: onFailure('isMethod'), target: '#checkout.payment', actions: [note, 'forgetKey'] },
  { guard: onFailure('isOfCart'), target: '#checkout.returned', actions: [note, 'forgetKey'] },
  { guard: onFailure('isKeyReused'), target: '#checkout.adopting', actions: note },
  { target: 'failed', actions: note },
] as const;
/** What was said of who buys, or answered to a campaign, and is refused with the order that carries it. */
export const refusedWords = [
  {
    guard: { type: 'isIdentification', params: failure },
    target: '#checkout.lead.refused',
    actions: [note, 'forgetKey', 'forgetGuest', landOn('checkout.lead')],
  },
  { ...refusedAnswer, actions: [...refusedAnswer.actions, 'forgetKey'] },
] as const;
// An order that waited too long and was not taken: what costs something is confirmed by somebody who sees
// what it costs now.
export const confirmAnew = {
  description: 'O pedido não saiu a tempo: a pessoa confere os valores e confirma de novo.',
  guard: 'isStale',
  target: '#checkout.confirmation',
  actions: ['forgetKey', 'forgetQuote', request('checkout.confirmation'), back('order.expired')],
} as const;

/**
 * What was pressed on the review, once the goods are held: the same order, where its total is the one that
 * was seen.
 */
export const pressedBefore = [
  {
    description: 'Na revisão já se finalizou, e o total é o que se viu ali: o pedido sai.',
    guard: 'isAsSeen',
    target: '#checkout.placing',
    actions: { type: 'nameAttempt', params: ({ context }: { context: CheckoutContext }) => pressIn(context) },
  },
  {
    description: 'O total não é o que se viu na revisão: a pessoa confere e finaliza aqui.',
    guard: 'isPressed',
    actions: back('total.changed'),
  },
] as const;

const choice = ({ event }: { event: Extract<CheckoutEvent, { type: 'shipping.chosen' }> }) => ({
  patch: { shippingMethod: event.choice },
});
export const chooseShipping = {
  guard: { type: 'isOffered', params: fromEvent },
  actions: [
    { type: 'decide', params: choice },
    { type: 'notifyDraft', params: choice },
  ],
} as const;

const recipient = ({ context }: { context: CheckoutContext }) => ({
  patch: { recipient: recipientOf(context) ?? undefined },
});
/** Whoever receives is decided with the delivery: the buyer, where nobody else was named. */
const keepRecipient = [
  { type: 'decide', params: recipient },
  { type: 'notifyDraft', params: recipient },
] as const;
const toReview = request('checkout.review');
export const submitShipping = [
  {
    description: 'A entrega foi alterada a partir da revisão: a compra volta a ela.',
    guard: 'isSettledForReview',
    target: '#checkout.review',
    actions: [...keepRecipient, toReview],
  },
  {
    description: 'Uma campanha do carrinho pergunta algo: isso vem antes do pagamento.',
    guard: 'isSettledAndUnasked',
    target: '#checkout.extraInfo',
    actions: [...keepRecipient, request('checkout.extraInfo')],
  },
  {
    guard: 'isShippingSettled',
    target: '#checkout.payment',
    actions: [...keepRecipient, request('checkout.payment')],
  },
] as const;

/** What stands in the answers, as the cart keeps it. */
export const answers = ({
  context,
  event,
}: {
  context: CheckoutContext;
  event: Extract<CheckoutEvent, { type: 'answers.changed' }>;
}) => ({ patch: { extra: fittingAnswers(context, event.answers) } });
const fitting = ({ context }: { context: CheckoutContext }) => ({
  patch: { extra: fittingAnswers(context) },
});
/** An order takes no answer to what its campaigns do not ask. */
export const dropStrayAnswers = {
  guard: 'hasStrayAnswers',
  actions: [
    { type: 'notifyDraft', params: fitting },
    { type: 'decide', params: fitting },
  ],
} as const;

const parts = ({
  context,
  event,
}: {
  context: CheckoutContext;
  event: Extract<CheckoutEvent, { type: 'installment.chosen' }>;
}) =>
  ({
    patch: {
      paymentMethod: {
        ...context.draft.paymentMethod,
        type: 'CREDIT_CARD',
        installments: event.installments,
      },
    },
  }) as const;
export const chooseInstallments = {
  guard: { type: 'isCountAllowed', params: fromEvent },
  actions: [
    { type: 'decide', params: parts },
    { type: 'notifyDraft', params: parts },
  ],
} as const;

export const takeOnlyWay = {
  guard: 'hasOnlyWay',
  actions: [
    {
      type: 'notifyDraft',
      params: ({ context }: { context: CheckoutContext }) => ({ patch: onlyWay(context) ?? {} }),
    },
    'takeOnlyWay',
  ],
} as const;
