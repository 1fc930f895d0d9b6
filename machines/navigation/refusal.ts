import type { Place } from './screens.ts';

/**
 * Why a screen was refused: a closed list, each with the name of the way out. What a person reads of it is in
 * `src/client/refusal-words.ts`, the button of each way in `src/client/last-refusal.tsx`.
 */
export const remedyOf = {
  'session.missing': 'signIn',
  'session.present': 'goHome',
  'session.ended': 'signIn',
  'guest.closed': 'signIn',
  'account.missing': 'signUp',
  'account.present': 'goHome',
  'intranet.closed': 'goIntranet',
  'intranet.identify': 'fill',
  'intranet.empty': 'fill',
  'intranet.open': 'goHome',
  'campaign.blocked': 'seeCampaign',
  'campaign.scheduled': 'seeCampaign',
  'campaign.expired': 'goHome',
  'subject.unknown': 'goHome',
  'cart.empty': 'goHome',
  'cart.ordered': 'goOrders',
  'cart.other': 'goCart',
  'cart.closed': 'goCart',
  'cart.choice': 'goCart',
  'cart.coupon': 'goCart',
  'cart.changed': 'goCart',
  'contact.missing': 'fill',
  'name.missing': 'fill',
  'identification.missing': 'fill',
  'details.missing': 'fill',
  'address.missing': 'fill',
  'number.missing': 'fill',
  'point.missing': 'fill',
  'address.outside': 'fill',
  'shipping.missing': 'fill',
  'shipping.gone': 'fill',
  'extra.missing': 'fill',
  'payment.missing': 'fill',
  'payment.gone': 'fill',
  'wallet.short': 'fill',
  'review.first': 'fill',
  'total.changed': 'fill',
  'order.placing': 'wait',
  'order.expired': 'fill',
  'order.unpaid': 'fill',
  'order.reviewed': 'wait',
  'order.over': 'fill',
  'network.offline': 'retry',
} as const satisfies Record<string, Remedy>;

export type Remedy =
  | 'signIn'
  | 'signUp'
  | 'goHome'
  | 'goCart'
  | 'goOrders'
  | 'goIntranet'
  | 'seeCampaign'
  | 'fill'
  | 'wait'
  | 'retry';
export type ReasonCode = keyof typeof remedyOf;
/** A refusal that a person has not seen the end of: why, and what had been asked. */
export interface Refusal {
  reason: ReasonCode;
  asked: Place | null;
}
