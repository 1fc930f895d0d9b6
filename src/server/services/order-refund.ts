import { and, asc, eq } from 'drizzle-orm';
import type { Order } from '#contract/order.ts';
import { type Cents, cents, centsOfReais } from '#contract/money.ts';
import type { Tx } from '../db/database.ts';
import type { order } from '../db/schema/order.ts';
import { type payment, refund } from '../db/schema/payment.ts';
import { wallet } from '../db/schema/wallet.ts';
import { uuidv7 } from '../ids.ts';
import { issue, returnToWallet } from './wallet-ledger.ts';

type OrderRow = typeof order.$inferSelect;
type Charge = typeof payment.$inferSelect;

/** What a buyer asked for when giving goods back; null when nothing was. */
const returnOf = (row: Pick<OrderRow, 'properties'>) => (row.properties['returnRequest'] ?? null) as NonNullable<Order['properties']['returnRequest']> | null; // validated when written

/** The goods that came back are exchanged: their worth goes to the buyer's credit. Whoever left meanwhile gets their money back. */
export const isExchange = (row: Pick<OrderRow, 'properties' | 'accountId'>): boolean => row.accountId !== null && returnOf(row)?.wish === 'EXCHANGE';

/**
 * What goes back of each charge for goods that were returned: first to where the money came from outside, then to the wallet.
 * @returns every charge whole when the whole order came back
 */
export async function shareOut(tx: Tx, row: Pick<OrderRow, 'tenantId' | 'id' | 'total' | 'properties'>, charges: readonly Charge[]): Promise<[Charge, Cents][]> {
  let left = centsOfReais(returnOf(row)?.amount ?? Number.NaN) ?? row.total;
  if (left >= row.total) return charges.map((charge) => [charge, charge.amount]);
  // Money that came twice is on its way back already: it is none of this.
  const owed = await tx.select({ paymentId: refund.paymentId }).from(refund).where(and(eq(refund.tenantId, row.tenantId), eq(refund.orderId, row.id)));
  const shares: [Charge, Cents][] = [];
  for (const charge of charges.filter(({ id }) => !owed.some(({ paymentId }) => paymentId === id)).toSorted((a, b) => Number(a.type === 'WALLET') - Number(b.type === 'WALLET'))) {
    const amount = cents(Math.min(charge.amount, left));
    left = cents(left - amount);
    if (amount > 0) shares.push([charge, amount]);
  }
  return shares;
}

/** A wallet's charge, or a part of it, is the wallet's again. What comes back whole goes to the buckets that it came from. */
export async function backToWallet(tx: Tx, row: OrderRow, { properties, txid, amount: whole }: Charge, amount: Cents, at: Date): Promise<void> {
  const [uuid, move] = [String(properties['walletUuid']), { reference: `${txid}:refund`, text: 'Pedido devolvido à carteira', orderCode: row.code, at }];
  if (amount === whole) await returnToWallet(tx, row.tenantId, uuid, txid, move);
  else await issue(tx, row.tenantId, uuid, { ...move, label: 'Devolução', units: Math.floor((Number(properties['units']) * amount) / whole), expiresAt: null });
}

/** Makes the worth of exchanged goods the buyer's credit, once. */
export async function creditExchange(tx: Tx, row: OrderRow, at: Date): Promise<void> {
  const [amount, { tenantId, accountId }] = [centsOfReais(returnOf(row)?.amount ?? 0) ?? 0, row];
  if (accountId === null || amount === 0) return;
  const [known] = await tx.select({ uuid: wallet.uuid }).from(wallet).where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, accountId), eq(wallet.kind, 'CREDIT'), eq(wallet.unit, 'BRL'), eq(wallet.campaignIds, []))).orderBy(asc(wallet.position)).limit(1);
  const uuid = known?.uuid ?? uuidv7(at.getTime());
  if (!known) await tx.insert(wallet).values({ tenantId, uuid, accountId, name: 'Crédito da loja', kind: 'CREDIT', createdAt: at });
  await issue(tx, tenantId, uuid, { label: 'Troca', units: amount, expiresAt: null, reference: `${row.code}:exchange`, text: 'Troca de produtos', orderCode: row.code, at });
}
