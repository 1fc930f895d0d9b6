import type { Stripe } from 'stripe';
import { type Cents, cents } from '#contract/money.ts';
import type { Charge, ChargeState, DeclineReason } from './acquirer.ts';

const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'FUNDS',
  expired_card: 'EXPIRED',
  incorrect_cvc: 'CVV',
  invalid_cvc: 'CVV',
  fraudulent: 'FRAUD',
  merchant_blacklist: 'FRAUD',
  authentication_required: 'CHALLENGE',
  payment_intent_authentication_failure: 'CHALLENGE',
};
const states: Readonly<Record<string, ChargeState>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  processing: 'open',
  requires_action: 'challenge',
  requires_capture: 'authorised',
  succeeded: 'paid',
  canceled: 'canceled',
};

/** An intent in our words. One of another tenant has a reference that is nobody's. */
export function chargeOf(intent: Stripe.PaymentIntent, tenantId: string): Charge {
  const { last_payment_error: fault, latest_charge: latest, metadata } = intent;
  const charge = latest !== null && typeof latest === 'object' ? latest : null;
  const review = charge?.review ?? null;
  const isReviewed =
    intent.status === 'requires_capture' && review !== null && (typeof review === 'string' || review.open);
  const isDeclined = intent.status === 'requires_payment_method' && fault !== null;
  const state: ChargeState = charge?.refunded
    ? 'refunded'
    : isReviewed
      ? 'review'
      : isDeclined
        ? 'declined'
        : (states[intent.status] ?? 'open');
  const amount: Cents = cents(intent.amount);
  const reference = metadata['tenant'] === tenantId ? (metadata['reference'] ?? '') : '';
  return {
    state,
    amount,
    currency: intent.currency,
    reference,
    ...(isDeclined ? { reason: reasons[fault.decline_code ?? fault.code ?? ''] ?? 'DECLINED' } : {}),
  };
}
