import { and, asc, desc, eq, gt, inArray, ne, or } from 'drizzle-orm';
import type * as v from 'valibot';
import type { OpsMoney, confirmCharge, settleRefund } from '#contract/ops/money.ts';
import { centsOfReais, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { maskName } from '#domain/person/name.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { audit } from '#server/db/schema/audit.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { Staff } from '#server/platform/principal.ts';
import type { OrderLife } from '#server/services/order/order-life.ts';
import { type OrderRow, type PaymentRow, allowedOf, stateOf } from '#server/services/order/order-row.ts';
import type { OrderMoney } from '#server/services/payment/order-money.ts';
import { type Asked, actorOf, noteDone, once } from './keyed.ts';
import { chargeReply, isManual, refundReply } from './ops-order.ts';
import { ofStaff, reached } from './reach.ts';

type Confirmed = v.InferOutput<typeof confirmCharge.body>;
type Settled = v.InferOutput<typeof settleRefund.body>;
type Done = v.InferInput<typeof confirmCharge.response>;
type RefundRow = typeof refund.$inferSelect;
const DAY = 86_400_000;
/** Static codes that nobody confirmed are listed for this long after their end. */
const LATE = 30 * DAY;
/** A Pix can be given back for this long. Source: Banco Central, Regulamento do Pix. */
const RETURNABLE = 90 * DAY;
/** Rows of each list at most. */
const MOST = 200;

const ofOrder = (row: OrderRow) => ({
  orderId: row.id,
  orderCode: row.code,
  orderState: row.state,
  name: maskName(row.userName ?? ''),
});

/** Money that waits for a person: nobody else can see it at the bank. Source: operator study, §5. */
export function opsMoneyService(core: Core, { life, money }: { life: OrderLife; money: OrderMoney }) {
  const { db, clock, jobs } = core;

  /** Of orders that somebody works on. */
  const isReached = (tx: Tx, tenantId: string, staff: Staff) =>
    inArray(order.id, tx.select({ id: orderChild.orderId }).from(orderChild).where(ofStaff(tenantId, staff)));
  /** Runs `work` once on an order and one of its charges, both locked, after what was due of it. */
  const onCharge = (
    asked: Asked,
    find: (tx: Tx) => Promise<{ orderId: string; paymentId: string } | undefined>,
    work: (tx: Tx, row: OrderRow, charge: PaymentRow) => Promise<OrderRow>,
  ): Promise<Done> =>
    db.tenant(asked.tenantId, (tx) =>
      once(core, tx, asked, async () => {
        const found = await find(tx);
        if (!found) throw new ApiProblem('NOT_FOUND');
        const { row } = await reached(tx, asked.tenantId, asked.staff, found.orderId, true);
        const due = await life.applyDueEvents(tx, row);
        const [charge] = await tx
          .select()
          .from(payment)
          .where(and(eq(payment.tenantId, asked.tenantId), eq(payment.id, found.paymentId)));
        if (!charge) throw new ApiProblem('NOT_FOUND');
        const now = await work(tx, due, charge);
        return { orderId: now.id, orderState: stateOf(now), version: now.version };
      }),
    );
  const refundOf = async (tx: Tx, tenantId: string, id: string): Promise<RefundRow | undefined> =>
    (
      await tx
        .select()
        .from(refund)
        .where(and(eq(refund.tenantId, tenantId), eq(refund.id, id)))
    )[0];
  const reopen = (tx: Tx, { tenantId, id }: RefundRow, change: { returnId?: string } = {}) =>
    tx
      .update(refund)
      .set({ state: 'requested', ...change })
      .where(and(eq(refund.tenantId, tenantId), eq(refund.id, id), ne(refund.state, 'settled')))
      .returning({ id: refund.id });
  /** The order as it is now. */
  const fresh = async (tx: Tx, { tenantId, id }: OrderRow, otherwise: OrderRow): Promise<OrderRow> =>
    (
      await tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, tenantId), eq(order.id, id)))
    )[0] ?? otherwise;

  return {
    read: (tenantId: string, staff: Staff): Promise<v.InferInput<typeof OpsMoney>> =>
      db.read(tenantId, async (tx) => {
        const own = isReached(tx, tenantId, staff);
        const isOf = (table: typeof payment | typeof refund) =>
          and(eq(order.tenantId, table.tenantId), eq(order.id, table.orderId));
        const [charges, refunds, strays] = await Promise.all([
          tx
            .select({ charge: payment, row: order })
            .from(payment)
            .innerJoin(order, isOf(payment))
            .where(
              and(
                eq(payment.tenantId, tenantId),
                eq(payment.provider, 'pix'),
                eq(payment.type, 'PIX'),
                inArray(payment.state, ['pending', 'expired']),
                gt(payment.createdAt, new Date(clock.now() - LATE)),
                own,
              ),
            )
            .orderBy(asc(payment.createdAt), asc(payment.id))
            .limit(MOST),
          tx
            .select({ one: refund, charge: payment, row: order })
            .from(refund)
            .innerJoin(order, isOf(refund))
            .innerJoin(payment, and(eq(payment.tenantId, refund.tenantId), eq(payment.id, refund.paymentId)))
            .where(
              and(
                eq(refund.tenantId, tenantId),
                or(
                  eq(refund.state, 'failed'),
                  and(eq(refund.state, 'requested'), eq(payment.provider, 'pix')),
                ),
                own,
              ),
            )
            .orderBy(asc(refund.requestedAt), asc(refund.id))
            .limit(MOST),
          tx
            .select()
            .from(audit)
            .where(and(eq(audit.tenantId, tenantId), eq(audit.action, 'money.stray')))
            .orderBy(desc(audit.at))
            .limit(MOST),
        ]);
        return {
          charges: charges.map(({ charge, row }) => ({ ...chargeReply(charge), ...ofOrder(row) })),
          refunds: refunds.map(({ one, charge, row }) => ({
            ...refundReply(one, charge),
            ...ofOrder(row),
            ...(charge.endToEndId ? { endToEndId: charge.endToEndId } : {}),
            ...(charge.type === 'PIX'
              ? {
                  until: new Date(
                    (charge.settledAt ?? charge.createdAt).getTime() + RETURNABLE,
                  ).toISOString(),
                }
              : {}),
            canRetry: one.state === 'failed' && !isManual(charge),
          })),
          // Money of nobody's order is seen by whoever sees all of them.
          strays: (staff.hubIds ? [] : strays).map(({ id, at, target, data }) => ({
            id,
            at: at.toISOString(),
            txid: target,
            amount: typeof data['amount'] === 'number' ? data['amount'] : 0,
            ...(typeof data['endToEndId'] === 'string' ? { endToEndId: data['endToEndId'] } : {}),
            why: String(data['outcome']),
          })),
        };
      }),

    /**
     * Confirms a static Pix by what the statement says.
     * @throws ApiProblem NOT_FOUND, AMOUNT, TRANSFER_USED, ILLEGAL_EVENT
     */
    async confirm(asked: Asked, id: string, { endToEndId, amount, paidAt }: Confirmed): Promise<Done> {
      const { tenantId, staff } = asked;
      try {
        return await onCharge(
          asked,
          async (tx) =>
            (
              await tx
                .select({ orderId: payment.orderId, paymentId: payment.id })
                .from(payment)
                .where(and(eq(payment.tenantId, tenantId), eq(payment.id, id)))
            )[0],
          async (tx, row, charge) => {
            const legal = { allowedEvents: allowedOf(row) };
            // What a provider can be asked about is no person's to confirm.
            if (charge.type !== 'PIX' || !isManual(charge)) throw new ApiProblem('ILLEGAL_EVENT', legal);
            if (centsOfReais(amount) !== charge.amount)
              throw new ApiProblem('AMOUNT', { current: { amount: reaisOf(charge.amount) } });
            const now = await money.takeMoney(tx, row, charge, actorOf(staff), endToEndId);
            if (!now) throw new ApiProblem('ILLEGAL_EVENT', legal);
            await noteDone(core, tx, asked, {
              action: 'charge.confirmed',
              target: row.code,
              data: { amount: reaisOf(inCents(amount)), endToEndId, paidAt, txid: charge.txid },
            });
            return now;
          },
        );
      } catch (error) {
        // The database counts a transfer once, whoever names it first.
        if (isUniqueViolation(error, 'payment_transfer')) throw new ApiProblem('TRANSFER_USED');
        throw error;
      }
    },

    /**
     * Notes that money was sent back at the bank.
     * @throws ApiProblem NOT_FOUND, TRANSFER_USED, ILLEGAL_EVENT
     */
    async settle(asked: Asked, id: string, { returnId, at }: Settled): Promise<Done> {
      try {
        return await onCharge(
          asked,
          (tx) => refundOf(tx, asked.tenantId, id),
          async (tx, row, charge) => {
            const one = await refundOf(tx, asked.tenantId, id);
            // A provider that was asked gives it back itself, unless it refused.
            if (!one || (one.state === 'requested' && !isManual(charge)))
              throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
            if ((await reopen(tx, one, { returnId })).length === 0)
              throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
            await money.settleRefund(tx, row, one, charge, actorOf(asked.staff));
            await noteDone(core, tx, asked, {
              action: 'refund.settled',
              target: row.code,
              data: { amount: reaisOf(one.amount), returnId, at },
            });
            return fresh(tx, row, row);
          },
        );
      } catch (error) {
        if (isUniqueViolation(error, 'refund_return')) throw new ApiProblem('TRANSFER_USED');
        throw error;
      }
    },

    /** Has a provider asked again that refused a refund. @throws ApiProblem NOT_FOUND, ILLEGAL_EVENT */
    retry: (asked: Asked, id: string): Promise<Done> =>
      onCharge(
        asked,
        (tx) => refundOf(tx, asked.tenantId, id),
        async (tx, row, charge) => {
          const one = await refundOf(tx, asked.tenantId, id);
          if (one?.state !== 'failed' || isManual(charge))
            throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
          await reopen(tx, one);
          await tx
            .update(payment)
            .set({ checkAt: clock.date() })
            .where(and(eq(payment.tenantId, charge.tenantId), eq(payment.id, charge.id)));
          await jobs.send(tx, 'payment.check', { tenantId: charge.tenantId, paymentId: charge.id });
          await noteDone(core, tx, asked, {
            action: 'refund.retried',
            target: row.code,
            data: { amount: reaisOf(one.amount) },
          });
          return row;
        },
      ),
  };
}
