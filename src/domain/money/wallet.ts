import { type Cents, cents, inCents } from '#contract/money.ts';
import { clampToZero, sum, ZERO } from './money.ts';

/**
 * What is left of a part of a balance, in whole units (centavos or points); `expiresAt` in epoch ms, null =
 * never.
 */
export type BucketLeft = { id: string; amount: number; expiresAt: number | null };
/** What a wallet counts in. `rate`: reais per point. */
export type WalletUnit = { unit: 'BRL' | 'PTS'; rate: number | null };

const soonest = (a: BucketLeft, b: BucketLeft) =>
  a.expiresAt === b.expiresAt
    ? a.id < b.id
      ? -1
      : 1
    : (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity);
/** Buckets that can be spent now, the soonest to expire first. */
export const liveBuckets = <B extends BucketLeft>(buckets: readonly B[], now: number): B[] =>
  buckets
    .filter(({ amount, expiresAt }) => amount > 0 && (expiresAt === null || expiresAt > now))
    .toSorted(soonest);
export const balanceOf = (buckets: readonly BucketLeft[], now: number): number =>
  unitsIn(liveBuckets(buckets, now).map(({ amount }) => ({ units: amount })));
/** Units of several parts. */
export const unitsIn = (parts: readonly { units: number }[]): number =>
  parts.reduce((all, { units }) => all + units, 0);

/** What to take from which bucket, the soonest to expire first (D58); null when they do not have as much. */
export function spend(
  buckets: readonly BucketLeft[],
  units: number,
  now: number,
): { id: string; units: number }[] | null {
  let missing = units;
  const taken: { id: string; units: number }[] = [];
  for (const { id, amount } of liveBuckets(buckets, now)) {
    if (missing === 0) break;
    const part = Math.min(amount, missing);
    taken.push({ id, units: part });
    missing -= part;
  }
  return missing === 0 ? taken : null;
}

/**
 * Hundredths of a centavo that one unit is worth: integers, so that no binary fraction decides about money.
 */
const worth = ({ unit, rate }: WalletUnit) => (unit === 'BRL' ? 100 : Math.round((rate ?? 0) * 10_000));
/** What units are worth, rounded down to whole centavos: nobody pays with half a point. */
export const valueOfUnits = (units: number, wallet: WalletUnit): Cents =>
  cents(Math.floor((units * worth(wallet)) / 100));
/** The fewest units that are worth an amount; null when the wallet's units are worth nothing. */
export const unitsFor = (amount: Cents, wallet: WalletUnit): number | null =>
  worth(wallet) === 0 ? null : Math.ceil((amount * 100) / worth(wallet));

/**
 * The most of an order that a wallet may pay: everything, or the goods of its campaigns.
 * @param goods nets of the order per campaign after all discounts
 */
export function payable(
  campaignIds: readonly string[],
  goods: readonly { campaignId: string; net: Cents }[],
  total: Cents,
): Cents {
  if (campaignIds.length === 0) return total;
  const covered = sum(
    goods.filter(({ campaignId }) => campaignIds.includes(campaignId)).map(({ net }) => net),
  );
  return covered > total ? total : covered < 0 ? ZERO : covered;
}

/** What a wallet pays of an order, and of which campaigns it may; none = everything, delivery too. */
export interface Paying {
  campaignIds: readonly string[];
  amount: Cents;
}
type Sums = { goods: readonly { campaignId: string; net: Cents }[]; total: Cents };
/**
 * The most that a wallet may pay beside others. Whichever of them are taken together pay no more than what their
 * campaigns cost together (Hall's condition), so that each part has goods of its own.
 * @param others few: every set of them is looked at
 */
export function payableBeside(
  campaignIds: readonly string[],
  [other, ...rest]: readonly Paying[],
  { goods, total }: Sums,
): Cents {
  if (!other) return payable(campaignIds, goods, total);
  const isBound = campaignIds.length > 0 && other.campaignIds.length > 0;
  const together = isBound ? [...campaignIds, ...other.campaignIds] : [];
  const without = payableBeside(campaignIds, rest, { goods, total });
  const withIt = cents(payableBeside(together, rest, { goods, total }) - other.amount);
  return clampToZero(smaller(without, withIt));
}
type Asked = { campaignIds: readonly string[]; asked: Cents; has: Cents };
/**
 * What each of several wallets pays of an order: what is asked of it, and no more than it has and may pay beside
 * those before it.
 * @returns an amount for each, in their order
 */
export function splitOver(wallets: readonly Asked[], sums: Sums): Cents[] {
  const paying: Paying[] = [];
  for (const { campaignIds, asked, has } of wallets) {
    const amount = smaller(smaller(asked, has), payableBeside(campaignIds, paying, sums));
    paying.push({ campaignIds, amount });
  }
  return paying.map(({ amount }) => amount);
}
/** The most of an order that wallets can pay together. */
export const mostOver = (wallets: readonly Pick<Asked, 'campaignIds' | 'has'>[], sums: Sums): Cents =>
  sum(
    splitOver(
      wallets.map(({ campaignIds, has }) => ({ campaignIds, has, asked: has })),
      sums,
    ),
  );
/** Whether wallets may pay these amounts of an order together. */
export const mayPay = (paying: readonly Paying[], sums: Sums): boolean =>
  paying.every(
    ({ campaignIds, amount }, at) => amount <= payableBeside(campaignIds, paying.slice(0, at), sums),
  );
/** What wallets pay together. @param parts their amounts in reais, as the wire has them */
export const paidByWallets = (parts: readonly { amount: number }[] = []): Cents =>
  sum(parts.map(({ amount }) => inCents(amount)));
/** The less of two amounts. */
export const smaller = (a: Cents, b: Cents): Cents => (a < b ? a : b);
/** What is left to pay of an order once its wallets have paid their parts. */
export const leftToPay = (total: Cents, byWallet: Cents = ZERO): Cents => cents(total - byWallet);
/**
 * Units of a wallet that go back with a share of what it paid. The shares of a charge together give back all
 * of its units, however it is divided.
 * @param units that were taken for `charged`  @param after centavos of it that are back with this share
 */
export function unitsBack(units: number, charged: Cents, share: Cents, after: Cents): number {
  const upTo = (part: number) => Math.floor((units * part) / charged);
  return upTo(after) - upTo(after - share);
}
