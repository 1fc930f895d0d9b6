import { and, eq, sql } from 'drizzle-orm';
import { ledgerEntry, wallet, walletBucket } from '#server/db/schema/wallet.ts';
import { issue } from '#server/services/payment/wallet-ledger.ts';
import { uuid } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';

/** A wallet of points that are worth two centavos each, after the others. */
export const POINTS = { kind: 'POINTS', unit: 'PTS', rate: 0.02, name: 'Pontos', position: 1 } as const;
/** A wallet with money in it: units (centavos or points) and seconds until they expire. */
export async function newWallet(
  server: Pick<TestServer, 'core'>,
  accountId: string,
  buckets: readonly (readonly [units: number, seconds?: number])[],
  terms: Partial<typeof wallet.$inferInsert> = {},
): Promise<string> {
  const id = uuid();
  const at = server.core.clock.date();
  await server.core.db.tenant('client', async (tx) => {
    await tx.insert(wallet).values({
      tenantId: 'client',
      uuid: id,
      accountId,
      name: 'Crédito da loja',
      kind: 'CREDIT',
      createdAt: at,
      ...terms,
    });
    for (const [index, [units, seconds]] of buckets.entries())
      await issue(tx, 'client', id, {
        label: `Lote ${index + 1}`,
        units,
        expiresAt: seconds === undefined ? null : new Date(at.getTime() + seconds * 1_000),
        reference: `issue:${id}:${index}`,
        text: 'Crédito',
        at,
      });
  });
  return id;
}
/**
 * Units left of a wallet, whether expired or not, and the sums of the whole ledger: of every posting (all
 * zero) and of the wallet's own entries.
 */
export async function bookOf(
  server: Pick<TestServer, 'core'>,
  id: string,
): Promise<{ left: number; booked: number; unbalanced: number }> {
  return server.core.db.read('client', async (tx) => {
    const buckets = await tx
      .select()
      .from(walletBucket)
      .where(and(eq(walletBucket.tenantId, 'client'), eq(walletBucket.walletUuid, id)));
    const sums = await tx
      .select({ sum: sql<number>`sum(${ledgerEntry.amount})::float8` })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.tenantId, 'client'))
      .groupBy(ledgerEntry.postingId);
    const entries = await tx.select().from(ledgerEntry).where(eq(ledgerEntry.tenantId, 'client'));
    const mine = new Set(buckets.map((bucket) => bucket.id));
    const booked = entries
      .filter(({ bucketId }) => bucketId !== null && mine.has(bucketId))
      .reduce((all, { amount }) => all + amount, 0);
    return {
      left: buckets.reduce((all, { amount }) => all + amount, 0),
      booked,
      unbalanced: sums.filter(({ sum }) => sum !== 0).length,
    };
  });
}
