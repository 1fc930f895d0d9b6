import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Order } from '#contract/order/order.ts';
import { type Cents, centsOfReais, inCents } from '#contract/money.ts';
import { isWhollyBack, leftOfCharge, refundShares } from '#domain/money/refund.ts';
import { unitsBack } from '#domain/money/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { wallet } from '#server/db/schema/wallet.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { dueOf } from '#server/services/payment/order-wallet.ts';
import type { OrderRow, PaymentRow } from './order-row.ts';
import { issue, returnToWallet } from '#server/services/payment/wallet-ledger.ts';

/** What goes back of one charge: `amount` with a card's interest, `worth` what it covers of the order. */
export interface Share {
  charge: PaymentRow;
  part: string;
  amount: Cents;
  worth: Cents;
}
type Return = NonNullable<Order['properties']['returnRequest']>;

/** What a buyer asked for when giving goods back; null when nothing was. */
export const returnOf = (row: Pick<OrderRow, 'properties'>) =>
  (row.properties['returnRequest'] ?? null) as Return | null; // validated when written
/** Returns whose goods came in, the oldest first. */
// Validated when written
export const returnsOf = (row: Pick<OrderRow, 'properties'>) => (row.properties['returns'] ?? []) as Return[];
/** Which return of its order the one is that is asked for now, from 1. */
export const returnNumber = (row: Pick<OrderRow, 'properties'>): number => returnsOf(row).length + 1;
/** What the goods that are asked for are worth. */
export const returnWorth = (row: Pick<OrderRow, 'properties' | 'total'>): Cents =>
  centsOfReais(returnOf(row)?.amount ?? Number.NaN) ?? row.total;
/** The request that was asked for, among those whose goods came in. */
export const received = (row: Pick<OrderRow, 'properties'>): { returns: Return[] } => ({
  returns: [...returnsOf(row), ...[returnOf(row)].flatMap((one) => one ?? [])],
});

/**
 * The goods that came back are exchanged: their worth goes to the buyer's credit. Whoever left meanwhile gets
 * their money back.
 */
export const isExchange = (row: Pick<OrderRow, 'properties' | 'accountId'>): boolean =>
  row.accountId !== null && returnOf(row)?.wish === 'EXCHANGE';

/** Everything that is left of the charges, for an order that is given up. */
export const wholeOf = (charges: readonly PaymentRow[]): Share[] =>
  charges
    .map((charge) => ({ charge, part: 'order', amount: leftOfCharge(charge), worth: leftOfCharge(charge) }))
    .filter(({ amount }) => amount > 0);

/**
 * What goes back of each charge for a share of an order: first to where the money came from outside, then to
 * the wallets, one after the other.
 * @param worth of the share, without a card's interest: that comes along in proportion
 */
export async function shareOut(
  tx: Tx,
  row: OrderRow,
  charges: readonly PaymentRow[],
  part: string,
  worth: Cents,
): Promise<Share[]> {
  const before = await tx
    .select()
    .from(refund)
    .where(and(eq(refund.tenantId, row.tenantId), eq(refund.orderId, row.id)));
  // Money that came twice is on its way back whole: it is none of this.
  const own = charges.filter(({ id }) => !before.some((one) => one.paymentId === id && one.part === 'order'));
  const inOrder = own.toSorted((a, b) => Number(a.type === 'WALLET') - Number(b.type === 'WALLET'));
  const shares = refundShares(
    inOrder.map((charge) => ({
      charged: charge.amount,
      covers: charge.type === 'WALLET' ? charge.amount : dueOf(row),
      before: before.filter(({ paymentId }) => paymentId === charge.id).map((one) => one.worth),
    })),
    worth,
  );
  return inOrder.flatMap((charge, index) => {
    const share = shares[index];
    return share && share.worth > 0 ? [{ charge, part, ...share }] : [];
  });
}

/**
 * Notes that a share goes back, once whatever happens: the database knows one refund per charge and part of
 * the order, and no more than came in.
 * @returns what of the charge is back with this share, or null when it was noted already
 */
