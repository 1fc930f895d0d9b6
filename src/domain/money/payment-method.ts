import type { PaymentTerms } from '#contract/tenant/tenant.ts';

/**
 * Percent that a payment method takes off the goods; 0 for methods without terms, and while none is chosen.
 * Source: D38, D53.
 */
export const discountFor = (terms: PaymentTerms | undefined, type: string | undefined): number =>
  (type === 'PIX' || type === 'CREDIT_CARD' ? terms?.[type]?.discountPercent : undefined) ?? 0;

/** Whether the shop has screens for a payment method: a card needs the page of its provider's field. */
export const hasScreen = ({ type, field }: { type: string; field?: string | undefined }): boolean =>
  ['PIX', 'WALLET', 'FREE'].includes(type) || (type === 'CREDIT_CARD' && field !== undefined);
