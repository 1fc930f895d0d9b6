import type { NewOrder } from '#contract/order/order.ts';
import type { Cents } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Installment } from '#domain/money/installments.ts';
import type { cardIntent } from '#server/db/schema/card.ts';
import type { payment } from '#server/db/schema/payment.ts';

export type IntentRow = typeof cardIntent.$inferSelect;
/** A payment method that was accepted for an order, with what a charge is made of. */
export type AcceptedMethod = { type: 'PIX' } | { type: 'CREDIT_CARD'; intent: IntentRow; plan: Installment };
export type Method = Pick<NewOrder['paymentMethod'], 'type' | 'clientSecret' | 'installments'>;

/** An order that is to be paid, in centavos. */
export interface ChargedOrder {
  id: string;
  code: string;
  due: Cents;
  /** taken off for the payment method */
  off: Cents;
  /** epoch ms that its charge lives to at most */
  endsBy?: number;
}
/** What a payment method makes of a charge; `isAsked`: its provider is asked how it stands. */
export type ChargeDraft = Pick<
  typeof payment.$inferSelect,
  'amount' | 'provider' | 'txid' | 'brCode' | 'installments'
> & {
  type: AcceptedMethod['type'];
  properties: Record<string, unknown>;
  isAsked: boolean;
};

/** A payment method that cannot be used, and why. */
export const methodProblem = (detail: string) => new ApiProblem('PAYMENT_METHOD', { detail });
