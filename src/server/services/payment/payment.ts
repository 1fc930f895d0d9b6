import { and, desc, eq, sql } from 'drizzle-orm';
import { renderSVG } from 'uqr';
import type { PixCharge, PixNotice } from '#contract/payment.ts';
import { centsOfReais, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { deferToCommit } from '#server/db/database.ts';
import { prepared, rowMaker, rowUpdater } from '#server/db/prepared.ts';
import { audit } from '#server/db/schema/audit.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund, webhookEvent } from '#server/db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { isNoticeSigned, signNotice } from '#server/providers/signature.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import { CHARGES, type ChargeService } from './charge.ts';
import type { OrderMoney } from './order-money.ts';
import { pixCodeWriter } from './pix-code-writer.ts';
import type { OrderLife } from '#server/services/order/order-life.ts';
import { type PaymentRow, allowedOf } from '#server/services/order/order-row.ts';
import type { OrderReadService } from '#server/services/order/order-reads.ts';
import type { SettlementService } from './settlement.ts';

/** Every reader takes any of the eight masks; choosing the prettiest costs ten times the drawing. */
const drawQr = (text: string) => renderSVG(text, { border: 4, maskPattern: 0 });

// A subquery instead of a join: without statistics of the table the planner joins by reading every order of
// the tenant.
const ofTenant = sql.placeholder('tenantId');
const newestCharge = prepared((tx) => {
  const orderOfCode = tx
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.tenantId, ofTenant), eq(order.code, sql.placeholder('code'))));
  return tx
    .select()
    .from(payment)
    .where(and(eq(payment.tenantId, ofTenant), eq(payment.orderId, sql`(${orderOfCode})`)))
    .orderBy(desc(payment.attempt))
    .limit(1);
});
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
const noteEvent = rowMaker(webhookEvent);
const noteOutcome = rowUpdater(webhookEvent, ['outcome'], ['tenantId', 'provider', 'eventId']);

/**
 * Charges and the notices about them. A charge is matched by its own txid, never by the order's code. Source:
 * D56, D57; SEC-20, SEC-21, REL-09.
 */
