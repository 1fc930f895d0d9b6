/**
 * A process that moves money of wallets for as long as it lives, for tests that kill it. Says what the books
 * looked like when it came, then the reference of each movement that was committed.
 */
import { sql } from 'drizzle-orm';
import { cents } from '#contract/money.ts';
import { isProblem } from '#contract/problem.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { openCore } from '#server/commands/main.ts';
import { issue, payFromWallet, returnToWallet } from '#server/services/payment/wallet-ledger.ts';

export interface Order {
  accountId: string;
  wallets: string[];
  /** Told to somebody before the last process was killed. */
  acknowledged: string[];
  round: number;
}
/** What is wrong with the books; all zero when nothing is. */
export interface Books {
  postings: number;
  unbalanced: number;
  drifted: number;
  below: number;
  lost: number;
}

const WORKERS = 8;
const settings = readEnv({ ...process.env, SANDBOX: '0', NODE_ENV: 'test' });
const core = await openCore(settings, await openDatabase(settings, createLog('silent')), createLog('silent'));

async function booksNow(acknowledged: readonly string[]): Promise<Books> {
  const { rows } = (await core.db.read('client', (tx) =>
    tx.execute(sql`select
      (select count(*)::int from ledger_posting) as postings,
      (select count(*)::int from (select 1 from ledger_entry group by posting_id having sum(amount) <> 0) u) as unbalanced,
      (select count(*)::int from wallet_bucket b where b.amount <> (select coalesce(sum(e.amount), 0) from ledger_entry e where e.bucket_id = b.id)) as drifted,
      (select count(*)::int from wallet_bucket where amount < 0) as below,
      (select count(*)::int from jsonb_array_elements_text(${JSON.stringify(acknowledged)}::jsonb) a(reference) where not exists (select 1 from ledger_posting p where p.reference = a.reference)) as lost`),
  )) as unknown as { rows: [Books] }; // the same on both drivers
  return rows[0];
}

async function work({ accountId, wallets, round }: Order, worker: number): Promise<never> {
  const paid: [wallet: string, reference: string][] = [];
  for (let step = 0; ; step++) {
    const id = wallets[(worker * 7 + step) % wallets.length] ?? '';
    const move = { reference: `${round}:${worker}:${step}`, text: 'x', at: core.clock.date() };
    const amount = cents(1 + ((step * 37 + worker) % 90));
    const back = step % 3 === 2 ? paid.pop() : undefined;
    try {
      await core.db.tenant('client', async (tx) => {
        if (back) await returnToWallet(tx, 'client', back[0], back[1], move);
        else if (step % 5 === 0)
          await issue(tx, 'client', id, { label: 'Lote', units: amount, expiresAt: null, ...move });
        else
          await payFromWallet(tx, 'client', { uuid: id, accountId, amount, goods: [], total: amount }, move);
      });
      if (!back && step % 5 !== 0) paid.push([id, move.reference]);
      process.send?.({ done: move.reference });
    } catch (error) {
      if (!isProblem(error, 'BALANCE')) throw error;
    }
  }
}

process.once('message', (order: Order) => {
  void (async () => {
    process.send?.({ books: await booksNow(order.acknowledged) });
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(order, worker)));
  })();
});
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
