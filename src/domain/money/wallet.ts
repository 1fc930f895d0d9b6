import { type Cents, cents } from '#contract/money.ts';
import { sum, ZERO } from './money.ts';

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

/** The largest of some amounts; nothing when there are none. */
export const largest = (amounts: readonly Cents[]): Cents => cents(Math.max(0, ...amounts));
/** The less of two amounts. */
export const smaller = (a: Cents, b: Cents): Cents => (a < b ? a : b);
/** What is left to pay of an order once a wallet has paid its part. */
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
