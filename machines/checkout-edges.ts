import type { CheckoutContext, CheckoutEvent, CheckoutStep, OfCart } from './checkout-facts.ts';
import { failure } from './port.ts';
import type { ReasonCode } from './refusal.ts';

/** Edges and actions that several states of the checkout share. */

export const ofCart = ({ context }: { context: CheckoutContext }): OfCart => ({ cartUuid: context.cartUuid });

export const back = (reason: ReasonCode) => ({ type: 'refuse', params: { reason } }) as const;
export const wish = (screen: CheckoutStep) => ({ type: 'wish', params: { screen } }) as const;
// The lock goes with the order it is for; every other way out gives it back.
export const letGo = ['tellReleased', 'dropLock'] as const;
export const note = { type: 'noteProblem', params: failure } as const;
export const onFailure = (
  guard: 'isPassing' | 'isPlace' | 'isPlaceOfLock' | 'isOfCart' | 'isOrdered' | 'isLockLost' | 'isMethod' | 'isKeyReused',
) => ({ type: guard, params: failure }) as const;
// A gate names every earlier need, not only the previous one.
export const needsAddress = { guard: 'lacksAddress', target: '#checkout.shipping', actions: back('address.missing') } as const;
export const needsShipping = { guard: 'lacksShipping', target: '#checkout.shipping', actions: back('shipping.missing') } as const;
export const needsPayment = { guard: 'lacksPayment', target: '#checkout.payment', actions: back('payment.missing') } as const;

const choice = ({ event }: { event: Extract<CheckoutEvent, { type: 'shipping.chosen' }> }) => ({ patch: { shippingMethod: event.choice } });
export const chooseShipping = {
  guard: 'isOffered',
  actions: [
    { type: 'decide', params: choice },
    { type: 'tellDraft', params: choice },
  ],
} as const;
