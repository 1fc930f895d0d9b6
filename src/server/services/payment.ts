import { createHmac } from 'node:crypto';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { renderSVG } from 'uqr';
import type { PaymentMethod, PixCharge, PixNotice } from '#contract/payment.ts';
import { centsOfReais, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '../core.ts';
import { type Tx, leave } from '../db/database.ts';
import { prepared, rowUpdater } from '../db/prepared.ts';
import { order } from '../db/schema/order.ts';
import { payment, refund, webhookEvent } from '../db/schema/payment.ts';
import { eachAlone } from '../jobs/each-alone.ts';
import type { Buyer } from '../principal.ts';
import { equalInTime } from '../secrets.ts';
import type { TenantRecord } from '../tenant-directory.ts';
import { CHARGES, type OrderService } from './order.ts';
import { type OrderLife, type OrderRow, type PaymentRow, allowedOf } from './order-life.ts';
import type { OrderReadService } from './order-reads.ts';

/** A notice may be this old or this far ahead, in seconds. Source: SEC-20. */
const TOLERANCE = 300;
/** After how long the sandbox's bank has given money back, in ms. */
const SANDBOX_REFUND = 3_600_000;
/** Every reader takes any of the eight masks; choosing the prettiest costs ten times the drawing. */
const drawQr = (text: string) => renderSVG(text, { border: 4, maskPattern: 0 });

// One value and no join: before a table's first statistics the planner joins by reading every order of the tenant.
const ofTenant = sql.placeholder('tenantId');
const newestCharge = prepared((tx) => {
  const orderOfCode = tx.select({ id: order.id }).from(order).where(and(eq(order.tenantId, ofTenant), eq(order.code, sql.placeholder('code'))));
  return tx.select().from(payment).where(and(eq(payment.tenantId, ofTenant), eq(payment.orderId, sql`(${orderOfCode})`))).orderBy(desc(payment.attempt)).limit(1);
});
const thisCharge = and(eq(payment.tenantId, ofTenant), eq(payment.txid, sql.placeholder('txid')));
const chargeOf = prepared((tx) => tx.select().from(payment).where(thisCharge));
const orderOfCharge = prepared((tx) =>
  tx.select().from(order).where(and(eq(order.tenantId, ofTenant), eq(order.id, sql`(${tx.select({ id: payment.orderId }).from(payment).where(thisCharge)})`))).for('update'),
);
const transferOf = prepared((tx) => tx.select({ id: payment.id }).from(payment).where(and(eq(payment.tenantId, ofTenant), eq(payment.endToEndId, sql.placeholder('endToEndId')))));
const noteOutcome = rowUpdater(webhookEvent, ['outcome'], ['tenantId', 'provider', 'eventId']);

/** Charges and the notices about them. A charge is matched by its own txid, never by the order's code. Source: D56, D57; SEC-20, SEC-21, REL-09. */
export function paymentService({ db, clock, env, secrets, jobs, log }: Core, { place, life, reads }: { place: OrderService; life: OrderLife; reads: OrderReadService }) {
  // The sandbox pays through the very same door, with a key of its own.
  const signingKeys = (): (string | Uint8Array)[] => (env.PIX_WEBHOOK_SECRET ? [env.PIX_WEBHOOK_SECRET] : env.sandbox ? secrets.keys('webhook').map(({ key }) => key) : []);
  const mac = (key: string | Uint8Array, at: number, body: Uint8Array) => createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');

  const chargeReply = (tenant: TenantRecord, code: string, row: PaymentRow): PixCharge => {
    const brCode = row.brCode ?? '';
    return {
      orderCode: code, brCode, qrCode: drawQr(brCode), amount: reaisOf(row.amount), receiver: place.receiverOf(tenant).name, expiresAt: (row.expiresAt ?? row.createdAt).toISOString(),
      status: row.state as PixCharge['status'], attempt: row.attempt, attemptsLeft: Math.max(0, CHARGES - row.attempt), // only the chart's states are ever written
    };
  };

  const service = {
    /** Nothing is offered that does not work: Pix, where the tenant takes it. */
    methods: (tenant: TenantRecord): PaymentMethod[] => tenant.settings.payment.methods.flatMap((type): PaymentMethod[] => (type === 'PIX' ? [{ type, label: 'Pix' }] : [])),

    /** The newest charge of an order of this buyer. */
    pix: (tenant: TenantRecord, buyer: Buyer, code: string): Promise<PixCharge> =>
      db.tenant(tenant.id, async (tx) => {
        // In this order: the charge is read once the order is ours.
        const [row, [newest]] = await Promise.all([reads.ownLocked(tx, tenant.id, buyer, { code }), newestCharge(tx).execute({ tenantId: tenant.id, code })]);
        if (newest?.type !== 'PIX') throw new ApiProblem('NOT_FOUND');
        const isAsRead = (await life.fallDue(tx, row)) === row;
        const [current] = isAsRead ? [newest] : await newestCharge(tx).execute({ tenantId: tenant.id, code });
        return chargeReply(tenant, row.code, current ?? newest);
      }),

    /** Signs a notice as an acquirer would. `t` in epoch seconds. */
    sign(body: Uint8Array): string {
      const [key] = signingKeys();
      if (!key) throw new Error('there is no key for notices');
      const at = Math.floor(clock.now() / 1_000);
      return `t=${at},v1=${mac(key, at, body)}`;
    },

    /** @param raw the body's bytes as they came; a signature is over these. @throws ApiProblem UNAUTHENTICATED: missing, old or wrong, or no key to check with */
    verify(signature: string | undefined, raw: Uint8Array): void {
      const [, at, sent] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
      const isRight = at !== undefined && sent !== undefined && Math.abs(clock.now() / 1_000 - Number(at)) <= TOLERANCE && signingKeys().some((key) => equalInTime(mac(key, Number(at), raw), sent));
      if (!isRight) throw new ApiProblem('UNAUTHENTICATED');
    },

    /**
     * Takes a notice: once, in any order. What does not fit (amount, receiver, unknown charge) is kept for a person to look at and pays nothing.
     * @returns what became of it, for the record
     */
    take: (tenant: TenantRecord, notice: PixNotice): Promise<string> =>
      db.tenant(tenant.id, async (tx) => {
        const event = { tenantId: tenant.id, provider: 'pix', eventId: notice.id };
        const note = (outcome: string) => {
          leave(tx, noteOutcome(tx, { outcome }, event));
          return outcome;
        };
        const { txid, endToEndId } = notice;
        const [fresh, [row], [charge], [used]] = await Promise.all([
          tx.insert(webhookEvent).values({ ...event, receivedAt: clock.date(), body: notice, outcome: 'received' }).onConflictDoNothing().returning({ id: webhookEvent.eventId }).execute(),
          // The order first, then its charge, read once the order is ours: the same way round as everybody else.
          orderOfCharge(tx).execute({ tenantId: tenant.id, txid }),
          chargeOf(tx).execute({ tenantId: tenant.id, txid }),
          transferOf(tx).execute({ tenantId: tenant.id, endToEndId }),
        ]);
        if (!fresh.length) return 'repeated';
        if (!row || !charge) return note('unknown charge');
        const [asked] = notice.type === 'pix.refunded' ? await tx.select().from(refund).where(and(eq(refund.tenantId, tenant.id), eq(refund.paymentId, charge.id), eq(refund.state, 'requested'))) : [];
        const isFit = centsOfReais(notice.amount) === (asked?.amount ?? charge.amount) && notice.receiver === place.receiverOf(tenant).key && /^E[0-9A-Za-z]{31}$/.test(notice.endToEndId);
        if (!isFit) return note('mismatch');
        if (notice.type === 'pix.refunded') {
          // A refund that nobody here asked for undoes nothing.
          return note(asked ? await settleRefund(tx, row, asked, charge) : 'noted');
        }
        if (used) return note('transfer used before');
        const due = await life.fallDue(tx, row);
        // What fell due may have ended the charge.
        const [current] = due === row ? [charge] : await tx.select().from(payment).where(and(eq(payment.tenantId, tenant.id), eq(payment.id, charge.id)));
        const paid = current && (await life.takeMoney(tx, due, current, 'provider', notice.endToEndId));
        return note(paid ? 'paid' : 'late');
      }),

    /** What the sandbox sends in the name of a bank for the newest open charge of an order. */
    noticeFor: (tenant: TenantRecord, code: string, id: string): Promise<PixNotice> =>
      db.read(tenant.id, async (tx) => {
        const [charge] = await newestCharge(tx).execute({ tenantId: tenant.id, code });
        if (!charge) throw new ApiProblem('NOT_FOUND');
        if (charge.state !== 'pending' && charge.state !== 'expired') throw new ApiProblem('ILLEGAL_EVENT');
        return { id, type: 'pix.paid', txid: charge.txid, endToEndId: `E${id.replace(/-/g, '').slice(0, 31)}`, amount: reaisOf(charge.amount), receiver: place.receiverOf(tenant).key, at: clock.date().toISOString() };
      }),

    /** The sandbox's bank gives money back an hour later by the one clock. A shop with a static code does it by hand, and its bank's notice says so. */
    async sweep(tenantId: string): Promise<void> {
      const due = await db.read(tenantId, (tx) => tx.select().from(refund).where(and(eq(refund.tenantId, tenantId), eq(refund.state, 'requested'), lte(refund.requestedAt, new Date(clock.now() - SANDBOX_REFUND)))).limit(100));
      await eachAlone(due, (asked) =>
        db.tenant(tenantId, async (tx) => {
          const [row] = await tx.select().from(order).where(and(eq(order.tenantId, tenantId), eq(order.id, asked.orderId))).for('update', { skipLocked: true });
          const [charge] = await tx.select().from(payment).where(and(eq(payment.tenantId, tenantId), eq(payment.id, asked.paymentId)));
          if (row && charge) await settleRefund(tx, row, asked, charge);
        }),
      );
    },
  };

  /** The money is back. The order says so when nothing else is on its way. @param row locked by the caller */
  async function settleRefund(tx: Tx, row: OrderRow, asked: typeof refund.$inferSelect, charge: PaymentRow): Promise<string> {
    const done = await tx.update(refund).set({ state: 'settled', settledAt: clock.date() }).where(and(eq(refund.tenantId, asked.tenantId), eq(refund.id, asked.id), eq(refund.state, 'requested'))).returning({ id: refund.id });
    if (!done.length) return 'repeated';
    await life.settle(tx, charge, 'refund.settled');
    const waiting = await tx.select({ id: refund.id }).from(refund).where(and(eq(refund.tenantId, asked.tenantId), eq(refund.orderId, row.id), eq(refund.state, 'requested')));
    if (waiting.length === 0 && allowedOf(row).includes('refund.settled')) await life.apply(tx, row, 'refund.settled', 'provider');
    return 'refunded';
  }

  jobs.handle('refund.request', async ({ refundId }) => {
    if (!env.sandbox) log.warn({ refundId }, 'a refund waits for a person: the static Pix code has no acquirer to ask');
  });
  if (env.sandbox) jobs.every('refund.due', 1_000, service.sweep);
  return service;
}
export type PaymentService = ReturnType<typeof paymentService>;
