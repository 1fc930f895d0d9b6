import { and, eq, gte, sql } from 'drizzle-orm';
import { type Cents, cents } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import {
  type Paying,
  payableBeside,
  spend,
  unitsFor,
  valueOfUnits,
  balanceOf,
} from '#domain/money/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import { ledgerEntry, ledgerPosting, wallet, walletBucket } from '#server/db/schema/wallet.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { bucketsOf, leftIn, pointsOf } from '#server/services/cart/wallet-part.ts';

export type WalletRow = typeof wallet.$inferSelect;
type Against = 'issued' | 'spent' | 'expired';
export interface Move {
  reference: string;
  text: string;
  orderCode?: string;
  at: Date;
}
/** Money that comes back to a bucket that is over by then can be spent for this long, in ms. */
const GRACE = 30 * 86_400_000;

/**
 * One movement in double entry: units in (positive) or out (negative) of buckets, and the shop's account
 * against them, so that the sum is zero. A reference moves once: false when it did before.
 */
async function post(
  tx: Tx,
  row: Pick<WalletRow, 'tenantId' | 'uuid'>,
  parts: readonly { id: string; units: number }[],
  against: Against,
  { reference, text, orderCode, at }: Move,
): Promise<boolean> {
  const id = uuidv7(at.getTime());
  const made = await tx
    .insert(ledgerPosting)
    .values({
      tenantId: row.tenantId,
      id,
      walletUuid: row.uuid,
      reference,
      text,
      orderCode: orderCode ?? null,
      at,
    })
    .onConflictDoNothing()
    .returning({ id: ledgerPosting.id });
  if (!made.length) return false;
  const whole = parts.reduce((all, { units }) => all + units, 0);
  const entries = [
    ...parts.map((part) => ({ ledgerAccount: 'wallet' as const, bucketId: part.id, amount: part.units })),
    { ledgerAccount: against, bucketId: null, amount: -whole },
  ];
  await tx
    .insert(ledgerEntry)
    .values(
      entries.map((entry, position) => ({ tenantId: row.tenantId, postingId: id, position, ...entry })),
    );
  for (const part of parts) {
    // Never below zero, whatever was read before.
    const moved = await tx
      .update(walletBucket)
      .set({ amount: sql`${walletBucket.amount} + ${part.units}` })
      .where(
        and(
          eq(walletBucket.tenantId, row.tenantId),
          eq(walletBucket.id, part.id),
          gte(walletBucket.amount, -part.units),
        ),
      )
      .returning({ id: walletBucket.id });
    if (!moved.length) throw new ApiProblem('BALANCE');
  }
  return true;
}

/** The wallet's row, locked: whoever moves its money comes through here. */
const lockWallet = async (tx: Tx, tenantId: string, uuid: string): Promise<WalletRow | undefined> =>
  (
    await tx
      .select()
      .from(wallet)
      .where(and(eq(wallet.tenantId, tenantId), eq(wallet.uuid, uuid)))
      .for('update')
  )[0];

/**
 * New money in a bucket of its own. Nothing happens for a reference that was issued before.
 * @param units whole centavos or points
 */
export async function issue(
  tx: Tx,
  tenantId: string,
  uuid: string,
  { label, units, expiresAt, ...move }: Move & { label: string; units: number; expiresAt: Date | null },
): Promise<void> {
  const row = await lockWallet(tx, tenantId, uuid);
  if (!row) throw new ApiProblem('NOT_FOUND');
  const id = uuidv7(move.at.getTime());
  const [known] = await tx
    .select({ id: ledgerPosting.id })
    .from(ledgerPosting)
    .where(and(eq(ledgerPosting.tenantId, tenantId), eq(ledgerPosting.reference, move.reference)));
  if (known) return;
  await tx
    .insert(walletBucket)
    .values({ tenantId, id, walletUuid: uuid, label, amount: 0, expiresAt, createdAt: move.at });
  await post(tx, row, [{ id, units }], 'issued', move);
}

