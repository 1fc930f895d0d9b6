import { and, asc, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { refund } from '#server/db/schema/payment.ts';
import type { Acquirer } from '#server/providers/acquirer.ts';
import type { PaymentRow } from '#server/services/order/order-row.ts';
import { type ChargeLock, withLockedCharge } from './locked-charge.ts';
import type { OrderMoney } from './order-money.ts';

type RefundRow = typeof refund.$inferSelect;
export interface ProviderRefund extends ChargeLock, Pick<Core, 'log'> {
  money: OrderMoney;
}

/** The refund of a payment that was requested first and is not settled yet. */
export async function requestedRefund(
  tx: Tx,
  tenantId: string,
  paymentId: string,
): Promise<RefundRow | undefined> {
  const [first] = await tx
    .select()
    .from(refund)
    .where(and(eq(refund.tenantId, tenantId), eq(refund.paymentId, paymentId), eq(refund.state, 'requested')))
    .orderBy(asc(refund.requestedAt), asc(refund.id))
    .limit(1);
  return first;
}

/** Requests a refund; the same key may be sent again until it is settled. */
export async function refundAtProvider(
  to: ProviderRefund,
  bank: Acquirer,
  charge: PaymentRow,
  asked: RefundRow,
): Promise<string> {
  const state = await bank.refund({
    id: charge.txid,
    amount: asked.amount,
    key: asked.id,
    at: asked.requestedAt,
  });
  if (state === 'pending') return state;
  const outcome = await withLockedCharge(to, charge, async (tx, row, current) => {
    if (state === 'settled') return to.money.settleRefund(tx, row, asked, current, 'provider');
    await tx
      .update(refund)
      .set({ state: 'failed' })
      .where(
        and(eq(refund.tenantId, asked.tenantId), eq(refund.id, asked.id), eq(refund.state, 'requested')),
      );
    to.log.error({ refundId: asked.id }, 'a provider refused to give money back: a person must look');
    return state;
  });
  return outcome ?? 'gone';
}
