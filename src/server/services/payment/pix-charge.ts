import { and, desc, eq, sql } from 'drizzle-orm';
import { renderSVG } from 'uqr';
import type { PixCharge } from '#contract/payment/payment.ts';
import { reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { prepared } from '#server/db/prepared.ts';
import { order } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import { CHARGES, type ChargeService } from './charge/charge.ts';
import { pixCodeWriter } from './pix-code-writer.ts';
import { chargesFor, waysAgain } from './payment-retry.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import type { PaymentRow } from '#server/services/order/order-row.ts';
import type { OrderReadService } from '#server/services/order/order-reads.ts';

/** Every reader takes any of the eight masks; choosing the prettiest costs ten times the drawing. */
export const drawQr = (text: string) => renderSVG(text, { border: 4, maskPattern: 0 });

const ofTenant = sql.placeholder('tenantId');
/**
 * The newest charge of the order with a code. A subquery instead of a join: without statistics of the table
 * the planner joins by reading every order of the tenant.
 */
export const newestCharge = prepared((tx) => {
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

/** Pix charges as their buyer reads them. Source: D56, D57; SEC-21. */
export function pixChargeService(
  { db, clock, env, log, metrics }: Core,
  {
    acquirers,
    charges,
    life,
    reads,
  }: { acquirers: Acquirers; charges: ChargeService; life: OrderLife; reads: OrderReadService },
) {
  const writePixCode = pixCodeWriter({ clock, env, log, metrics });

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

  /**
   * The newest charge of an order of this buyer, with its code.
   * @throws ApiProblem NOT_FOUND, UNAVAILABLE when the code must come from a provider that does not answer
   */
  async function current(
    tenant: TenantRecord,
    buyer: Buyer,
    code: string,
  ): Promise<{ code: string; row: PaymentRow }> {
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
    return { code: found.code, row: await dynamic(tenant, found.charge) };
  }

  /** Whether a card can pay the order of a code that is over. */
  const isPayableByCard = (tenant: TenantRecord, buyer: Buyer, code: string): Promise<boolean> =>
    db.tenant(tenant.id, async (tx) => {
      const row = await reads.own(tx, tenant.id, buyer, { code });
      const made = await chargesFor(tx, row);
      const isCardTaken = acquirers.of(tenant) !== null;
      const ways = await waysAgain(tx, tenant, row, made, { charges, isCardTaken, now: clock.now() });
      return ways.some(({ type }) => type === 'CREDIT_CARD');
    });

  return {
    current,
    /** The same as its buyer reads it. @throws ApiProblem NOT_FOUND, UNAVAILABLE */
    async newest(tenant: TenantRecord, buyer: Buyer, code: string): Promise<PixCharge> {
      const found = await current(tenant, buyer, code);
      const reply = chargeReply(tenant, found.code, found.row);
      return reply.status === 'expired' && (await isPayableByCard(tenant, buyer, code))
        ? { ...reply, hasOtherWays: true }
        : reply;
    },
  };
}
export type PixChargeService = ReturnType<typeof pixChargeService>;
