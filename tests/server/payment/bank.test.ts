import { fork } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '#server/db/schema/people/account.ts';
import { tokensOf } from '#server/sandbox/personas.ts';
import { createServices } from '#server/services/services.ts';
import type { Books, Order } from '#tests/support/peers/bank.ts';
import { type ChildStore, openChildStore } from '#tests/support/store/child-store.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { engines } from '#tests/support/store/server.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';

/** Fifteen in all: the embedded database takes longer to open. */
const KILLS = { pglite: 5, postgres: 10 };
/**
 * Movements that a process has told of when it is killed, in the middle of others; a few more each time, so
 * that it dies elsewhere.
 */
const TOLD = { pglite: 20, postgres: 50 };
const WALLETS = 5;

describe.each(engines)('a bank that is killed again and again on %s', (engine) => {
  let store: ChildStore;
  let order: Order;
  beforeAll(async () => {
    store = await openChildStore(engine);
    order = await store.seed(async (core) => {
      await tokensOf(core, createServices(core), core.tenants.fallback(), 'client');
      const [owned] = await core.db.read('client', (tx) => tx.select({ id: account.id }).from(account));
      if (!owned) throw new Error('there is nobody to pay');
      const wallets: string[] = [];
      for (let made = 0; made < WALLETS; made++)
        wallets.push(await newWallet({ core }, owned.id, [[500], [300]]));
      return { accountId: owned.id, wallets, acknowledged: [], round: 0 };
    });
  });
  afterAll(() => store.close());

  /** @returns the books as the process found them @param told movements after which it is killed */
  async function life(told: number): Promise<Books> {
    const child = fork(path.join(import.meta.dirname, '../../support/peers/bank.ts'), [], {
      env: { PATH: process.env['PATH'] ?? '', ...compiled, ...store.env },
      execArgv: quickly,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = new Promise<unknown>((resolve) =>
      child.once('exit', (code, signal) => resolve(code ?? signal)),
    );
    const before = order.acknowledged.length;
    let books: Books | undefined;
    child.on('message', ({ ready, books: found, done }: { ready?: true; books?: Books; done?: string }) => {
      if (ready) child.send(order);
      books ??= found;
      if (done) order.acknowledged.push(done);
      if (books && order.acknowledged.length >= before + told) child.kill('SIGKILL');
    });
    expect(await ended).toBe('SIGKILL');
    order.round++;
    if (!books) throw new Error('the bank was not opened');
    return books;
  }

  it(`REL-10 has its books at zero after each of ${KILLS[engine]} kills, and every movement that it told of`, async () => {
    const begun = performance.now();
    let last = 0;
    for (let kill = 0; kill <= KILLS[engine]; kill++) {
      const { postings, ...wrong } = await life(kill < KILLS[engine] ? TOLD[engine] + kill : 0);
      expect(wrong).toEqual({ unbalanced: 0, drifted: 0, below: 0, lost: 0 });
      if (kill > 0) expect(postings).toBeGreaterThan(last);
      last = postings;
    }
    console.log(
      `REL-10 ${engine}: ${KILLS[engine]} kills in ${Math.round(performance.now() - begun)} ms, ${order.acknowledged.length} movements told of, ${last} postings`,
    );
    expect(await store.faults([])).toEqual([]);
  });
});
