import { and, eq, sql } from 'drizzle-orm';
import type { PixNotice } from '#contract/payment/payment.ts';
import { centsOfReais, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { prepared, rowMaker, rowUpdater } from '#server/db/prepared.ts';
import { audit } from '#server/db/schema/audit.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund, webhookEvent } from '#server/db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { isNoticeSigned, signNotice } from '#server/providers/signature.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { ChargeService } from './charge/charge.ts';
import type { Disputes } from './dispute.ts';
import type { OrderMoney } from './order-money.ts';
import { newestCharge } from './pix-charge.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { type OrderRow, type PaymentRow, allowedOf } from '#server/services/order/order-row.ts';

const ofTenant = sql.placeholder('tenantId');
const thisCharge = and(eq(payment.tenantId, ofTenant), eq(payment.txid, sql.placeholder('txid')));
const chargeOf = prepared((tx) => tx.select().from(payment).where(thisCharge));
const orderOfCharge = prepared((tx) =>
  tx
    .select()
    .from(order)
    .where(
      and(
        eq(order.tenantId, ofTenant),
        eq(order.id, sql`(${tx.select({ id: payment.orderId }).from(payment).where(thisCharge)})`),
      ),
    )
    .for('update'),
);
const transferOf = prepared((tx) =>
  tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.tenantId, ofTenant), eq(payment.endToEndId, sql.placeholder('endToEndId')))),
);
/** A notice of a payment that no open charge accounts for: the money is owed to somebody. */
const isStray = ({ type }: PixNotice, outcome: string) =>
  type === 'pix.paid' && ['late', 'mismatch', 'unknown charge'].includes(outcome);
/** A notice of money that went back and that no refund accounts for. */
const isUnasked = ({ type }: PixNotice, outcome: string) =>
  type === 'pix.refunded' && ['disputed', 'mismatch', 'unknown charge'].includes(outcome);
const noteEvent = rowMaker(webhookEvent);
const noteOutcome = rowUpdater(webhookEvent, ['outcome'], ['tenantId', 'provider', 'eventId']);

/**
 * Notices about Pix charges. A charge is matched by its own txid, never by the order's code. Source: D56,
 * D57; SEC-20, SEC-21, REL-09.
 */
