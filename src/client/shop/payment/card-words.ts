import type { SavedCard } from '#contract/payment/payment.ts';

/** `Crédito final 4821` */
export const cardTitle = ({ last4 }: SavedCard): string => `Crédito final ${last4}`;
/** `Vence em 08/29` */
export const cardExpiry = ({ expMonth, expYear }: SavedCard): string =>
  `Vence em ${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`;
