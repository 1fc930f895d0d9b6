import { type PaymentState, nextPaymentState } from '#machines/orders/payment.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Acquirer, Charge } from '#server/providers/acquirer.ts';
import { type PaymentRow, allowedOf } from '#server/services/order/order-row.ts';
import type { ChargeService } from './charge/charge.ts';
import { type ChargeLock, withLockedCharge } from './locked-charge.ts';
import type { OrderCharges } from './order-charges.ts';
import type { OrderMoney } from './order-money.ts';

export interface ChargeFollowing extends ChargeLock, Pick<Core, 'clock' | 'tenants' | 'log'> {
  money: OrderMoney;
  orderCharges: OrderCharges;
  charges: ChargeService;
}

/** Asks the provider how an open charge stands and does to its order what follows. @returns what became of it */
export async function followCharge(to: ChargeFollowing, bank: Acquirer, charge: PaymentRow): Promise<string> {
  const status = await bank.status(charge.txid);
  if (status.state === 'open' || status.state === 'challenge') return 'open';
  if (!isFit(charge, status)) {
    to.log.error(
      { tenant: charge.tenantId, payment: charge.id },
      'a provider has something else under the id of this payment',
    );
    return 'mismatch';
  }
  // A declined card payment is canceled at the provider too, so that it cannot be completed later.
  const now =
    status.state === 'declined'
      ? { ...(await bank.cancel(charge.txid)), reason: status.reason ?? ('DECLINED' as const) }
      : await captureOrCancel(to, bank, charge, status);
  if (now.state === 'paid') return (await takePaid(to, charge, now)) ?? 'gone';
  if (now.state === 'review') return (await waitForReview(to, charge)) ?? 'gone';
  // An unpaid Pix charge ends with its order's due event, not here.
  if (now.state === 'canceled' && charge.type === 'CREDIT_CARD')
    return (await endDeclined(to, charge, now)) ?? 'gone';
  return now.state;
}

/** Whether the provider's payment is this charge: the same amount, in reais, made under its reference. */
function isFit(charge: PaymentRow, status: Charge): boolean {
  const { reference } = charge.properties as { reference?: string };
  return (
    status.amount === charge.amount &&
    status.currency === 'brl' &&
    status.reference === (reference ?? charge.txid)
  );
}

/** Captures an authorised payment while its order accepts it, else cancels the authorisation: no refund is due. */
async function captureOrCancel(
  to: ChargeFollowing,
  bank: Acquirer,
  charge: PaymentRow,
  status: Charge,
): Promise<Charge> {
  if (status.state !== 'authorised') return status;
  const isWanted = await withLockedCharge(
    to,
    charge,
    async (tx, row, current) =>
      nextPaymentState(current.state as PaymentState, 'payment.confirmed') !== null &&
      to.money.acceptsPayment(tx, row),
  ); // only the chart's states are ever written
  return isWanted ? bank.capture(charge.txid) : bank.cancel(charge.txid);
}

const takePaid = (to: ChargeFollowing, charge: PaymentRow, status: Charge) =>
  withLockedCharge(to, charge, async (tx, row, current) =>
    (await to.money.takeMoney(tx, row, current, 'provider', status.endToEndId)) ? 'paid' : 'known',
  );

const waitForReview = (to: ChargeFollowing, charge: PaymentRow) =>
  withLockedCharge(to, charge, async (tx, row, current) => {
    if (current.state !== 'pending' || !allowedOf(row).includes('payment.reviewed')) return 'known';
    await to.life.apply(tx, row, 'payment.reviewed', 'provider');
    return 'reviewed';
  });

/** A declined charge leaves its order open to another payment method, for as long as a new charge would be. */
const endDeclined = (to: ChargeFollowing, charge: PaymentRow, { reason = 'DECLINED' }: Charge) =>
  withLockedCharge(to, charge, async (tx, row, current) => {
    const settled = await to.orderCharges.settle(tx, current, 'payment.declined');
    const tenant = to.tenants.byId(charge.tenantId);
    if (!settled || !tenant) return 'known';
    if (allowedOf(row).includes('payment.declined'))
      await to.life.apply(
        tx,
        { ...row, properties: { ...row.properties, declined: reason } },
        'payment.declined',
        'provider',
        { reason, expiresAt: to.charges.endOf(tenant, to.clock.date()) },
      );
    return 'declined';
  });
