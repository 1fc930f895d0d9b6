import type { PaymentTerms } from '#contract/tenant/tenant.ts';

/**
 * Percent that a payment method takes off the goods; 0 for methods without terms, and while none is chosen.
 * Source: D38, D53.
 */
export const discountFor = (terms: PaymentTerms | undefined, type: string | undefined): number =>
  (type === 'PIX' || type === 'CREDIT_CARD' ? terms?.[type]?.discountPercent : undefined) ?? 0;

/** Whether the shop has screens for a payment method. A card's field is taken by the API only, so it is not shown. */
export const hasScreen = (type: string): boolean => type === 'PIX' || type === 'WALLET' || type === 'FREE';
