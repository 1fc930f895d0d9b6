import { inCents } from '#contract/money.ts';
import type { CheckoutContext } from './facts.ts';
import { furtherTaken } from './last-order.ts';
import {
  hasInstallments,
  lacksAnswers,
  lacksInstallment,
  lacksPayment,
  optionOf,
  recipientOf,
  shippingGap,
} from './needs.ts';

/** What the review of a known buyer asks, and the steps that lead back to it. */

type GuardArgs = { context: CheckoutContext };

const isForReview = ({ context: { viaReview, last } }: GuardArgs): boolean => viaReview && Boolean(last);
const isPressed = ({ context }: GuardArgs): boolean => context.pressed !== null;

export const reviewGuards = {
  isFirst: ({ context }: GuardArgs) => context.account === null || context.last === null,
  lacksLast: ({ context }: GuardArgs) => context.last === undefined,
  canTakeMore: ({ context }: GuardArgs) => furtherTaken(context) !== null,
  /** Somewhere the shop delivers, but not there. */
  isOutside: ({ context: { draft, quote } }: GuardArgs) =>
    draft.shippingMethod?.type !== 'PICKUP' &&
    quote?.ignoreShippingAddress !== true &&
    !quote?.options.some(({ type }) => type !== 'PICKUP'),
  isWayGone: ({ context: { draft, quote } }: GuardArgs) =>
    !draft.shippingMethod || !quote || !optionOf(quote, draft.shippingMethod),
  lacksRecipient: ({ context }: GuardArgs) => recipientOf(context) === null,
  lacksMethods: ({ context }: GuardArgs) => context.methods.length === 0,
  isForReview,
  isSettledForReview: ({ context }: GuardArgs) => isForReview({ context }) && shippingGap(context) === null,
  isAnsweredForReview: ({ context }: GuardArgs) => isForReview({ context }) && !lacksAnswers(context),
  isUndividedForReview: ({ context }: GuardArgs) => isForReview({ context }) && !hasInstallments(context),
  isPressed,
  /** What is held costs what was seen, and can be paid as it was chosen. */
  isAsSeen: ({ context }: GuardArgs) => {
    const { pressed, lock } = context;
    return (
      lock !== null &&
      pressed?.seen === inCents(lock.totals.total) &&
      (lock.wallets ?? []).every(({ amount, asked }) => amount === asked) &&
      !lacksPayment(context) &&
      !lacksInstallment(context)
    );
  },
};
