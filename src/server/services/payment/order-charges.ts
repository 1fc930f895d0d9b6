import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import { ZERO } from '#domain/money/money.ts';
import { goodsNet, partSums } from '#domain/money/statement.ts';
import { type PaymentEvent, type PaymentState, nextPaymentState } from '#machines/orders/payment.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { payment } from '#server/db/schema/payment.ts';
import { prepared, rowUpdater } from '#server/db/prepared.ts';
import type { ChildRow } from '#server/services/order/order-family.ts';
import { ASKED_EVERY, type OrderRow, type PaymentRow } from '#server/services/order/order-row.ts';
import {
  type Share,
  backToWallet,
  isAllBack,
  noteRefund,
  shareOut,
} from '#server/services/order/order-refund.ts';

// Under the order's row lock nobody else moves its charges; the version is the net below it.
const moveCharge = rowUpdater(
  payment,
  ['state', 'version', 'settledAt', 'endToEndId', 'checkAt'],
  ['tenantId', 'id', 'version'],
);
// Attempts below zero are payments that came twice: they are refunded by themselves.
const chargesIn = prepared((tx) =>
  tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.tenantId, sql.placeholder('tenantId')),
        eq(payment.orderId, sql.placeholder('id')),
        eq(payment.state, sql.placeholder('state')),
        gte(payment.attempt, 0),
      ),
    )
    .orderBy(desc(payment.attempt), asc(payment.txid)),
);

/**
 * Charges of an order in one state, the newest first; those of its wallets last, in the order in which wallets are
 * locked.
 */
export const chargesOf = (tx: Tx, { tenantId, id }: OrderRow, state: PaymentState) =>
  chargesIn(tx).execute({ tenantId, id, state });

/** Moving the charges of an order along their chart, and their money back. Source: D52, D56, D57; REL-09. */
export function orderCharges({ clock, jobs }: Pick<Core, 'clock' | 'jobs'>) {
  /** Moves a charge along its chart; null when the event changes nothing, as a late or repeated notice. */
  async function settle(
    tx: Tx,
    charge: PaymentRow,
    event: PaymentEvent,
    endToEndId?: string,
  ): Promise<PaymentRow | null> {
    // Only the chart's states are ever written
    const next = nextPaymentState(charge.state as PaymentState, event);
    if (!next) return null;
    const moved = {
      state: next,
      version: charge.version + 1,
      // The day when it came in stays, also of what went back: the refund has a day of its own.
      settledAt: event === 'refund.settled' ? charge.settledAt : clock.date(),
      endToEndId: endToEndId ?? charge.endToEndId,
      checkAt: next === 'expired' ? charge.checkAt : null,
    };
    return (await moveCharge(tx, moved, charge)).length > 0 ? { ...charge, ...moved } : null;
  }

  /** Marks a charge as refunded once all of it went back. */
  async function noteRefunded(tx: Tx, charge: PaymentRow): Promise<void> {
    if (await isAllBack(tx, charge)) await settle(tx, charge, 'refund.settled');
  }

  /**
   * Refunds a share of a charge, once: to a wallet at once (D52), else by its provider, who is asked until it
   * is settled.
   */
  async function refundShare(tx: Tx, row: OrderRow, share: Share, reason: string): Promise<void> {
    const { charge } = share;
    const at = clock.date();
    const after = await noteRefund(tx, row, share, reason, at);
    if (after === null) return;
    if (charge.type === 'WALLET') {
      await backToWallet(tx, row, share, after, at);
      return noteRefunded(tx, charge);
    }
    await tx
      .update(payment)
      .set({ checkAt: new Date(clock.now() + ASKED_EVERY) })
      .where(and(eq(payment.tenantId, row.tenantId), eq(payment.id, charge.id)));
    await jobs.send(tx, 'payment.check', { tenantId: row.tenantId, paymentId: charge.id });
  }

  /**
   * Refunds the parts of an order that are canceled while others go on: their goods, and the delivery with
   * the last of them.
   */
  async function refundParts(
    tx: Tx,
    row: OrderRow,
    children: readonly ChildRow[],
    charges: readonly PaymentRow[],
    reason: string,
    isLast: boolean,
  ): Promise<Share[]> {
    const all: Share[] = [];
    for (const [index, child] of children.entries()) {
      const { total: worth } = partSums(
        { subTotal: child.subTotal, shippingTotal: isLast && index === 0 ? row.shippingTotal : ZERO },
        goodsNet(child),
      );
      const shares = await shareOut(tx, row, charges, `child:${child.id}`, worth);
      for (const share of shares) await refundShare(tx, row, share, reason);
      all.push(...shares);
    }
    return all;
  }

  return { settle, noteRefunded, refundShare, refundParts };
}
export type OrderCharges = ReturnType<typeof orderCharges>;