/** What a wallet paid of an order, in centavos and in its own units. */
export interface WalletPaid extends Paying {
  uuid: string;
  name: string;
  units: number;
  points?: number;
}
export interface WalletAsk {
  uuid: string;
  accountId: string;
  /** Centavos at most; as much as there is when it is not said. */
  amount: Cents | undefined;
  goods: readonly { campaignId: string; net: Cents }[];
  total: Cents;
  /** other wallets that pay of the same order */
  beside?: readonly Paying[];
}

/**
 * Pays a part of an order, or all of it. Without an amount: what the wallet has and may pay, nothing being a
 * part of zero.
 * @throws ApiProblem NOT_FOUND for another person's wallet, BALANCE when it has less than was asked or may
 * pay less
 */
export async function payFromWallet(
  tx: Tx,
  tenantId: string,
  ask: WalletAsk,
  move: Move,
): Promise<WalletPaid> {
  const row = await lockWallet(tx, tenantId, ask.uuid);
  if (!row || row.accountId !== ask.accountId) throw new ApiProblem('NOT_FOUND');
  const now = move.at.getTime();
  const buckets = (await bucketsOf(tx, tenantId, ask.uuid)).map(leftIn);
  const most = payableBeside(row.campaignIds, ask.beside ?? [], ask);
  const has = valueOfUnits(balanceOf(buckets, now), row);
  const amount = ask.amount ?? cents(Math.min(most, has));
  if (amount > most || amount > has) throw new ApiProblem('BALANCE');
  const units = unitsFor(amount, row) ?? 0;
  const { uuid, name, campaignIds } = row;
  const paid = { uuid, name, campaignIds, amount, units, ...pointsOf(row, amount) };
  if (amount === 0) return paid;
  const parts = spend(buckets, units, now);
  if (!parts) throw new ApiProblem('BALANCE');
  await post(
    tx,
    row,
    parts.map((part) => ({ id: part.id, units: -part.units })),
    'spent',
    move,
  );
  return paid;
}

/**
 * Gives back what a movement took, to the buckets that it came from; once. A bucket that is over by now lives
 * on for thirty days.
 * @param reference of the movement that is undone
 */
export async function returnToWallet(
  tx: Tx,
  tenantId: string,
  uuid: string,
  reference: string,
  move: Move,
): Promise<boolean> {
  const row = await lockWallet(tx, tenantId, uuid);
  if (!row) return false;
  const taken = await tx
    .select({ id: ledgerEntry.bucketId, units: ledgerEntry.amount })
    .from(ledgerEntry)
    .innerJoin(
      ledgerPosting,
      and(eq(ledgerPosting.tenantId, ledgerEntry.tenantId), eq(ledgerPosting.id, ledgerEntry.postingId)),
    )
    .where(
      and(
        eq(ledgerPosting.tenantId, tenantId),
        eq(ledgerPosting.reference, reference),
        eq(ledgerEntry.ledgerAccount, 'wallet'),
      ),
    );
  const parts = taken.flatMap(({ id, units }) => (id === null ? [] : [{ id, units: -units }]));
  if (!(await post(tx, row, parts, 'spent', move))) return false;
  const later = new Date(move.at.getTime() + GRACE);
  for (const { id } of parts)
    await tx
      .update(walletBucket)
      .set({ expiresAt: later })
      .where(
        and(
          eq(walletBucket.tenantId, tenantId),
          eq(walletBucket.id, id),
          sql`${walletBucket.expiresAt} <= ${move.at.toISOString()}`,
        ),
      );
  return true;
}

/** What is left in a bucket whose time is over goes back to the shop. @returns whether anything did */
export async function expireBucket(
  tx: Tx,
  tenantId: string,
  uuid: string,
  bucketId: string,
  at: Date,
): Promise<boolean> {
  const row = await lockWallet(tx, tenantId, uuid);
  const [bucket] = await tx
    .select()
    .from(walletBucket)
    .where(and(eq(walletBucket.tenantId, tenantId), eq(walletBucket.id, bucketId)));
  if (!row || !bucket?.expiresAt || bucket.expiresAt > at || bucket.amount === 0) return false;
  return post(tx, row, [{ id: bucketId, units: -bucket.amount }], 'expired', {
    reference: `expired:${bucketId}:${bucket.expiresAt.getTime()}`,
    text: `${bucket.label} venceu`,
    at,
  });
}
