import { and, asc, eq, lte } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { type PaymentState, nextPaymentState } from '#machines/orders/payment.machine.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Acquirer, Charge } from '#server/providers/acquirer.ts';
import type { Acquirers } from './acquirers.ts';
import type { ChargeService } from './charge/charge.ts';
import type { OrderCharges } from './order-charges.ts';
import type { OrderMoney } from './order-money.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { ASKED_EVERY, type OrderRow, type PaymentRow, allowedOf } from '#server/services/order/order-row.ts';

type RefundRow = typeof refund.$inferSelect;
/**
 * The provider is asked about an expired payment for this long, in ms. Source: definitions, Order life
 * (retry).
 */
const LATE = 24 * 3_600_000;

/**
 * Settles payments by their state at the provider; a notice alone settles nothing. The provider is asked when
 * a notice comes, when a refund is due, and every five minutes, so that a lost notice costs minutes only
 * (REL-09). Providers are asked outside of transactions. Source: definitions, Order life; SEC-21, REL-09,
 * D52.
 */
export function settlementService(
  { db, clock, jobs, tenants, log }: Core,
  {
    life,
    money,
    orderCharges,
    acquirers,
    charges,
  }: {
    life: OrderLife;
    money: OrderMoney;
    orderCharges: OrderCharges;
    acquirers: Acquirers;
    charges: ChargeService;
  },
) {
  const thisPayment = (tenantId: string, id: string) =>
    and(eq(payment.tenantId, tenantId), eq(payment.id, id));

  /** Runs `work` on an order and its charge, both locked, once the order's due events are applied. */
  const locked = <T>(
    { tenantId, orderId, id }: PaymentRow,
    work: (tx: Tx, row: OrderRow, charge: PaymentRow) => Promise<T>,
  ): Promise<T | null> =>
    db.tenant(tenantId, async (tx) => {
      const [row] = await tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, tenantId), eq(order.id, orderId)))
        .for('update');
      const due = row && (await life.applyDueEvents(tx, row));
      const [charge] = await tx.select().from(payment).where(thisPayment(tenantId, id));
      return due && charge ? work(tx, due, charge) : null;
    });

  /**
   * Captures an authorised payment while its order accepts it, else cancels the authorisation: no refund is
   * due.
   */
  async function captureOrCancel(bank: Acquirer, charge: PaymentRow, status: Charge): Promise<Charge> {
    if (status.state !== 'authorised') return status;
    const isWanted = await locked(
      charge,
      async (tx, row, current) =>
        nextPaymentState(current.state as PaymentState, 'payment.confirmed') !== null &&
        money.acceptsPayment(tx, row),
    ); // only the chart's states are ever written
    return isWanted ? bank.capture(charge.txid) : bank.cancel(charge.txid);
  }

  const paid = (charge: PaymentRow, status: Charge) =>
    locked(charge, async (tx, row, current) =>
      (await money.takeMoney(tx, row, current, 'provider', status.endToEndId)) ? 'paid' : 'known',
    );

  const reviewed = (charge: PaymentRow) =>
    locked(charge, async (tx, row, current) => {
      if (current.state !== 'pending' || !allowedOf(row).includes('payment.reviewed')) return 'known';
      await life.apply(tx, row, 'payment.reviewed', 'provider');
      return 'reviewed';
    });

  /**
   * A declined charge leaves its order open to another payment method, for as long as a new charge would be.
   */
  const declined = (charge: PaymentRow, { reason = 'DECLINED' }: Charge) =>
    locked(charge, async (tx, row, current) => {
      const settled = await orderCharges.settle(tx, current, 'payment.declined');
      const tenant = tenants.byId(charge.tenantId);
      if (!settled || !tenant) return 'known';
      if (allowedOf(row).includes('payment.declined'))
        await life.apply(
          tx,
          { ...row, properties: { ...row.properties, declined: reason } },
          'payment.declined',
          'provider',
          { reason, expiresAt: charges.endOf(tenant, clock.date()) },
        );
      return 'declined';
    });

  /** Whether the provider's payment is this charge: the same amount, in reais, made under its reference. */
  function isFit(charge: PaymentRow, status: Charge): boolean {
    const { reference } = charge.properties as { reference?: string };
    return (
      status.amount === charge.amount &&
      status.currency === 'brl' &&
      status.reference === (reference ?? charge.txid)
    );
  }

  async function follow(bank: Acquirer, charge: PaymentRow): Promise<string> {
    const status = await bank.status(charge.txid);
    if (status.state === 'open' || status.state === 'challenge') return 'open';
    if (!isFit(charge, status)) {
      log.error(
        { tenant: charge.tenantId, payment: charge.id },
        'a provider has something else under the id of this payment',
      );
      return 'mismatch';
    }
    // A declined card payment is canceled at the provider too, so that it cannot be completed later.
    const now =
      status.state === 'declined'
        ? { ...(await bank.cancel(charge.txid)), reason: status.reason ?? ('DECLINED' as const) }
        : await captureOrCancel(bank, charge, status);
    if (now.state === 'paid') return (await paid(charge, now)) ?? 'gone';
    if (now.state === 'review') return (await reviewed(charge)) ?? 'gone';
    // An unpaid Pix charge ends with its order's due event, not here.
    if (now.state === 'canceled' && charge.type === 'CREDIT_CARD')
      return (await declined(charge, now)) ?? 'gone';
    return now.state;
  }

  /** Requests a refund; the same key may be sent again until it is settled. */
  async function refundAtProvider(bank: Acquirer, charge: PaymentRow, asked: RefundRow): Promise<string> {
    const state = await bank.refund({
      id: charge.txid,
      amount: asked.amount,
      key: asked.id,
      at: asked.requestedAt,
    });
    if (state === 'pending') return state;
    return (
      (await locked(charge, async (tx, row, current) => {
        if (state === 'settled') return money.settleRefund(tx, row, asked, current, 'provider');
        await tx
          .update(refund)
          .set({ state: 'failed' })
          .where(
            and(eq(refund.tenantId, asked.tenantId), eq(refund.id, asked.id), eq(refund.state, 'requested')),
          );
        log.error({ refundId: asked.id }, 'a provider refused to give money back: a person must look');
        return state;
      })) ?? 'gone'
    );
  }

  const service = {
    /**
     * Asks the provider of a payment how it stands and does what follows.
     * @returns what became of it, for the record
     * @throws AcquirerFault when it does not answer
     */
    async check(tenantId: string, paymentId: string): Promise<string> {
      const { charge, asked } = await db.read(tenantId, async (tx) => ({
        charge: (await tx.select().from(payment).where(thisPayment(tenantId, paymentId)))[0],
        asked: (
          await tx
            .select()
            .from(refund)
            .where(
              and(
                eq(refund.tenantId, tenantId),
                eq(refund.paymentId, paymentId),
                eq(refund.state, 'requested'),
              ),
            )
            .orderBy(asc(refund.requestedAt), asc(refund.id))
            .limit(1)
        )[0],
      }));
      if (!charge) return 'unknown charge';
      const bank = acquirers.asked(tenantId, charge.provider);
      if (!bank) {
        // A provider whose keys cannot be opened may be set up again. A static Pix has no status query at the
        // bank: only a person can confirm it.
        if (charge.provider !== 'pix') {
          log.error(
            { tenant: tenantId, payment: charge.id, provider: charge.provider },
            'a payment cannot be asked about: its provider is not set up',
          );
          await db.tenant(tenantId, (tx) => scheduleCheck(tx, charge));
          return 'nobody to ask';
        }
        if (asked)
          log.warn(
            { refundId: asked.id },
            'a refund waits for a person: a static Pix code has no acquirer to ask',
          );
        await db.tenant(tenantId, (tx) =>
          tx.update(payment).set({ checkAt: null }).where(thisPayment(tenantId, paymentId)),
        );
        return 'nobody to ask';
      }
      const isOpen = charge.state === 'pending' || charge.state === 'expired';
      try {
        return asked
          ? await refundAtProvider(bank, charge, asked)
          : isOpen
            ? await follow(bank, charge)
            : 'known';
      } finally {
        // Also after a fault of the provider, so that a payment is not asked about for ever.
        await db.tenant(tenantId, (tx) => scheduleCheck(tx, charge));
      }
    },

    /** Queues a check for each payment that is due for one: a slow provider delays no other. */
    async sweep(tenantId: string): Promise<void> {
      const now = clock.date();
      const due = await db.read(tenantId, (tx) =>
        tx
          .select({ id: payment.id })
          .from(payment)
          .where(and(eq(payment.tenantId, tenantId), lte(payment.checkAt, now)))
          .orderBy(payment.checkAt)
          .limit(200),
      );
      await forEachIsolated(due, ({ id }) =>
        db.tenant(tenantId, async (tx) => {
          // The process that moves the time on queues the check; another finds it moved.
          const claimed = await tx
            .update(payment)
            .set({ checkAt: new Date(now.getTime() + ASKED_EVERY) })
            .where(and(thisPayment(tenantId, id), lte(payment.checkAt, now)))
            .returning({ id: payment.id });
          if (claimed.length) await jobs.send(tx, 'payment.check', { tenantId, paymentId: id });
        }),
      );
    },
  };

  /**
   * Sets when a payment is checked next: while it is open, for a day after it expired, and while a refund of
   * it is requested.
   */
  async function scheduleCheck(tx: Tx, { tenantId, id }: PaymentRow): Promise<void> {
    const [charge] = await tx.select().from(payment).where(thisPayment(tenantId, id)).for('update');
    const [asked] = await tx
      .select({ id: refund.id })
      .from(refund)
      .where(and(eq(refund.tenantId, tenantId), eq(refund.paymentId, id), eq(refund.state, 'requested')));
    if (!charge) return;
    const isLate =
      charge.state === 'expired' && clock.now() < (charge.expiresAt ?? charge.createdAt).getTime() + LATE;
    const checkAt =
      asked || charge.state === 'pending' || isLate ? new Date(clock.now() + ASKED_EVERY) : null;
    await tx.update(payment).set({ checkAt }).where(thisPayment(tenantId, id));
  }

  jobs.handle(
    'payment.check',
    async ({ tenantId, paymentId }) => void (await service.check(tenantId, String(paymentId))),
  );
  jobs.whenDue('payment.check', service.sweep);
  return service;
}
export type SettlementService = ReturnType<typeof settlementService>;