export async function noteRefund(
  tx: Tx,
  row: OrderRow,
  { charge, part, amount, worth }: Share,
  reason: string,
  at: Date,
): Promise<Cents | null> {
  const isBack = charge.type === 'WALLET';
  const made = await tx
    .insert(refund)
    .values({
      tenantId: row.tenantId,
      id: uuidv7(at.getTime()),
      orderId: row.id,
      paymentId: charge.id,
      amount,
      part,
      worth,
      state: isBack ? 'settled' : 'requested',
      reason,
      requestedAt: at,
      settledAt: isBack ? at : null,
    })
    .onConflictDoNothing()
    .returning({ id: refund.id });
  if (!made.length) return null;
  const counted = await tx
    .update(payment)
    .set({ refunded: sql`${payment.refunded} + ${amount}` })
    .where(
      and(
        eq(payment.tenantId, row.tenantId),
        eq(payment.id, charge.id),
        lte(payment.refunded, leftOfCharge({ amount: charge.amount, refunded: amount })),
      ),
    )
    .returning({ refunded: payment.refunded });
  if (!counted[0]) throw new Error('more would go back than was paid');
  return counted[0].refunded;
}

/** Refunds of an order that are not there yet. */
export async function isWaitingForMoney(
  tx: Tx,
  { tenantId, id }: Pick<OrderRow, 'tenantId' | 'id'>,
): Promise<boolean> {
  return (
    (
      await tx
        .select({ id: refund.id })
        .from(refund)
        .where(
          and(
            eq(refund.tenantId, tenantId),
            eq(refund.orderId, id),
            inArray(refund.state, ['requested', 'failed']),
          ),
        )
        .limit(1)
    ).length > 0
  );
}
/** Whether all of a charge is back where it came from. */
export async function isAllBack(
  tx: Tx,
  charge: Pick<PaymentRow, 'tenantId' | 'id' | 'amount'>,
): Promise<boolean> {
  const back = await tx
    .select({ amount: refund.amount })
    .from(refund)
    .where(
      and(eq(refund.tenantId, charge.tenantId), eq(refund.paymentId, charge.id), eq(refund.state, 'settled')),
    );
  return isWhollyBack(
    charge.amount,
    back.map(({ amount }) => amount),
  );
}

/**
 * A wallet's charge, or a part of it, is the wallet's again. What comes back whole goes to the buckets that
 * it came from.
 * @param after what of the charge is back with this share, in centavos
 */
export async function backToWallet(
  tx: Tx,
  row: OrderRow,
  { charge, part, amount }: Share,
  after: Cents,
  at: Date,
): Promise<void> {
  const { properties, txid, amount: whole } = charge;
  const [uuid, move] = [
    String(properties['walletUuid']),
    {
      reference: part === 'order' ? `${txid}:refund` : `${txid}:${part}`,
      text: 'Pedido devolvido à carteira',
      orderCode: row.code,
      at,
    },
  ];
  if (amount === whole) return void (await returnToWallet(tx, row.tenantId, uuid, txid, move));
  await issue(tx, row.tenantId, uuid, {
    ...move,
    label: 'Devolução',
    units: unitsBack(Number(properties['units']), whole, amount, after),
    expiresAt: null,
  });
}

/** Makes the worth of exchanged goods the buyer's credit, once. */
export async function creditExchange(tx: Tx, row: OrderRow, at: Date): Promise<void> {
  const [amount, { tenantId, accountId }] = [inCents(returnOf(row)?.amount ?? 0), row];
  if (accountId === null || amount === 0) return;
  const [known] = await tx
    .select({ uuid: wallet.uuid })
    .from(wallet)
    .where(
      and(
        eq(wallet.tenantId, tenantId),
        eq(wallet.accountId, accountId),
        eq(wallet.kind, 'CREDIT'),
        eq(wallet.unit, 'BRL'),
        eq(wallet.campaignIds, []),
      ),
    )
    .orderBy(asc(wallet.position))
    .limit(1);
  const uuid = known?.uuid ?? uuidv7(at.getTime());
  if (!known)
    await tx
      .insert(wallet)
      .values({ tenantId, uuid, accountId, name: 'Crédito da loja', kind: 'CREDIT', createdAt: at });
  await issue(tx, tenantId, uuid, {
    label: 'Troca',
    units: amount,
    expiresAt: null,
    reference: `${row.code}:exchange:${returnNumber(row)}`,
    text: 'Troca de produtos',
    orderCode: row.code,
    at,
  });
}
