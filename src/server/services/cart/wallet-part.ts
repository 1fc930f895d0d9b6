import { and, asc, eq } from 'drizzle-orm';
import { type Cents, inCents, reaisOf } from '#contract/money.ts';
import type { WalletOffer, WalletPart } from '#contract/payment.ts';
import { paidAt } from '#domain/money/cart-totals.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { ZERO } from '#domain/money/money.ts';
import { goodsIn } from '#domain/money/statement.ts';
import { balanceOf, liveBuckets, payable, smaller, valueOfUnits } from '#domain/money/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import { wallet, walletBucket } from '#server/db/schema/wallet.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { draftOf } from './cart-row.ts';
import type { OpenCart } from './open-cart.ts';

type BucketRow = typeof walletBucket.$inferSelect;
export const leftIn = (row: BucketRow) => ({
  id: row.id,
  amount: row.amount,
  expiresAt: row.expiresAt?.getTime() ?? null,
});
export const bucketsOf = (tx: Tx, tenantId: string, uuid: string) =>
  tx
    .select()
    .from(walletBucket)
    .where(and(eq(walletBucket.tenantId, tenantId), eq(walletBucket.walletUuid, uuid)))
    .orderBy(asc(walletBucket.expiresAt), asc(walletBucket.id));

/** A wallet of the buyer and the most that it can pay of a cart now; `expiresAt` of its first part, epoch ms. */
interface Payer {
  row: typeof wallet.$inferSelect;
  max: Cents;
  expiresAt: number | null;
}
/**
 * The wallets of a buyer with what each can pay of a cart, whose first part is over the soonest first.
 * @param now epoch ms
 */
export async function payersOf(
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  { priced, coupon }: OpenCart,
  now: number,
): Promise<Payer[]> {
  if (buyer.kind !== 'client' || buyer.accountId === null) return [];
  const rows = await tx
    .select()
    .from(wallet)
    .where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, buyer.accountId)))
    .orderBy(asc(wallet.position), asc(wallet.uuid));
  const { couponDiscount, total } = paidAt(priced.totals, 0);
  const nets = goodsPaid(
    goodsIn(priced.lines),
    { coupon: couponDiscount, paymentDiscount: ZERO },
    coupon?.refusal === null ? coupon.campaignIds : [],
  );
  const payers: Payer[] = [];
  for (const row of rows) {
    const buckets = (await bucketsOf(tx, tenantId, row.uuid)).map(leftIn);
    const has = valueOfUnits(balanceOf(buckets, now), row);
    payers.push({
      row,
      max: smaller(has, payable(row.campaignIds, nets, total)),
      expiresAt: liveBuckets(buckets, now)[0]?.expiresAt ?? null,
    });
  }
  return payers.toSorted((a, b) => Math.sign((a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)) || 0);
}

/** The wallets that can be chosen to pay, on the wire. */
export const offersOf = (payers: readonly Payer[]): WalletOffer[] =>
  payers
    .filter(({ max }) => max > 0)
    .map(({ row: { uuid, name, kind }, max, expiresAt }) => ({
      uuid,
      name,
      kind,
      max: reaisOf(max),
      ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    }));

/**
 * What the wallet that a cart names pays of it now: what was asked for, or as much as it has and may. Null where
 * none is named, or one that is not the buyer's. Source: D81.
 */
export function partOf({ row }: Pick<OpenCart, 'row'>, payers: readonly Payer[]): WalletPart | null {
  const [wish] = draftOf(row).wallets ?? [];
  const payer = payers.find(({ row: { uuid } }) => uuid === wish?.uuid);
  return wish && payer
    ? {
        uuid: wish.uuid,
        name: payer.row.name,
        asked: wish.amount,
        amount: reaisOf(smaller(inCents(wish.amount), payer.max)),
      }
    : null;
}
