import { and, eq } from 'drizzle-orm';
import type { CardNotice } from '#contract/payment/card.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { payment, webhookEvent } from '#server/db/schema/payment.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import type { SettlementService } from './settlement.ts';

/** The payment that a notice is about; a charge or a refund names the one that it belongs to. */
function chargeIdIn({ data: { object } }: CardNotice): string {
  const { payment_intent: parent } = object;
  if (typeof parent === 'string') return parent;
  return object.id;
}

/**
 * Notices of card providers. A notice only names a payment; its state is asked of the provider. Source:
 * SEC-20, SEC-21, REL-09.
 */
export function cardNoticeService(
  { db, clock }: Core,
  { acquirers, settlement }: { acquirers: Acquirers; settlement: SettlementService },
) {
  return {
    /**
     * @param raw the body's bytes as they came; a signature is over these.
     * @throws ApiProblem UNAUTHENTICATED: missing, old or wrong, or nobody takes cards here
     */
    verify(tenant: TenantRecord, header: (name: string) => string | undefined, raw: Uint8Array): void {
      const acquirer = acquirers.of(tenant);
      if (!acquirer || !acquirer.isSigned(header, raw)) throw new ApiProblem('UNAUTHENTICATED');
    },

    /**
     * Takes a notice once; notices may come in any order. One whose payment could not be checked is not kept,
     * so that the provider sends it again.
     * @throws ApiProblem UNAVAILABLE
     */
    async take(tenant: TenantRecord, notice: CardNotice): Promise<string> {
      const event = and(
        eq(webhookEvent.tenantId, tenant.id),
        eq(webhookEvent.provider, 'card'),
        eq(webhookEvent.eventId, notice.id),
      );
      const chargeId = chargeIdIn(notice);
      const [known, found] = await db.read(tenant.id, async (tx) => [
        await tx.select({ id: webhookEvent.eventId }).from(webhookEvent).where(event),
        await tx
          .select({ id: payment.id, provider: payment.provider })
          .from(payment)
          .where(and(eq(payment.tenantId, tenant.id), eq(payment.txid, chargeId))),
      ]);
      if (known.length) return 'repeated';
      const provider = acquirers.of(tenant)?.name;
      const mine = found.find((row) => row.provider === provider);
      const outcome = mine ? await awaited(settlement.check(tenant.id, mine.id)) : 'unknown charge';
      const { id, type } = notice;
      await db.tenant(tenant.id, (tx) =>
        tx
          .insert(webhookEvent)
          .values({
            tenantId: tenant.id,
            provider: 'card',
            eventId: id,
            receivedAt: clock.date(),
            body: { id, type, chargeId },
            outcome,
          })
          .onConflictDoNothing(),
      );
      return outcome;
    },
  };
}
