import { assign, sendTo, setup } from 'xstate';
import { Cart, type Quote, type ShippingChoice } from '#contract/cart.ts';
import type { Account } from '#contract/people/account.ts';
import { type CheckoutDraft, Order } from '#contract/order/order.ts';
import { Guest } from '#domain/person/guest.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import { waysToPay } from '#domain/money/ways-to-pay.ts';
import { isNavigationRequest, refused, taken } from '#machines/navigation/request.ts';
import type { proofMachine } from '#machines/login/proof.machine.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { slot } from '#machines/slot.ts';
import type {
  CardChange,
  CardPayment,
  CheckoutContext,
  CheckoutEvent,
  CheckoutInput,
  CheckoutNotification,
  CheckoutOutput,
  CheckoutStep,
  LastOrder,
  LockAnswer,
  OfCart,
  Placing,
  Press,
} from './facts.ts';
import { type TypedGuest, nobody } from './guest-draft.ts';
import {
  hasInstallments,
  hasStrayAnswers,
  isByCard,
  isOffered,
  isPlan,
  isUnasked,
  lacksAddress,
  lacksAnswers,
  lacksInstallment,
  lacksPayment,
  lacksShipping,
  leavesRest,
  plansOf,
  onlyWay,
  questionsOf,
  shippingGap,
  type ShippingMode,
} from './needs.ts';
import { currentOf, isPassing, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  capped,
  isRefusedAs,
  isSignedOut,
  port,
  source,
} from '#machines/port.ts';
import { readAs } from '#machines/read-as.ts';
import { PLACING_LIVES } from './placing-life.ts';
import { fieldsOf, ofGuest, ofPayment, ofPlace, sentBack, sentToPay } from './refusals.ts';
import { reviewGuards } from './review-guards.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import { toParent } from '#machines/notify.ts';

const LONGEST_BACK_OFF = 10_000; // REL-05
/** A step of this cart; the path of the questions does not say which (D76). */
const requestOf = ({ cartUuid }: CheckoutContext, screen: CheckoutStep) =>
  ({
    type: `asked.${screen}`,
    params: { cartUuid },
    search: ['checkout.extraInfo', 'checkout.review'].includes(screen) ? { cart: cartUuid } : {},
  }) as NavigationRequest<CheckoutStep>; // the screen picks the member
