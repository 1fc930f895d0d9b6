import { and, asc, eq } from 'drizzle-orm';
import { type Cents, inCents, reaisOf } from '#contract/money.ts';
import type { WalletOffer, WalletPart } from '#contract/payment/payment.ts';
import { paidAt } from '#domain/money/cart-totals.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { ZERO } from '#domain/money/money.ts';
import { goodsIn } from '#domain/money/statement.ts';
import {
  type Paying,
  balanceOf,
  liveBuckets,
  payable,
  payableBeside,
  smaller,
  mostOver,
  splitOver,
  unitsFor,
  valueOfUnits,
} from '#domain/money/wallet.ts';
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

type WalletRow = typeof wallet.$inferSelect;
/** A wallet of the buyer, what it has now, and when its first part is over, epoch ms. */
interface Payer {
  row: WalletRow;
  has: Cents;
  expiresAt: number | null;
}
/** Who can pay of a cart, and what there is to be paid. */
interface Payers {
  payers: Payer[];
  goods: { campaignId: string; net: Cents }[];
  total: Cents;
}
/**
 * The wallets of a buyer with what each has, whose first part is over the soonest first.
 * @param percent that the way of paying takes off the goods
 * @param now epoch ms
 */
export async function payersOf(
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  { priced, coupon }: Pick<OpenCart, 'priced' | 'coupon'>,
  percent: number,
  now: number,
): Promise<Payers> {
  const { couponDiscount, paymentDiscount, total } = paidAt(priced.totals, percent);
  const goods = goodsPaid(
    goodsIn(priced.lines),
    { coupon: couponDiscount, paymentDiscount },
    coupon?.refusal === null ? coupon.campaignIds : [],
  );
  if (buyer.kind !== 'client' || buyer.accountId === null) return { payers: [], goods, total };
  const rows = await tx
    .select()
    .from(wallet)
    .where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, buyer.accountId)))
    .orderBy(asc(wallet.position), asc(wallet.uuid));
  const payers: Payer[] = [];
  for (const row of rows) {
    const buckets = (await bucketsOf(tx, tenantId, row.uuid)).map(leftIn);
    payers.push({
      row,
      has: valueOfUnits(balanceOf(buckets, now), row),
      expiresAt: liveBuckets(buckets, now)[0]?.expiresAt ?? null,
    });
  }
  return {
    payers: payers.toSorted((a, b) => Math.sign((a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity)) || 0),
    goods,
    total,
  };
}

/** What units of a wallet an amount takes, where it counts in points. */
export const pointsOf = (row: Pick<WalletRow, 'unit' | 'rate'>, amount: Cents): { points?: number } =>
  row.unit === 'PTS' ? { points: unitsFor(amount, row) ?? 0 } : {};

/**
 * What each wallet that a cart names pays of it now: what was asked for, or as much as it has and may; what is over
 * first pays first. One that is not the buyer's is left out. Source: D81.
 */
export function partsOf({ row }: Pick<OpenCart, 'row'>, { payers, ...sums }: Payers): WalletPart[] {
  const wishes = draftOf(row).wallets ?? [];
  const chosen = payers.flatMap(({ row: one, has }) => {
    const wish = wishes.find(({ uuid }) => uuid === one.uuid);
    return wish ? [{ row: one, campaignIds: one.campaignIds, has, asked: inCents(wish.amount) }] : [];
  });
  const amounts = splitOver(chosen, sums);
  return chosen.map(({ row: one, asked }, at) => {
    const amount = amounts[at] ?? ZERO;
    return {
      uuid: one.uuid,
      name: one.name,
      asked: reaisOf(asked),
      amount: reaisOf(amount),
      ...pointsOf(one, amount),
    };
  });
}

/** The wallets that can be chosen to pay, each with the most of it beside those that pay already. */
export function offersOf({ payers, ...sums }: Payers, parts: readonly WalletPart[]): WalletOffer[] {
  const paying = payers.flatMap(({ row: { uuid, campaignIds } }): (Paying & { uuid: string })[] => {
    const part = parts.find((one) => one.uuid === uuid);
    return part ? [{ uuid, campaignIds, amount: inCents(part.amount) }] : [];
  });
  return payers
    .filter(({ row, has }) => has > 0 && payable(row.campaignIds, sums.goods, sums.total) > 0)
    .map(({ row: { uuid, name, kind, campaignIds }, has, expiresAt }) => {
      const others = paying.filter((one) => one.uuid !== uuid);
      return {
        uuid,
        name,
        kind,
        max: reaisOf(smaller(has, payableBeside(campaignIds, others, sums))),
        ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
      };
    });
}
/** The most that all wallets can pay of a cart together, in reais. */
export const mostOf = ({ payers, ...sums }: Payers): number =>
  reaisOf(
    mostOver(
      payers.map(({ row: { campaignIds }, has }) => ({ campaignIds, has })),
      sums,
    ),
  );
