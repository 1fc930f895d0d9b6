import { assign, sendTo, setup } from 'xstate';
import type { CardCharge } from '#contract/payment/card.ts';
import type { Account } from '#contract/people/account.ts';
import type { OrderState } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { proofMachine } from '#machines/login/proof.machine.ts';
import type { SignInCompleted } from '#machines/session/setup.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { slot } from '#machines/slot.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { toParent } from '#machines/notify.ts';
import { type Failure, backOffAfter, isRefusedAs, port, source } from '#machines/port.ts';

/** A card payment, and what the page and its frame know each other by: a word of chance, new for each frame. */
export interface CardAnswer {
  charge: CardCharge;
  nonce: string;
}
/** What the provider's field says; what is typed into it stays there (SEC-22). */
export type FieldEvent =
  | { type: 'field.ready'; isSaved: boolean }
  | { type: 'field.kept' }
  | { type: 'field.unkept' }
  | { type: 'field.sized'; height: number }
  | { type: 'field.submitted' }
  /** `wrong`: what the provider says is, where the field itself does not */
  | { type: 'field.refused'; wrong?: string }
  | { type: 'field.challenged' }
  | { type: 'field.answered' }
  | { type: 'field.lost' }
  /** it cannot be opened here */
  | { type: 'field.failed' };
/** What happens elsewhere: to the order, to the page, to the network. */
export type CardNews =
  | { type: 'order.changed'; code: string; state: OrderState }
  | { type: 'page.shown' }
  | { type: 'restored' }
  | { type: 'network.restored' };
export type CardEvent =
  | FieldEvent
  | CardNews
  | { type: 'payment.submitted' }
  /** the person agrees to have the card kept, or not */
  | { type: 'keeping.chosen'; isWanted: boolean }
  /** `installments`: as many as before, where it is not said */
  | ({ type: 'payment.chosen' } & WayAgain)
  | { type: 'load.retried' };
/** What it tells the app, for the orders. */
export type CardNotification = { type: 'order.stale' } | SignInCompleted;
/** `changed`: it is paid in another way now. */
export interface CardOutput {
  orderCode: string;
  outcome: 'paid' | 'reviewed' | 'canceled' | 'changed';
}
/** Another way to pay the same order, after a refusal. */
export interface PayAgain {
  orderCode: string;
  method: 'PIX' | 'CREDIT_CARD';
  installments: number;
  /** a card that the buyer keeps: its code is typed at each use */
  cardId: string | null;
}
export interface WayAgain {
  method: PayAgain['method'];
  installments?: number;
  cardId?: string;
}
export interface FieldInput {
  field: string;
  /** of a provider whose script makes the field */ publishableKey: string | undefined;
  nonce: string;
  clientSecret: string;
}
export interface CardContext {
  orderCode: string;
  charge: CardCharge | null;
  nonce: string;
  /** of what stands in the field, in px; 0 until it said */
  height: number;
  method: PayAgain['method'];
  /** in how many parcels a card is tried again */
  installments: number;
  /** the kept card that is tried */
  cardId: string | null;
  account: Account | null;
  /** the card that pays is kept already */
  isSaved: boolean;
  /** what is wrong with what was typed, where the field does not say it itself */
  wrong: string | null;
  /** the person agreed to have it kept; until it was */
  isWanted: boolean;
  /** of the card that is being kept */
  setup: string;
  failures: number;
  problem: FlowProblem | null;
}

/** A page that does not come in this time does not come, ms. */
const FIELD_PATIENCE = 20_000;
/** How long the provider may take before the server is asked, ms. */
const PAY_PATIENCE = 45_000;
/** Until it is looked again whether the bank has answered, ms. */
const LOOK = 3_000;
const LONGEST_BACK_OFF = 30_000;

type OwnUpdate = (args: { context: CardContext; event: CardEvent }) => boolean;
/** An update of this order, with a state as wanted. Source: D45, D93. */
const updateOf =
  (isWanted: (state: OrderState) => boolean): OwnUpdate =>
  ({ context, event }) =>
    event.type === 'order.changed' && event.code === context.orderCode && isWanted(event.state);
type Way = Pick<PayAgain, 'method'>;
const hasTriesLeft = ({ charge }: CardContext, { method }: Way): boolean =>
  method === 'PIX' || (charge?.triesLeft ?? 0) > 0;
export type Answered = { answer: CardAnswer };
const statusIs =
  (status: CardCharge['status']) =>
  (_: unknown, { answer: { charge } }: Answered): boolean =>
    charge.status === status;