/** The words of the checkout chart: its calls, guards, delays and actions. */
export const checkoutSetup = setup({
  types: {
    input: {} as CheckoutInput,
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    output: {} as CheckoutOutput,
    children: {} as { proof: 'proof'; keepLock: 'keepLock' },
    tags: {} as 'busy' | 'placing' | 'editable' | 'refused' | 'offline' | 'failed' | 'empty',
  },
  actors: {
    quote: port<Quote, OfCart>('quote'),
    recallQuote: port<Quote | null, OfCart & { isNeeded: boolean }>('recallQuote'),
    paymentMethods: port<PaymentMethod[], OfCart>('paymentMethods'),
    lock: port<LockAnswer, OfCart & { needsPlans: boolean }>('lock'),
    beginCard: port<{ clientSecret: string }, CardPayment>('beginCard'),
    changeCard: port<void, CardChange>('changeCard'),
    proof: slot<typeof proofMachine>('proof'),
    placeOrder: port<Order, Placing>('placeOrder'),
    keepGuest: port<{ id: string }, { guest: Guest | null }>('keepGuest'),
    lastOrder: port<Order | null, OfCart>('lastOrder'),
    findOrder: port<Order | null, OfCart>('findOrder'),
    keepLock: source<{ type: 'lock.released' }, OfCart>('keepLock'),
  },
  guards: {
    ...reviewGuards,
    lacksAddress: ({ context }) => lacksAddress(context),
    lacksShipping: ({ context }) => lacksShipping(context),
    lacksPayment: ({ context }) => lacksPayment(context),
    lacksInstallment: ({ context }) => lacksInstallment(context),
    leavesRest: ({ context }) => leavesRest(context),
    lacksAnswers: ({ context }) => lacksAnswers(context),
    lacksQuestions: ({ context }) => (context.quote ?? context.recalled) === null,
    asksNothing: ({ context }) => questionsOf(context).length === 0,
    isAnswered: ({ context }) => !lacksAnswers(context),
    isAnsweredFirst: ({ context }) =>
      !lacksAnswers(context) && (lacksAddress(context) || lacksShipping(context)),
    // An order that is on its way is sent as it was pressed.
    hasStrayAnswers: ({ context }) => context.key === null && hasStrayAnswers(context),
    lacksQuote: ({ context }) => context.quote === null,
    hasNoOption: ({ context }) => context.quote?.options.length === 0,
    hasNoInstallments: ({ context }) => !hasInstallments(context),
    hasAccount: ({ context }) => context.account !== null,
    isGuest: (_, { guest }: { guest: Guest }) => readAs(Guest, guest) !== null,
    isRefused: isRefusedAs('MALFORMED'),
    isLost: isRefusedAs('NOT_FOUND'),
    hasKey: ({ context }) => context.key !== null,
    hasNoKey: ({ context }) => context.key === null,
    isOffered: ({ context }, { choice }: { choice: ShippingChoice }) => isOffered(context.quote, choice),
    isMethodOffered: ({ context }, { paymentMethod }: { paymentMethod: { type: string } }) =>
      context.methods.some(({ type }) => type === paymentMethod.type),
    isPartOffered: ({ context: { wallet } }, { uuid, amount }: { uuid: string; amount: number | null }) =>
      amount === null ||
      wallet?.wallets?.some((one) => one.uuid === uuid && amount > 0 && amount <= one.max) === true,
    isShippingSettled: ({ context }) => shippingGap(context) === null,
    isSettledAndUnasked: ({ context }) => shippingGap(context) === null && isUnasked(context),
    hasOnlyWay: ({ context }) => onlyWay(context) !== null,
    isCountAllowed: ({ context }, { installments }: { installments: number }) =>
      isPlan(context, installments),
    lacksPlans: ({ context }) => plansOf(context) === null,
    lacksSecret: ({ context }) => isByCard(context) && context.clientSecret === null,
    hasAttempt: (_, { attempt }: Press) => attempt !== '',
    hasNoMethod: (_, { methods }: { methods: PaymentMethod[] }) => methods.length === 0,
    isOrder: (_, { order }: { order: Order | null }) => order !== null,
    isStale: ({ context }) => context.isStale,
    isFresh: ({ context }) => !context.isStale,
    isLate: ({ context }, { now }: { now?: number }) =>
      now !== undefined && now - context.pressedAt >= PLACING_LIVES,
    isTakenForOrdered: ({ context }) => context.problem?.code === 'ORDERED',
    isPassing: (_, { error }: Failure) => isPassing(error),
    isOrdered: isRefusedAs('ORDERED'),
    isOrderInAnswer: (_, { error }: Failure) =>
      isRefusedAs('ORDERED')(null, { error }) && readAs(Order, currentOf(error)) !== null,
    isLockLost: isRefusedAs('LOCK_LOST'),
    wasQueued: ({ context }, { error }: Failure) =>
      context.failures > 0 && isRefusedAs('LOCK_LOST')(null, { error }),
    isKeyReused: isRefusedAs('KEY_REUSED'),
    isMethod: isRefusedAs(...ofPayment),
    isUnproved: isRefusedAs('FRESH_PROOF'),
    isSignedOut,
    isCardGone: ({ context }, { error }: Failure) =>
      context.draft.paymentMethod?.cardId !== undefined && isRefusedAs('NOT_FOUND')(null, { error }),
    isAnswer: (_, { error }: Failure) => fieldsOf(error).some((field) => /\bextra\./.test(field)),
    isIdentification: ({ context }, { error }: Failure) =>
      context.account === null && fieldsOf(error).some((field) => ofGuest.includes(field)),
    isPlace: isRefusedAs(...ofPlace),
    isPlaceOfLock: (_, { error }: Failure) =>
      isRefusedAs('ADDRESS')(null, { error }) ||
      (isRefusedAs('LOCK')(null, { error }) &&
        ['AREA', 'WINDOW', 'WINDOW_PAST'].includes(problemOf(error).detail ?? '')),
    isOfCart: isRefusedAs(
      'LOCK',
      'STOCK',
      'PRICE',
      'CAMPAIGN',
      'CAMPAIGN_ENDED',
      'LIMIT',
      'COUPON',
      'NOT_FOUND',
    ),
  },
  delays: {
    backOff: ({ context }) =>
      Math.max((context.problem?.retryAfter ?? 0) * 1_000, backOffAfter(context.failures, LONGEST_BACK_OFF)),
    untilStale: PLACING_LIVES,
    untilLockEnds: ({ context }) =>
      capped(Date.parse(context.lock?.lockedUntil ?? '') - context.lockedAt || 0),
  },
  actions: {
    take: assign(({ context, event }) =>
      isNavigationRequest(event) ? { ...taken(context.asked, event), problem: null, pressed: null } : {},
    ),
    request: assign(({ context }, { screen }: { screen: CheckoutStep }) => ({
      ...taken(context.asked, requestOf(context, screen)),
      problem: null,
      pressed: null,
    })),
    landOn: assign(({ context }, { screen }: { screen: CheckoutStep }) => ({
      asked: requestOf(context, screen),
    })),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => ({
      ...refused(context.asked, reason),
      pressed: null,
    })),
    decide: assign(({ context }, { patch }: { patch: CheckoutDraft }) => ({
      draft: { ...context.draft, ...patch },
      refusal: null,
      problem: null,
    })),
    keepMode: assign((_, { mode }: { mode: ShippingMode | null }) => ({ mode })),
    keepAccount: assign(({ context }, { account }: { account: Account | null }) => ({
      account,
      who: account ? nobody : context.who,
    })),
    keepTyped: assign(({ context: { who } }, { typed }: { typed: Partial<TypedGuest> }) => ({
      who: { ...who, typed: { ...who.typed, ...typed } },
    })),
    submitGuest: assign((_, { guest }: { guest: Guest }) => ({
      submitted: guest,
      problem: null,
      failures: 0,
    })),
    adoptGuest: assign(({ context: { who, submitted } }) => ({ who: { ...who, guest: submitted } })),
    forgetGuest: assign(({ context: { who } }) => ({ who: { ...who, guest: null } })),
    notifyKnown: sendTo(toParent<CheckoutNotification>, (_, { id }: { id: string }) => ({
      type: 'lead.known' as const,
      id,
    })),
    notifyLost: sendTo(toParent<CheckoutNotification>, { type: 'lead.lost' }),
    takeOnlyWay: assign(({ context }) => ({ draft: { ...context.draft, ...onlyWay(context) } })),
    notifyDraft: sendTo(toParent<CheckoutNotification>, (_, { patch }: { patch: CheckoutDraft }) => ({
      type: 'draft.changed' as const,
      patch,
    })),
    beginReview: assign({ viaReview: true, methods: [] }),
    keepLast: assign((_, { last }: { last: LastOrder | null }) => ({ last })),
    keepPress: assign((_, { pressed }: { pressed: Press }) => ({ pressed })),
    forgetQuote: assign({ quote: null, recalled: null }),
    recall: assign(({ context }, { quote }: { quote: Quote | null }) => ({
      recalled: quote,
      ignoreShippingAddress: (context.quote ?? quote)?.ignoreShippingAddress ?? context.ignoreShippingAddress,
    })),
    // Why an order sent one back here is still to be read; that a quote did not come is over.
    keepQuote: assign(({ context: { problem } }, { quote }: { quote: Quote }) => ({
      quote,
      ignoreShippingAddress: quote.ignoreShippingAddress ?? false,
      failures: 0,
      problem: problem && sentBack.includes(problem.code) ? problem : null,
    })),
    keepMethods: assign(({ context: { problem } }, { methods }: { methods: PaymentMethod[] }) => ({
      methods: waysToPay(methods),
      wallet: methods.find(({ type }) => type === 'WALLET') ?? null,
      failures: 0,
      problem: problem && sentToPay.includes(problem.code) ? problem : null,
    })),
    keepLock: assign(({ context }, { lock, at, methods = context.methods }: LockAnswer) => ({
      lock,
      lockedAt: at,
      methods: waysToPay(methods),
      failures: 0,
      problem: null,
    })),
    keepSecret: assign((_, { clientSecret }: { clientSecret: string }) => ({ clientSecret })),
    keepOrder: assign((_, { order }: { order: Order | null }) => ({ order, problem: null })),
    keepOrderInAnswer: assign((_, { error }: Failure) => ({
      order: readAs(Order, currentOf(error)),
      problem: null,
    })),
    dropLock: assign({ lock: null }),
    notifyReleased: ({ context, self }) => {
      if (context.lock) self.getSnapshot().children['keepLock']?.send({ type: 'lock.released' });
    },
    nameAttempt: assign(({ context }, { attempt, at }: Press) => ({
      key: `${context.cartUuid}:${attempt}`,
      clientSecret: null,
      pressedAt: at,
      isStale: false,
      failures: 0,
      problem: null,
      refusal: null,
      pressed: null,
    })),
    forgetKey: assign({ key: null, clientSecret: null, isStale: false }),
    age: assign({ isStale: true }),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
      current: readAs(Cart, currentOf(error)),
      pressed: null,
    })),
    notifyProved: sendTo(
      toParent<CheckoutNotification>,
      ({ context: { account } }, { tokens, signupGrant }: Renewal) => ({
        type: 'signin.completed' as const,
        tokens,
        signupGrant,
        account,
      }),
    ),
    notifyLocked: sendTo(toParent<CheckoutNotification>, { type: 'checkout.locked' }),
    notifyUnlocked: sendTo(toParent<CheckoutNotification>, { type: 'checkout.unlocked' }),
  },
});
