import type { TenantView } from '#client/tenant.ts';
import type { Cents } from '#contract/money.ts';
import { type Installment, installmentTable, termsOf } from '#domain/money/installments.ts';

/** The parcels in which a card can pay an amount at this store; none where it takes no cards. */
export const parcelsOf = (
  { methods, installments, isWhole }: TenantView['payment'],
  amount: Cents,
): Installment[] =>
  methods.includes('CREDIT_CARD') ? installmentTable(amount, termsOf(installments, !isWhole)) : [];
