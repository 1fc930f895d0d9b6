import type { NewOrder, PaidPart } from '#contract/order/order.ts';
import { type Cents, cents, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { goodsIn } from '#domain/money/statement.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import type { payment } from '#server/db/schema/payment.ts';
import type { Clock } from '#server/platform/clock.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Locked } from '#server/services/cart/reservation.ts';
import { type OrderRow, walletsIn } from '#server/services/order/order-row.ts';
import { RECENT, assertProved } from '#server/services/people/proof.ts';
import { type WalletPaid, payFromWallet } from './wallet-ledger.ts';

/** The reference of a charge and its movement: a wallet pays an order once. */
const referenceOf = (code: string, uuid: string) => `WALLET${code}:${uuid}`;

/** Wallets that a new order names, each with what it pays at most. */
const asked = ({ wallets, wallet }: NewOrder['paymentMethod']) => wallets ?? (wallet ? [wallet] : []);
export const namesWallets = ({ paymentMethod }: NewOrder): boolean => asked(paymentMethod).length > 0;

/**
 * What wallets pay of an order that is being placed, in the order in which they were named; those that pay nothing
 * are left out.
 * @throws ApiProblem BALANCE, NOT_FOUND, PAYMENT_METHOD, FRESH_PROOF for more than the store lets go without a proof
 */
export async function payByWallets(
  tx: Tx,
  tenant: TenantRecord,
  body: NewOrder,
  { lines, totals, coupon }: Locked,
  buyer: Buyer,
  { total, code, clock }: { total: Cents; code: string; clock: Clock },
): Promise<WalletPaid[]> {
  const wishes = asked(body.paymentMethod);
  const { type } = body.paymentMethod;
  if (wishes.length === 0) {
    if (type === 'WALLET' && total > 0) throw new ApiProblem('PAYMENT_METHOD', { detail: type });
    return [];
  }
  if (buyer.kind !== 'client' || buyer.accountId === null) throw new ApiProblem('NOT_FOUND');
  if (total === 0) return [];
  const goods = goodsPaid(
    goodsIn(lines),
    { coupon: inCents(totals.coupon), paymentDiscount: inCents(totals.paymentDiscount) },
    coupon?.campaignIds,
  );
  const { accountId } = buyer;
  const paid: WalletPaid[] = [];
  // Wallets are locked in the order of their ids, so that two orders of the same ones cannot deadlock.
  for (const { uuid, amount } of wishes.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)))
    paid.push(
      await payFromWallet(
        tx,
        tenant.id,
        {
          uuid,
          accountId,
          amount: amount === undefined ? undefined : inCents(amount),
          goods,
          total,
          beside: paid,
        },
        { reference: referenceOf(code, uuid), text: 'Compra', orderCode: code, at: clock.date() },
      ),
    );
  const limit = tenant.settings.payment.walletProofAbove;
  if (limit !== undefined && paidByWallets(paid.map(notedPart)) > inCents(limit))
    assertProved({ clock }, buyer, RECENT);
  return wishes.flatMap(({ uuid }) => paid.filter((one) => one.uuid === uuid && one.amount > 0));
}
/** What an order notes of a wallet's part, and tells of it. */
export const notedPart = ({ uuid, name, amount, points }: WalletPaid): PaidPart => ({
  uuid,
  name,
  amount: reaisOf(amount),
  ...(points === undefined ? {} : { points }),
});

/** The charge of a wallet's part: paid as it is made, before any Pix (attempt 0). */
export const walletCharge = (
  tenantId: string,
  orderId: string,
  code: string,
  part: WalletPaid,
  now: Date,
): typeof payment.$inferSelect => ({
  tenantId,
  id: uuidv7(now.getTime()),
  orderId,
  attempt: 0,
  type: 'WALLET',
  state: 'confirmed',
  version: 1,
  amount: part.amount,
  provider: 'wallet',
  txid: referenceOf(code, part.uuid),
  endToEndId: null,
  brCode: null,
  installments: 1,
  properties: { walletUuid: part.uuid, units: part.units },
  createdAt: now,
  expiresAt: null,
  settledAt: now,
  checkAt: null,
  refunded: cents(0),
});

/** What is left to pay of an order after its wallets' parts. */
export const dueOf = (row: Pick<OrderRow, 'total' | 'properties'>): Cents =>
  leftToPay(row.total, paidByWallets(walletsIn(row)));
