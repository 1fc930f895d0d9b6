import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { MoneyDone } from '#contract/ops/approval.ts';
import type { StrayEnd } from '#contract/ops/stray.ts';
import { type Cents, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { strayEnd } from '#server/db/schema/ops/money.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { allowedOf } from '#server/services/order/order-row.ts';
import type { OrderMoney } from '#server/services/payment/order-money.ts';
import type { Approvals } from './approvals.ts';
import { chargeDesk } from './charge-desk.ts';
import { type Asked, actorOf, noteDone } from './keyed.ts';

/** Money that came in and that nothing here had asked for. */
export interface Stray {
  id: string;
  at: Date;
  txid: string;
  amount: Cents;
  endToEndId: string | null;
  why: string;
  /** what tells one transfer from another, however many notices tell of it */ transfer: string;
  /** what became of it; null while it waits for a person */ end: typeof strayEnd.$inferSelect | null;
}

/**
 * Strays of a tenant, each transfer once, by its first notice. A transfer that pays a charge is no stray any more: it
 * came rightly after all, or is on its way back as a payment of its own (decision 70).
 */
export async function straysOf(tx: Tx, tenantId: string): Promise<Stray[]> {
  const rows = await tx
    .select()
    .from(audit)
    .where(and(eq(audit.tenantId, tenantId), eq(audit.action, 'money.stray')))
    .orderBy(asc(audit.at), asc(audit.id));
  const told = new Map<string, Omit<Stray, 'end'>>();
  for (const { id, at, target, data } of rows) {
    const endToEndId =
      typeof data['endToEndId'] === 'string' && data['endToEndId'] ? data['endToEndId'] : null;
    const transfer = endToEndId ?? target;
    if (told.has(transfer) || data['outcome'] === 'late') continue;
    const amount = inCents(typeof data['amount'] === 'number' ? data['amount'] : 0);
    told.set(transfer, { id, at, txid: target, amount, endToEndId, why: String(data['outcome']), transfer });
  }
  const transfers = [...told.keys()];
  if (transfers.length === 0) return [];
  const paid = await tx
    .select({ transfer: payment.endToEndId })
    .from(payment)
    .where(and(eq(payment.tenantId, tenantId), inArray(payment.endToEndId, transfers)));
  const isPaid = new Set(paid.map(({ transfer }) => transfer));
  const ends = await tx.select().from(strayEnd).where(eq(strayEnd.tenantId, tenantId));
  const endOf = new Map(ends.map((end) => [end.transfer, end]));
  // What staff gave an order stays a stray that had an end.
  return [...told.values()]
    .map((stray) => ({ ...stray, end: endOf.get(stray.transfer) ?? null }))
    .filter(({ transfer, end }) => end !== null || !isPaid.has(transfer));
}
/** Those that wait for a person, the oldest first. */
export const openOf = (strays: readonly Stray[]): Stray[] => strays.filter(({ end }) => end === null);

/** What a person does with money without an owner. Source: operator study, §4, §5; D52. */
export function strayActs(
  core: Core,
  { life, money, second }: { life: OrderLife; money: OrderMoney; second: Approvals['second'] },
) {
  const { clock } = core;
  const { onCharge } = chargeDesk(life);

  /** Writes the end of a stray; whoever comes second finds it ended. @throws ApiProblem ILLEGAL_EVENT */
  async function end(
    tx: Tx,
    { tenantId, staff }: Asked,
    stray: Stray,
    { how, reason }: StrayEnd,
    more: { paymentId?: string; returnId?: string } = {},
  ): Promise<void> {
    const made = await tx
      .insert(strayEnd)
      .values({
        tenantId,
        transfer: stray.transfer,
        strayId: stray.id,
        amount: stray.amount,
        how,
        reason,
        by: staff.staffId,
        at: clock.date(),
        ...more,
      })
      .onConflictDoNothing({ target: [strayEnd.tenantId, strayEnd.transfer] })
      .returning({ transfer: strayEnd.transfer });
    if (made.length === 0) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
  }

  /** The newest charge of an order that nobody paid. */
  const chargeOf = async (tx: Tx, tenantId: string, code: string) =>
    (
      await tx
        .select({ orderId: order.id, paymentId: payment.id })
        .from(order)
        .innerJoin(payment, and(eq(payment.tenantId, order.tenantId), eq(payment.orderId, order.id)))
        .where(
          and(
            eq(order.tenantId, tenantId),
            eq(order.code, code),
            eq(payment.type, 'PIX'),
            // What a provider can be asked about is no person's to confirm.
            eq(payment.provider, 'pix'),
          ),
        )
        .orderBy(desc(payment.attempt))
        .limit(1)
    )[0];

  /** @throws ApiProblem NOT_FOUND, AMOUNT, ILLEGAL_EVENT */
  async function toOrder(
    tx: Tx,
    asked: Asked,
    stray: Stray,
    body: Extract<StrayEnd, { how: 'order' }>,
  ): Promise<MoneyDone> {
    const found = await chargeOf(tx, asked.tenantId, body.orderCode);
    return onCharge(tx, asked, found, async (row, charge) => {
      const legal = { allowedEvents: allowedOf(row) };
      if (stray.endToEndId === null || !['pending', 'expired'].includes(charge.state))
        throw new ApiProblem('ILLEGAL_EVENT', legal);
      if (charge.amount !== stray.amount)
        throw new ApiProblem('AMOUNT', { current: { amount: reaisOf(charge.amount) } });
      const { id: targetId, amount } = stray;
      const waits = await second(tx, asked, { action: 'stray.order', targetId, amount, order: row, body });
      if (waits) return waits;
      await end(tx, asked, stray, body, { paymentId: charge.id });
      const now = await money.takeMoney(tx, row, charge, actorOf(asked.staff), stray.endToEndId);
      if (!now) throw new ApiProblem('ILLEGAL_EVENT', legal);
      await noteDone(core, tx, asked, {
        action: 'stray.assigned',
        target: row.code,
        data: {
          amount: reaisOf(amount),
          endToEndId: stray.endToEndId,
          txid: charge.txid,
          reason: body.reason,
        },
      });
      return now;
    });
  }

  return {
    /**
     * Says what became of money without an owner, once.
     * @throws ApiProblem NOT_FOUND, AMOUNT, TRANSFER_USED, ILLEGAL_EVENT, APPROVAL
     */
    async resolve(tx: Tx, asked: Asked, id: string, body: StrayEnd): Promise<MoneyDone> {
      const { tenantId, staff } = asked;
      // Money of nobody's order is seen by whoever sees all of them.
      const known = staff.hubIds ? [] : await straysOf(tx, tenantId);
      const stray = known.find((one) => one.id === id);
      if (!stray) throw new ApiProblem('NOT_FOUND');
      if (stray.end) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
      if (body.how === 'order') return toOrder(tx, asked, stray, body);
      const { amount, endToEndId, transfer } = stray;
      if (body.how === 'returned') {
        const [used] = await tx
          .select({ id: refund.id })
          .from(refund)
          .where(and(eq(refund.tenantId, tenantId), eq(refund.returnId, body.returnId)));
        if (used) throw new ApiProblem('TRANSFER_USED');
      }
      const waits = await second(tx, asked, { action: `stray.${body.how}`, targetId: id, amount, body });
      if (waits) return waits;
      await end(tx, asked, stray, body, body.how === 'returned' ? { returnId: body.returnId } : {});
      await noteDone(core, tx, asked, {
        action: `stray.${body.how}`,
        target: transfer,
        data: {
          amount: reaisOf(amount),
          ...(endToEndId ? { endToEndId } : {}),
          ...(body.how === 'returned' ? { returnId: body.returnId, at: body.at } : {}),
          reason: body.reason,
        },
      });
      return { strayId: id };
    },
  };
}
