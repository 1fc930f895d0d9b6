import { type Cents, inCents } from '#contract/money.ts';
import type { Bucket, Movement, Wallet } from '#contract/payment/wallet.ts';
import { daysBetween } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';
import { sum } from './money.ts';
import { type BucketLeft, type WalletUnit, liveBuckets, unitsIn, valueOfUnits } from './wallet.ts';

/** What a wallet counts in, as the wire says it. */
type Terms = Pick<Wallet, 'unit' | 'rate'>;
export const unitOf = ({ unit, rate }: Terms): WalletUnit => ({ unit, rate: rate ?? null });
/** An amount of the wire in whole units: centavos or points. */
export const wireUnits = (amount: number, { unit }: Pick<Wallet, 'unit'>): number =>
  unit === 'BRL' ? inCents(amount) : amount;

/** A part of a balance as people read it: its units, and what they are worth. `expiresAt` epoch ms. */
export interface Part {
  id: string;
  label: string;
  units: number;
  value: Cents;
  expiresAt: number | null;
}
/** Parts of a wallet that can be spent now, the soonest to expire first. @param now epoch ms */
export function partsOf(wallet: Terms & { balance: readonly Bucket[] }, now: number): Part[] {
  const labels = new Map(wallet.balance.map(({ id, label }) => [id, label]));
  const left = wallet.balance.map(
    ({ id, amount, expiresAt }): BucketLeft => ({
      id,
      amount: wireUnits(amount, wallet),
      expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
    }),
  );
  return liveBuckets(left, now).map(({ id, amount, expiresAt }) => ({
    id,
    label: labels.get(id) ?? '',
    units: amount,
    value: valueOfUnits(amount, unitOf(wallet)),
    expiresAt,
  }));
}

/** What can be spent of a wallet, and what of it is over first. */
export interface WalletSummary {
  units: number;
  value: Cents;
  next: { value: Cents; units: number; expiresAt: number } | null;
}
/** All that is over on the day on which the first part is. */
function nextOf(parts: readonly Part[]): WalletSummary['next'] {
  const dated = parts.filter((one) => one.expiresAt !== null);
  const at = Math.min(...dated.map(({ expiresAt }) => expiresAt ?? Infinity));
  if (!Number.isFinite(at)) return null;
  const { date } = wallTime(at);
  const first = dated.filter(({ expiresAt }) => expiresAt !== null && wallTime(expiresAt).date === date);
  return { value: sum(first.map(({ value }) => value)), units: unitsIn(first), expiresAt: at };
}
/** @param now epoch ms */
export function summaryOf(wallet: Wallet, now: number): WalletSummary {
  const parts = partsOf(wallet, now);
  const units = unitsIn(parts);
  // Of the whole, so that points are not rounded down part by part.
  return { units, value: valueOfUnits(units, unitOf(wallet)), next: nextOf(parts) };
}
/** What all wallets of somebody are worth, and what of it is over first. @param now epoch ms */
export function worthOf(
  wallets: readonly Wallet[],
  now: number,
): { value: Cents; next: WalletSummary['next'] } {
  return {
    value: sum(wallets.map((one) => summaryOf(one, now).value)),
    next: nextOf(wallets.flatMap((one) => partsOf(one, now)).filter(({ value }) => value > 0)),
  };
}

/** Movements of one day, the newest first, and what the wallet held at its end, in whole units. */
export interface StatementDay {
  date: string;
  at: number;
  movements: Movement[];
  closing: number;
}
/**
 * A statement by days, the newest first. The balance at the end of each follows from the one now, so that what
 * is read adds up.
 * @param units in the wallet now, those included that are over and not yet booked as such
 */
export function statementDays(
  movements: readonly Movement[],
  { unit }: Pick<Wallet, 'unit'>,
  units: number,
): StatementDay[] {
  const days: StatementDay[] = [];
  let held = units;
  for (const movement of movements) {
    const at = Date.parse(movement.at);
    const { date } = wallTime(at);
    const day = days.at(-1);
    if (day?.date === date) day.movements.push(movement);
    else days.push({ date, at, movements: [movement], closing: held });
    held -= signedUnits(movement, { unit });
  }
  return days;
}
/** What a movement does to its wallet, in whole units: in is above zero, out below. */
export const signedUnits = ({ type, amount }: Movement, wallet: Pick<Wallet, 'unit'>): number =>
  (type === 'IN' ? 1 : -1) * wireUnits(amount, wallet);

/** Days until a moment, by the calendar of the shop: 0 is today. */
export const daysUntil = (at: number, now: number): number =>
  daysBetween(wallTime(now).date, wallTime(at).date);
