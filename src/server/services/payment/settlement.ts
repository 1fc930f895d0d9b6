import { and, asc, eq, lte } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { type PaymentState, nextPaymentState } from '#machines/orders/payment.machine.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Acquirer, Charge } from '#server/providers/acquirer.ts';
import type { Acquirers } from './acquirers.ts';
import type { ChargeService } from './charge.ts';
import type { OrderCharges } from './order-charges.ts';
import type { OrderMoney } from './order-money.ts';
import type { OrderLife } from '#server/services/order/order-life.ts';
import { ASKED_EVERY, type OrderRow, type PaymentRow, allowedOf } from '#server/services/order/order-row.ts';

type RefundRow = typeof refund.$inferSelect;
/**
 * An expired payment may still come in for this long after, in ms; then nobody is asked any more. Source:
 * definitions, Order life (retry).
 */
const LATE = 24 * 3_600_000;

/**
 * How payments stand at their providers, and what follows: the provider is asked, never believed on a notice
 * alone. Asked when a notice comes, when
 * a refund is due and every five minutes anyway, so that a lost notice is made up for (REL-09). Providers are
 * asked outside of transactions.
 * Source: definitions, Order life; SEC-21, REL-09, D52.
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

  /** Order and charge as they are now, both locked, with what was due done first. */
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

  /** The money is back. The order says so when nothing else is on its way. @param row locked by the caller */
  async function settleRefund(tx: Tx, row: OrderRow, asked: RefundRow, charge: PaymentRow): Promise<string> {
    const done = await tx
      .update(refund)
      .set({ state: 'settled', settledAt: clock.date() })
      .where(and(eq(refund.tenantId, asked.tenantId), eq(refund.id, asked.id), eq(refund.state, 'requested')))
      .returning({ id: refund.id });
    if (!done.length) return 'repeated';
    await orderCharges.noteRefunded(tx, charge);
    await life.settleRefunds(tx, row, 'provider');
    return 'refunded';
  }

  /**
   * What was authorised is captured while the order waits for it, and let go of otherwise: nothing is taken
   * that would have to go back.
   */
  async function captured(bank: Acquirer, charge: PaymentRow, told: Charge): Promise<Charge> {
    if (told.state !== 'authorised') return told;
    const isWanted = await locked(
      charge,
      async (tx, row, current) =>
        nextPaymentState(current.state as PaymentState, 'payment.confirmed') !== null &&
        money.acceptsPayment(tx, row),
    ); // only the chart's states are ever written
    return isWanted ? bank.capture(charge.txid) : bank.cancel(charge.txid);
  }

  const paid = (charge: PaymentRow, told: Charge) =>
    locked(charge, async (tx, row, current) =>
      (await money.takeMoney(tx, row, current, 'provider', told.endToEndId)) ? 'paid' : 'known',
    );

  const reviewed = (charge: PaymentRow) =>
    locked(charge, async (tx, row, current) => {
      if (current.state !== 'pending' || !allowedOf(row).includes('payment.reviewed')) return 'known';
      await life.apply(tx, row, 'payment.reviewed', 'provider');
      return 'reviewed';
    });

  /** The order waits on for another way to pay, for as long as a new charge would. */
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

  /**
   * A charge and what its provider says of it fit together: same sum, same money, made for this payment of
   * this store.
   */
  function isFit(charge: PaymentRow, told: Charge): boolean {
    const { reference } = charge.properties as { reference?: string };
    return (
      told.amount === charge.amount &&
      told.currency === 'brl' &&
      told.reference === (reference ?? charge.txid)
    );
  }

  async function follow(bank: Acquirer, charge: PaymentRow): Promise<string> {
    const told = await bank.status(charge.txid);
    if (told.state === 'open' || told.state === 'challenge') return 'open';
    if (!isFit(charge, told)) {
      log.error(
        { tenant: charge.tenantId, payment: charge.id },
        'a provider has something else under the id of this payment',
      );
      return 'mismatch';
    }
    // A card that was declined is ended there too: it cannot be paid behind our back.
    const now =
      told.state === 'declined'
        ? { ...(await bank.cancel(charge.txid)), reason: told.reason ?? ('DECLINED' as const) }
        : await captured(bank, charge, told);
    if (now.state === 'paid') return (await paid(charge, now)) ?? 'gone';
    if (now.state === 'review') return (await reviewed(charge)) ?? 'gone';
    // A Pix code ends by the clock.
    if (now.state === 'canceled' && charge.type === 'CREDIT_CARD')
      return (await declined(charge, now)) ?? 'gone';
    return now.state;
  }

  /** Asks for money back, again until it is. */
  async function refundAtProvider(bank: Acquirer, charge: PaymentRow, asked: RefundRow): Promise<string> {
    const told = await bank.refund({
      id: charge.txid,
      amount: asked.amount,
      key: asked.id,
      at: asked.requestedAt,
    });
    if (told === 'pending') return told;
    return (
      (await locked(charge, async (tx, row, current) => {
        if (told === 'settled') return settleRefund(tx, row, asked, current);
        await tx
          .update(refund)
          .set({ state: 'failed' })
          .where(
            and(eq(refund.tenantId, asked.tenantId), eq(refund.id, asked.id), eq(refund.state, 'requested')),
          );
        log.error({ refundId: asked.id }, 'a provider refused to give money back: a person must look');
        return told;
      })) ?? 'gone'
    );
  }

  const service = {
    settleRefund,

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
        // Keys that cannot be opened now may be tomorrow. A static Pix has no status query at the bank: only
        // a person can
        // confirm it.
        if (charge.provider !== 'pix') {
          log.error(
            { tenant: tenantId, payment: charge.id, provider: charge.provider },
            'a payment cannot be asked about: its provider is not set up',
          );
          await db.tenant(tenantId, (tx) => rest(tx, charge));
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
        // Also when the provider does not answer: it is not asked for ever.
        await db.tenant(tenantId, (tx) => rest(tx, charge));
      }
    },

    /** Hands what is due to be asked to the queue: a provider that does not answer holds nobody else up. */
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
          // Whoever moves the time on sends it; another process finds it moved.
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
   * When a payment is to be asked for again: while it is open, a day after it expired, and while money is on
   * its way back.
   */
  async function rest(tx: Tx, { tenantId, id }: PaymentRow): Promise<void> {
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