/** The parts of the card chart by name; the chart itself is in card.machine.ts. */
export const cardSetup = setup({
  types: {
    input: {} as { orderCode: string; account: Account | null },
    children: {} as { proof: 'proof'; field: 'field' },
    context: {} as CardContext,
    events: {} as CardEvent,
    output: {} as CardOutput,
    tags: {} as 'busy' | 'field' | 'waiting' | 'refused' | 'expired' | 'offline' | 'failed',
  },
  actors: {
    loadCard: port<CardAnswer, { orderCode: string }>('loadCard'),
    payAgain: port<void, PayAgain>('payAgain'),
    beginKeeping: port<{ clientSecret: string }>('beginKeeping'),
    saveCard: port<void, { clientSecret: string }>('saveCard'),
    proof: slot<typeof proofMachine>('proof'),
    field: source<FieldEvent, FieldInput>('field'),
    news: source<CardNews, { orderCode: string }>('news'),
  },
  guards: {
    isConfirmed: statusIs('confirmed'),
    isReviewed: statusIs('reviewed'),
    isOver: statusIs('over'),
    isDeclined: statusIs('declined'),
    isExpired: statusIs('expired'),
    hasField: (_, { answer: { charge } }: Answered) =>
      charge.provider.field !== undefined && charge.clientSecret !== undefined,
    isSame: ({ context }, { answer: { charge } }: Answered) =>
      charge.clientSecret === context.charge?.clientSecret && charge.provider.field !== undefined,
    isPaidUpdate: updateOf((state) => hasOrderTag(state, 'paid') && !hasOrderTag(state, 'over')),
    isCancelUpdate: updateOf((state) => hasOrderTag(state, 'over')),
    isReviewUpdate: updateOf((state) => state === 'PAYMENT_REVIEW'),
    isOwnUpdate: updateOf(() => true),
    hasTriesLeft: ({ context }, way: Way) => hasTriesLeft(context, way),
    hasWayAgain: ({ context }, way: Way) =>
      ['declined', 'expired'].includes(context.charge?.status ?? '') && hasTriesLeft(context, way),
    isToKeep: ({ context }) => context.isWanted && !context.isSaved,
    isUnproved: isRefusedAs('FRESH_PROOF'),
    isByPix: ({ context }) => context.method === 'PIX',
    isPassing: (_, { error }: Failure) => isPassing(error),
    isElsewhere: isRefusedAs('NOT_FOUND'),
    isLate: isRefusedAs('ILLEGAL_EVENT'),
    isSpent: isRefusedAs('STOCK', 'WINDOW', 'PIX_LIMIT', 'PAYMENT_METHOD', 'TOO_MANY_REQUESTS'),
  },
  delays: {
    fieldPatience: FIELD_PATIENCE,
    payPatience: PAY_PATIENCE,
    untilLook: LOOK,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign((_, { answer: { charge, nonce } }: Answered) => ({
      charge,
      nonce,
      cardId: null,
      failures: 0,
      problem: null,
    })),
    // The field that stands there goes on with its own word.
    keepCharge: assign((_, { answer: { charge } }: Answered) => ({ charge, failures: 0, problem: null })),
    forgetCharge: assign({ charge: null }),
    keepHeight: assign((_, { height }: { height: number }) => ({ height })),
    forgetField: assign({ height: 0 }),
    noteCard: assign((_, { isSaved }: { isSaved: boolean }) => ({ isSaved })),
    noteWrong: assign((_, { wrong }: { wrong?: string }) => ({ wrong: wrong ?? null })),
    agree: assign((_, { isWanted }: { isWanted: boolean }) => ({ isWanted })),
    // Asked for once: whatever comes of it, the order is paid.
    forgetWish: assign({ isWanted: false }),
    keepSetup: assign((_, { clientSecret }: { clientSecret: string }) => ({ setup: clientSecret })),
    notifyKeep: sendTo('field', ({ context }) => ({ type: 'keep', clientSecret: context.setup })),
    notifyProved: sendTo(
      toParent<CardNotification>,
      ({ context: { account } }, { tokens, signupGrant }: Renewal) => ({
        type: 'signin.completed' as const,
        tokens,
        signupGrant,
        account,
      }),
    ),
    choose: assign(
      ({ context: { charge } }, { method, installments = charge?.plan?.n ?? 1, cardId }: WayAgain) => ({
        method,
        installments,
        cardId: cardId ?? null,
      }),
    ),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    notifyPay: sendTo('field', { type: 'confirm' }),
    notifyLook: sendTo('field', { type: 'look' }),
    notifyStale: sendTo(toParent<CardNotification>, { type: 'order.stale' }),
  },
});

/** What the field is opened with; said once for the compiler. */
export function fieldOf({ charge, nonce }: CardContext): FieldInput {
  if (charge?.clientSecret === undefined || charge.provider.field === undefined)
    throw new Error('a field is opened for a payment that has one');
  const { field, publishableKey } = charge.provider;
  return { field, publishableKey, nonce, clientSecret: charge.clientSecret };
}
