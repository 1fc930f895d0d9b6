import type { Core } from '#server/platform/core.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { PaymentRow } from '#server/services/order/order-row.ts';
import type { Acquirers } from './acquirers.ts';
import { type ChargeFollowing, followCharge } from './charge-follow.ts';
import { queueDueChecks, scheduleCheck } from './check-schedule.ts';
import { thisPayment } from './locked-charge.ts';
import { type ProviderRefund, refundAtProvider, requestedRefund } from './provider-refund.ts';

type Services = Omit<ChargeFollowing & ProviderRefund, keyof Core> & { acquirers: Acquirers };
type Requested = Awaited<ReturnType<typeof requestedRefund>>;

/**
 * A payment whose provider cannot be asked. One whose keys cannot be opened may be set up again, so it is
 * checked again later. A static Pix has no status query at the bank: only a person can confirm it.
 */
async function leaveUnasked(core: Core, charge: PaymentRow, asked: Requested): Promise<void> {
  const { db, log } = core;
  const { tenantId, id, provider } = charge;
  if (provider !== 'pix') {
    log.error(
      { tenant: tenantId, payment: id, provider },
      'a payment cannot be asked about: its provider is not set up',
    );
    await db.tenant(tenantId, (tx) => scheduleCheck(core, tx, charge));
    return;
  }
  if (asked)
    log.warn({ refundId: asked.id }, 'a refund waits for a person: a static Pix code has no acquirer to ask');
  await db.tenant(tenantId, (tx) =>
    tx.update(payment).set({ checkAt: null }).where(thisPayment(tenantId, id)),
  );
}

/**
 * Settles payments by their state at the provider; a notice alone settles nothing. The provider is asked when
 * a notice comes, when a refund is due, and every five minutes, so that a lost notice costs minutes only
 * (REL-09). Providers are asked outside of transactions. Source: definitions, Order life; SEC-21, REL-09,
 * D52.
 */
export function settlementService(core: Core, services: Services) {
  const { db, jobs } = core;
  const to = { ...core, ...services };

  const service = {
    /**
     * Asks the provider of a payment how it stands and does what follows.
     * @returns what became of it, for the record
     * @throws AcquirerFault when it does not answer
     */
    async check(tenantId: string, paymentId: string): Promise<string> {
      const { charge, asked } = await db.read(tenantId, async (tx) => ({
        charge: (await tx.select().from(payment).where(thisPayment(tenantId, paymentId)))[0],
        asked: await requestedRefund(tx, tenantId, paymentId),
      }));
      if (!charge) return 'unknown charge';
      const bank = services.acquirers.asked(tenantId, charge.provider);
      if (!bank) {
        await leaveUnasked(core, charge, asked);
        return 'nobody to ask';
      }
      const isOpen = charge.state === 'pending' || charge.state === 'expired';
      try {
        if (asked) return await refundAtProvider(to, bank, charge, asked);
        return isOpen ? await followCharge(to, bank, charge) : 'known';
      } finally {
        // Also after a fault of the provider, so that a payment is not asked about for ever.
        await db.tenant(tenantId, (tx) => scheduleCheck(core, tx, charge));
      }
    },
    sweep: (tenantId: string): Promise<void> => queueDueChecks(core, tenantId),
  };

  jobs.handle(
    'payment.check',
    async ({ tenantId, paymentId }) => void (await service.check(tenantId, String(paymentId))),
  );
  jobs.whenDue('payment.check', service.sweep);
  return service;
}
export type SettlementService = ReturnType<typeof settlementService>;
