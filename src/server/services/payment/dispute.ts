import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { DisputeState } from '#contract/ops/dispute.ts';
import type { PixNotice } from '#contract/payment/payment.ts';
import { type Cents, centsOfReais, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type DisputeEvent, nextDisputeState } from '#machines/orders/dispute.machine.ts';
import { leftOfCharge } from '#domain/money/refund.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { dispute } from '#server/db/schema/ops/money.ts';
import { refund, webhookEvent } from '#server/db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { noteRefund } from '#server/services/order/order-refund.ts';
import type { Cause, OrderRow, PaymentRow } from '#server/services/order/order-row.ts';
import type { OrderMoney } from './order-money.ts';

/** A shop may answer for this long. Source: Banco Central, Regulamento do Pix, Mecanismo Especial de Devolução. */
const ANSWERED_WITHIN = 7 * 86_400_000;
export type DisputeRow = typeof dispute.$inferSelect;

/** What the bank has not decided. */
export const isUndecided = inArray(dispute.state, ['open', 'answered']);
const ofCharge = ({ tenantId, id }: PaymentRow) =>
  and(eq(dispute.tenantId, tenantId), eq(dispute.paymentId, id));

/** Whether a refund that was settled here already is what such a notice is about: banks tell of each once. */
async function isOwnRefund(tx: Tx, charge: PaymentRow, notice: PixNotice, amount: Cents): Promise<boolean> {
  const [settled] = await tx
    .select({ all: count() })
    .from(refund)
    .where(
      and(
        eq(refund.tenantId, charge.tenantId),
        eq(refund.paymentId, charge.id),
        eq(refund.state, 'settled'),
        eq(refund.amount, amount),
      ),
    );
  const [told] = await tx
    .select({ all: count() })
    .from(webhookEvent)
    .where(
      and(
        eq(webhookEvent.tenantId, charge.tenantId),
        eq(webhookEvent.provider, 'pix'),
        ne(webhookEvent.eventId, notice.id),
        inArray(webhookEvent.outcome, ['refunded', 'noted']),
        sql`${webhookEvent.body} ->> 'type' = 'pix.refunded'`,
        sql`${webhookEvent.body} ->> 'txid' = ${charge.txid}`,
        sql`round((${webhookEvent.body} ->> 'amount')::numeric * 100) = ${amount}`,
      ),
    );
  return (settled?.all ?? 0) > (told?.all ?? 0);
}

/** Pix that a payer's bank contests, each in the caller's transaction with its order locked. Source: decision 149. */
export function disputes({ clock }: Pick<Core, 'clock'>, { money }: { money: OrderMoney }) {
  /** @throws ApiProblem AMOUNT for more than the shop still has of it, ILLEGAL_EVENT while one of it is undecided */
  async function open(
    tx: Tx,
    charge: PaymentRow,
    asked: Pick<DisputeRow, 'amount' | 'openedAt'> & Partial<Pick<DisputeRow, 'protocol' | 'toldAt'>>,
  ): Promise<DisputeRow> {
    const left = leftOfCharge(charge);
    if (asked.amount <= 0 || asked.amount > left)
      throw new ApiProblem('AMOUNT', { current: { amount: reaisOf(left) } });
    // It cannot have been opened after it was told of.
    const openedAt = asked.openedAt < clock.date() ? asked.openedAt : clock.date();
    const [made] = await tx
      .insert(dispute)
      .values({
        ...asked,
        tenantId: charge.tenantId,
        id: uuidv7(clock.now()),
        orderId: charge.orderId,
        paymentId: charge.id,
        state: 'open',
        openedAt,
        dueAt: new Date(openedAt.getTime() + ANSWERED_WITHIN),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
    return made;
  }

  return {
    open,

    /** Where what happened leads from where it stands. @throws ApiProblem ILLEGAL_EVENT */
    after(state: DisputeState, event: DisputeEvent): DisputeState {
      const next = nextDisputeState(state, event);
      if (!next) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
      return next;
    },

    /**
     * The bank took contested money back: it is a refund of its own, settled as it is noted.
     * @throws ApiProblem AMOUNT for more than the shop still has of it
     */
    async takeBack(
      tx: Tx,
      row: OrderRow,
      charge: PaymentRow,
      { id, amount, returnId }: { id: string; amount: Cents; returnId: string },
      cause: Cause,
    ): Promise<void> {
      const left = leftOfCharge(charge);
      if (amount <= 0 || amount > left)
        throw new ApiProblem('AMOUNT', { current: { amount: reaisOf(left) } });
      const part = `dispute:${id}`;
      await noteRefund(tx, row, { charge, part, amount, worth: amount }, 'DISPUTE', clock.date());
      const [asked] = await tx
        .update(refund)
        .set({ returnId })
        .where(and(eq(refund.tenantId, row.tenantId), eq(refund.paymentId, charge.id), eq(refund.part, part)))
        .returning();
      if (asked) await money.settleRefund(tx, row, asked, charge, cause);
    },

    /**
     * A bank says that it sent money back for which nobody here had asked. No money is noted by that: a person looks
     * into the statement, and is told to.
     * @returns what became of the notice
     */
    async tell(tx: Tx, row: OrderRow, charge: PaymentRow, notice: PixNotice): Promise<string> {
      const amount = centsOfReais(notice.amount);
      if (amount === null || amount <= 0 || amount > charge.amount) return 'mismatch';
      if (await isOwnRefund(tx, charge, notice, amount)) return 'noted';
      if (charge.state !== 'confirmed' || amount > leftOfCharge(charge)) return 'mismatch';
      const now = clock.date();
      const waiting = and(ofCharge(charge), isUndecided);
      const [known] = await tx.select({ toldAt: dispute.toldAt }).from(dispute).where(waiting);
      if (known?.toldAt) return 'noted';
      if (known) await tx.update(dispute).set({ toldAt: now }).where(waiting);
      else await open(tx, charge, { amount, openedAt: now, toldAt: now });
      await tx.insert(audit).values({
        tenantId: row.tenantId,
        id: uuidv7(clock.now()),
        at: now,
        actor: 'provider',
        action: 'dispute.told',
        target: row.code,
        data: { amount: notice.amount, endToEndId: charge.endToEndId },
      });
      return 'disputed';
    },
  };
}
export type Disputes = ReturnType<typeof disputes>;