export function pixNoticeService(
  { db, clock, env, secrets, log, metrics }: Core,
  parts: { charges: ChargeService; life: OrderLife; money: OrderMoney; disputes: Disputes },
) {
  const { charges, life, money, disputes } = parts;
  // The sandbox signs its notices with a key of its own; they are verified like any other.
  const signingKeys = (): (string | Uint8Array)[] =>
    env.PIX_WEBHOOK_SECRET
      ? [env.PIX_WEBHOOK_SECRET]
      : env.sandbox
        ? secrets.keys('webhook').map(({ key }) => key)
        : [];
  /** Alarms the shop about money that came in, or went, and that nothing here accounts for. */
  function report(tenant: TenantRecord, notice: PixNotice, outcome: string): string {
    const about = { tenant: tenant.id, txid: notice.txid, amount: notice.amount, outcome };
    if (isStray(notice, outcome)) {
      log.error(about, 'money came in that nothing here had asked for: a person must look');
      metrics.alarm('stray_money');
    } else if (isUnasked(notice, outcome)) {
      log.error(about, 'a bank sent money back that nothing here had asked for: a person must look');
      metrics.alarm('money_taken_back');
    }
    return outcome;
  }

  /** Keeps what became of a notice; money that is owed to somebody also goes into the audit. */
  function note(tx: Tx, tenant: TenantRecord, notice: PixNotice, outcome: string): string {
    const { id, txid, amount, endToEndId, receiver } = notice;
    deferToCommit(tx, noteOutcome(tx, { outcome }, { tenantId: tenant.id, provider: 'pix', eventId: id }));
    if (isStray(notice, outcome))
      deferToCommit(
        tx,
        tx.insert(audit).values({
          tenantId: tenant.id,
          id: uuidv7(clock.now()),
          at: clock.date(),
          actor: 'provider',
          action: 'money.stray',
          target: txid,
          data: { outcome, amount, endToEndId, receiver },
        }),
      );
    return outcome;
  }

  /**
   * The refund of a charge that a notice is about. Several refunds of one order may be requested at once:
   * each is known by its amount.
   */
  async function requestedRefund(tx: Tx, charge: PaymentRow, notice: PixNotice) {
    if (notice.type !== 'pix.refunded') return undefined;
    const waiting = await tx
      .select()
      .from(refund)
      .where(
        and(
          eq(refund.tenantId, charge.tenantId),
          eq(refund.paymentId, charge.id),
          eq(refund.state, 'requested'),
        ),
      );
    return waiting.find(({ amount }) => amount === centsOfReais(notice.amount)) ?? waiting[0];
  }

  /**
   * Confirms a charge that was paid; a payment that its order does not accept any more is refunded.
   * @param due the order with its due events applied, one of which may have ended the charge
   */
  async function takePaid(
    tx: Tx,
    row: OrderRow,
    due: OrderRow,
    charge: PaymentRow,
    endToEndId: string,
  ): Promise<string> {
    const [current] =
      due === row
        ? [charge]
        : await tx
            .select()
            .from(payment)
            .where(and(eq(payment.tenantId, charge.tenantId), eq(payment.id, charge.id)));
    if (!current) return 'late';
    if (await money.takeMoney(tx, due, current, 'provider', endToEndId)) return 'paid';
    await money.returnMoney(tx, due, current, endToEndId);
    return 'late';
  }

  /**
   * Does what a notice about a known charge asks for.
   * @param row the order, locked  @param isUsed the transfer that it names paid a charge before
   * @returns what became of it
   */
  async function settle(
    tx: Tx,
    tenant: TenantRecord,
    notice: PixNotice,
    { row, charge, isUsed }: { row: OrderRow; charge: PaymentRow; isUsed: boolean },
  ): Promise<string> {
    const requested = await requestedRefund(tx, charge, notice);
    if (charge.type !== 'PIX' || notice.receiver !== charges.receiverOf(tenant).key) return 'mismatch';
    // A refund that was not requested here is the bank's own doing.
    if (notice.type === 'pix.refunded' && !requested) return disputes.tell(tx, row, charge, notice);
    if (centsOfReais(notice.amount) !== (requested?.amount ?? charge.amount)) return 'mismatch';
    if (notice.type === 'pix.created') return 'noted';
    if (requested) return money.settleRefund(tx, row, requested, charge, 'provider');
    const due = await life.applyDueEvents(tx, row);
    if (notice.type === 'pix.expired') {
      const isOpen = charge.state === 'pending' && due === row && allowedOf(due).includes('payment.expired');
      if (isOpen) await life.apply(tx, due, 'payment.expired', 'provider');
      return isOpen ? 'expired' : 'noted';
    }
    if (!/^E[0-9A-Za-z]{31}$/.test(notice.endToEndId)) return 'mismatch';
    if (isUsed) return 'transfer used before';
    return takePaid(tx, row, due, charge, notice.endToEndId);
  }

  return {
    /** Signs a notice as an acquirer would. `t` in epoch seconds. */
    sign(body: Uint8Array): string {
      const [key] = signingKeys();
      if (!key) throw new Error('there is no key for notices');
      return signNotice(key, body, clock.now());
    },

    /**
     * @param raw the body's bytes as they came; a signature is over these.
     * @throws ApiProblem UNAUTHENTICATED: missing, old or wrong, or no key to check with
     */
    verify(signature: string | undefined, raw: Uint8Array): void {
      if (!isNoticeSigned(signingKeys(), signature, raw, clock.now()))
        throw new ApiProblem('UNAUTHENTICATED');
    },

    /**
     * Takes a notice once; notices may come in any order. One that does not fit (amount, receiver, unknown
     * charge) settles nothing and is kept for a person.
     * @returns what became of it, for the record
     */
    async take(tenant: TenantRecord, notice: PixNotice): Promise<string> {
      const outcome = await db.tenant(tenant.id, async (tx) => {
        const { id, txid, endToEndId } = notice;
        const event = { tenantId: tenant.id, provider: 'pix', eventId: id };
        const [fresh, [row], [charge], [used]] = await Promise.all([
          noteEvent(tx, { ...event, receivedAt: clock.date(), body: notice, outcome: 'received' }),
          // The order is locked first, then its charge is read: everywhere in this order.
          orderOfCharge(tx).execute({ tenantId: tenant.id, txid }),
          chargeOf(tx).execute({ tenantId: tenant.id, txid }),
          transferOf(tx).execute({ tenantId: tenant.id, endToEndId }),
        ]);
        if (!fresh.length) return 'repeated';
        const became =
          row && charge
            ? await settle(tx, tenant, notice, { row, charge, isUsed: used !== undefined })
            : 'unknown charge';
        return note(tx, tenant, notice, became);
      });
      return report(tenant, notice, outcome);
    },

    /** What the sandbox sends in the name of a bank for the newest open charge of an order. */
    noticeFor: (tenant: TenantRecord, code: string, id: string): Promise<PixNotice> =>
      db.read(tenant.id, async (tx) => {
        const [charge] = await newestCharge(tx).execute({ tenantId: tenant.id, code });
        if (!charge) throw new ApiProblem('NOT_FOUND');
        if (charge.type !== 'PIX' || !['pending', 'expired'].includes(charge.state))
          throw new ApiProblem('ILLEGAL_EVENT');
        return {
          id,
          type: 'pix.paid',
          txid: charge.txid,
          endToEndId: `E${id.replace(/-/g, '').slice(0, 31)}`,
          amount: reaisOf(charge.amount),
          receiver: charges.receiverOf(tenant).key,
          at: clock.date().toISOString(),
        };
      }),
  };
}
