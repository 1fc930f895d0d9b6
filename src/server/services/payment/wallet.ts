import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Bucket, Movement, Wallet } from '#contract/payment/wallet.ts';
import { liveBuckets } from '#domain/money/wallet.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { ledgerEntry, ledgerPosting, wallet, walletBucket } from '#server/db/schema/wallet.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Client } from '#server/platform/principal.ts';
import { bucketsOf, leftIn } from '#server/services/cart/wallet-part.ts';
import { type WalletRow, expireBucket } from './wallet-ledger.ts';

/** Movements of a statement at most. */
const NEWEST = 200;
const wire = (row: Pick<WalletRow, 'unit'>, units: number) => (row.unit === 'BRL' ? units / 100 : units);

/**
 * Wallets of a client: what is in them and what moved. Other people's and missing ones look alike. Source:
 * specification §7; D58; REL-10.
 */
export function walletService({ db, clock, jobs }: Core) {
  async function own(tx: Tx, tenantId: string, { accountId }: Client, uuid: string): Promise<WalletRow> {
    const [row] =
      accountId === null
        ? []
        : await tx
            .select()
            .from(wallet)
            .where(
              and(eq(wallet.tenantId, tenantId), eq(wallet.uuid, uuid), eq(wallet.accountId, accountId)),
            );
    if (!row) throw new ApiProblem('NOT_FOUND');
    return row;
  }
  async function balance(tx: Tx, row: WalletRow): Promise<Bucket[]> {
    const rows = await bucketsOf(tx, row.tenantId, row.uuid);
    const labels = new Map(rows.map(({ id, label }) => [id, label]));
    return liveBuckets(rows.map(leftIn), clock.now()).map(({ id, amount, expiresAt }) => ({
      id,
      label: labels.get(id) ?? '',
      amount: wire(row, amount),
      ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    }));
  }

  const service = {
    list: (tenantId: string, { accountId }: Client): Promise<Wallet[]> =>
      db.read(tenantId, async (tx) => {
        const rows =
          accountId === null
            ? []
            : await tx
                .select()
                .from(wallet)
                .where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, accountId)))
                .orderBy(asc(wallet.position), asc(wallet.uuid));
        const found: Wallet[] = [];
        for (const row of rows)
          found.push({
            uuid: row.uuid,
            name: row.name,
            kind: row.kind,
            unit: row.unit,
            ...(row.rate === null ? {} : { rate: row.rate }),
            ...(row.color === null ? {} : { color: row.color }),
            ...(row.campaignIds.length ? { campaignIds: row.campaignIds } : {}),
            balance: await balance(tx, row),
          });
        return found;
      }),
    balance: (tenantId: string, client: Client, uuid: string): Promise<Bucket[]> =>
      db.read(tenantId, async (tx) => balance(tx, await own(tx, tenantId, client, uuid))),
    statement: (tenantId: string, client: Client, uuid: string): Promise<Movement[]> =>
      db.read(tenantId, async (tx) => {
        const row = await own(tx, tenantId, client, uuid);
        const units = sql<number>`sum(${ledgerEntry.amount})::float8`;
        const rows = await tx
          .select({
            id: ledgerPosting.id,
            at: ledgerPosting.at,
            text: ledgerPosting.text,
            orderCode: ledgerPosting.orderCode,
            units,
          })
          .from(ledgerPosting)
          .innerJoin(
            ledgerEntry,
            and(
              eq(ledgerEntry.tenantId, ledgerPosting.tenantId),
              eq(ledgerEntry.postingId, ledgerPosting.id),
              eq(ledgerEntry.ledgerAccount, 'wallet'),
            ),
          )
          .where(and(eq(ledgerPosting.tenantId, tenantId), eq(ledgerPosting.walletUuid, uuid)))
          .groupBy(ledgerPosting.tenantId, ledgerPosting.id)
          .orderBy(desc(ledgerPosting.at), desc(ledgerPosting.id))
          .limit(NEWEST);
        return rows.map((one) => ({
          id: one.id,
          at: one.at.toISOString(),
          type: one.units < 0 ? 'OUT' : 'IN',
          amount: wire(row, Math.abs(one.units)),
          text: one.text,
          ...(one.orderCode === null ? {} : { orderCode: one.orderCode }),
        }));
      }),

    /**
     * Buckets whose time is over, each in a transaction of its own. A balance leaves them out before this
     * runs.
     */
    async sweep(tenantId: string): Promise<void> {
      const due = await db.read(tenantId, (tx) =>
        tx
          .select({ id: walletBucket.id, uuid: walletBucket.walletUuid })
          .from(walletBucket)
          .where(
            and(
              eq(walletBucket.tenantId, tenantId),
              lte(walletBucket.expiresAt, clock.date()),
              gt(walletBucket.amount, 0),
            ),
          )
          .limit(100),
      );
      await forEachIsolated(due, ({ id, uuid }) =>
        db.tenant(tenantId, (tx) => expireBucket(tx, tenantId, uuid, id, clock.date())),
      );
    },
  };
  jobs.every('wallet.expiry', 60_000, service.sweep);
  return service;
}