export function paymentService(
  { db, clock, env, secrets, log, metrics }: Core,
  {
    acquirers,
    charges,
    settlement,
    life,
    money,
    reads,
  }: {
    acquirers: Acquirers;
    charges: ChargeService;
    settlement: SettlementService;
    life: OrderLife;
    money: OrderMoney;
    reads: OrderReadService;
  },
) {
  const writePixCode = pixCodeWriter({ clock, env, log, metrics });
  // The sandbox signs its notices with a key of its own; they are verified like any other.
  const signingKeys = (): (string | Uint8Array)[] =>
    env.PIX_WEBHOOK_SECRET
      ? [env.PIX_WEBHOOK_SECRET]
      : env.sandbox
        ? secrets.keys('webhook').map(({ key }) => key)
        : [];
  /** Alarms the shop about money that no open charge accounts for. */
  function reportStray(tenant: TenantRecord, notice: PixNotice, outcome: string): string {
    if (!isStray(notice, outcome)) return outcome;
    log.error(
      { tenant: tenant.id, txid: notice.txid, amount: notice.amount, outcome },
      'money came in that nothing here had asked for: a person must look',
    );
    metrics.alarm('stray_money');
    return outcome;
  }

  const chargeReply = (tenant: TenantRecord, code: string, row: PaymentRow): PixCharge => {
    const brCode = row.brCode ?? '';
    const codes = Number(row.properties['code'] ?? row.attempt);
    return {
      orderCode: code,
      brCode,
      qrCode: drawQr(brCode),
      amount: reaisOf(row.amount),
      receiver: charges.receiverOf(tenant).name,
      expiresAt: (row.expiresAt ?? row.createdAt).toISOString(),
      status: row.state as PixCharge['status'],
      attempt: row.attempt,
      attemptsLeft: Math.max(0, CHARGES - codes), // only the chart's states are ever written
    };
  };

  /**
   * A dynamic code is made at the provider when it is first read, outside of the order's transaction.
   */
  async function dynamic(tenant: TenantRecord, row: PaymentRow): Promise<PaymentRow> {
    if (row.brCode !== null || row.state !== 'pending' || !row.expiresAt) return row;
    const bank = acquirers.asked(tenant.id, row.provider);
    if (!bank) throw new ApiProblem('UNAVAILABLE', { retryAfter: 60 });
    const { name, city } = charges.receiverOf(tenant);
    const { id, brCode: own } = await awaited(
      bank.openPix({
        txid: row.txid,
        amount: row.amount,
        lives: row.expiresAt.getTime() - row.createdAt.getTime(),
        name,
        city,
      }),
    );
    const brCode = await writePixCode(own);
    await db.tenant(tenant.id, (tx) =>
      tx
        .update(payment)
        .set({ brCode, txid: id })
        .where(and(eq(payment.tenantId, tenant.id), eq(payment.id, row.id))),
    );
    return { ...row, brCode, txid: id };
  }

  return {
    /**
     * The newest charge of an order of this buyer.
     * @throws ApiProblem NOT_FOUND, UNAVAILABLE when the code must come from a provider that does not answer
     */
    async pix(tenant: TenantRecord, buyer: Buyer, code: string): Promise<PixCharge> {
      const found = await db.tenant(tenant.id, async (tx) => {
        // In this order: the charge is read under the order's lock.
        const [row, [newest]] = await Promise.all([
          reads.ownLocked(tx, tenant.id, buyer, { code }),
          newestCharge(tx).execute({ tenantId: tenant.id, code }),
        ]);
        if (newest?.type !== 'PIX') throw new ApiProblem('NOT_FOUND');
        const isAsRead = (await life.applyDueEvents(tx, row)) === row;
        const [current] = isAsRead ? [newest] : await newestCharge(tx).execute({ tenantId: tenant.id, code });
        return { code: row.code, charge: current ?? newest };
      });
      return chargeReply(tenant, found.code, await dynamic(tenant, found.charge));
    },

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
    take: (tenant: TenantRecord, notice: PixNotice): Promise<string> =>
      db
        .tenant(tenant.id, async (tx) => {
          const event = { tenantId: tenant.id, provider: 'pix', eventId: notice.id };
          const note = (outcome: string) => {
            deferToCommit(tx, noteOutcome(tx, { outcome }, event));
            if (isStray(notice, outcome))
              deferToCommit(
                tx,
                tx.insert(audit).values({
                  tenantId: tenant.id,
                  id: uuidv7(clock.now()),
                  at: clock.date(),
                  actor: 'provider',
                  action: 'money.stray',
                  target: notice.txid,
                  data: {
                    outcome,
                    amount: notice.amount,
                    endToEndId: notice.endToEndId,
                    receiver: notice.receiver,
                  },
                }),
              );
            return outcome;
          };
          const { txid, endToEndId } = notice;
          const [fresh, [row], [charge], [used]] = await Promise.all([
            noteEvent(tx, { ...event, receivedAt: clock.date(), body: notice, outcome: 'received' }),
            // The order is locked first, then its charge is read: everywhere in this order.
            orderOfCharge(tx).execute({ tenantId: tenant.id, txid }),
            chargeOf(tx).execute({ tenantId: tenant.id, txid }),
            transferOf(tx).execute({ tenantId: tenant.id, endToEndId }),
          ]);
          if (!fresh.length) return 'repeated';
          if (!row || !charge) return note('unknown charge');
          const waiting =
            notice.type === 'pix.refunded'
              ? await tx
                  .select()
                  .from(refund)
                  .where(
                    and(
                      eq(refund.tenantId, tenant.id),
                      eq(refund.paymentId, charge.id),
                      eq(refund.state, 'requested'),
                    ),
                  )
              : [];
          // Several refunds of one order may be requested at once: each is known by its amount.
          const asked = waiting.find(({ amount }) => amount === centsOfReais(notice.amount)) ?? waiting[0];
          const isFit =
            charge.type === 'PIX' &&
            centsOfReais(notice.amount) === (asked?.amount ?? charge.amount) &&
            notice.receiver === charges.receiverOf(tenant).key;
          if (!isFit) return note('mismatch');
          if (notice.type === 'pix.created') return note('noted');
          if (notice.type === 'pix.refunded') {
            // A refund that was not requested here changes nothing.
            return note(asked ? await settlement.settleRefund(tx, row, asked, charge) : 'noted');
          }
          const due = await life.applyDueEvents(tx, row);
          if (notice.type === 'pix.expired') {
            const isOpen =
              charge.state === 'pending' && due === row && allowedOf(due).includes('payment.expired');
            if (isOpen) await life.apply(tx, due, 'payment.expired', 'provider');
            return note(isOpen ? 'expired' : 'noted');
          }
          if (!/^E[0-9A-Za-z]{31}$/.test(endToEndId)) return note('mismatch');
          if (used) return note('transfer used before');
          // A due event may have ended the charge.
          const [current] =
            due === row
              ? [charge]
              : await tx
                  .select()
                  .from(payment)
                  .where(and(eq(payment.tenantId, tenant.id), eq(payment.id, charge.id)));
          const paid = current && (await money.takeMoney(tx, due, current, 'provider', endToEndId));
          if (paid) return note('paid');
          if (current) await money.returnMoney(tx, due, current, endToEndId);
          return note('late');
        })
        .then((outcome) => reportStray(tenant, notice, outcome)),

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
