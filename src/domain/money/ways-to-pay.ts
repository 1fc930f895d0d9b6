import type { PaymentTerms } from '#contract/tenant/tenant.ts';

/**
 * Percent that a way of paying takes off the goods; 0 for ways without terms, and while none is chosen.
 * Source: D38, D53.
 */
export const discountFor = (terms: PaymentTerms | undefined, type: string | undefined): number =>
  (type === 'PIX' || type === 'CREDIT_CARD' ? terms?.[type]?.discountPercent : undefined) ?? 0;

/**
 * Ways to pay that the shop has screens for. A card's own field and a wallet's part are taken by the API
 * only: a way that leads nowhere is not shown.
 */
export const hasScreen = (type: string): boolean => type === 'PIX' || type === 'FREE';
