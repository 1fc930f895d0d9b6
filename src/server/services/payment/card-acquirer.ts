import type { Intent } from '#contract/payment/card.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Acquirer, CardField } from '#server/providers/acquirer.ts';
import type { Acquirers } from './acquirers.ts';
import { methodProblem } from './charge/charge-draft.ts';

/** A provider as the browser must know it, to show the provider's own card field. */
export const providerReply = (
  { name, publishableKey }: Acquirer,
  field: CardField | null = null,
): Intent['provider'] => ({
  name,
  ...(publishableKey === undefined ? {} : { publishableKey }),
  ...(field === null ? {} : { field: field.url }),
});

/** Who takes a tenant's cards, and how often one person may try a card. */
export function cardAcquirer({ limits, env }: Core, { acquirers }: { acquirers: Acquirers }) {
  /** Few enough that nobody can try out stolen numbers here. */
  const tries = { points: 30 * (env.sandbox ? 100 : 1), seconds: 3_600 };
  return {
    /** @throws ApiProblem PAYMENT_METHOD when the tenant takes no cards */
    of(tenant: TenantRecord): Acquirer {
      const acquirer = tenant.settings.payment.methods.includes('CREDIT_CARD') ? acquirers.of(tenant) : null;
      if (!acquirer) throw methodProblem('CREDIT_CARD');
      return acquirer;
    },
    /** Where a card is typed into for a shop that is reached at `host`; null where none is. */
    fieldAt(tenant: TenantRecord, host: string): CardField | null {
      const { methods } = tenant.settings.payment;
      return (methods.includes('CREDIT_CARD') && acquirers.of(tenant)?.fieldAt(host, tenant.client)) || null;
    },
    /** @throws ApiProblem TOO_MANY_REQUESTS */
    async spendTry(tenant: TenantRecord, subject: string): Promise<void> {
      const { allowed, retryAfter } = await limits.take(`card:${tenant.id}:${subject}`, tries);
      if (!allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter });
    },
  };
}
export type CardAcquirer = ReturnType<typeof cardAcquirer>;
