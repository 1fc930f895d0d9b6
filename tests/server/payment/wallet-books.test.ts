import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { isProblem } from '#contract/problem.ts';
import { ledgerEntry, ledgerPosting } from '#server/db/schema/wallet.ts';
import { issue, payFromWallet, returnToWallet } from '#server/services/payment/wallet-ledger.ts';
import { type Client, newClient, uuid } from '#tests/support/buyers.ts';
import { guards, without, withoutRule } from '#tests/support/orders/race-guards.ts';
import { bookOf, newWallet } from '#tests/support/orders/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the books of wallets on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    client = await newClient(server);
  });
  afterAll(() => server.close());

  it('REL-10 keep every posting at zero: the database refuses another at the commit', async () => {
    const id = await newWallet(server, client.accountId, [[500]]);
    const crooked = server.core.db.tenant('client', async (tx) => {
      const posting = uuid();
      await tx.insert(ledgerPosting).values({
        tenantId: 'client',
        id: posting,
        walletUuid: id,
        reference: posting,
        text: 'x',
        at: server.core.clock.date(),
      });
      await tx.insert(ledgerEntry).values({
        tenantId: 'client',
        postingId: posting,
        position: 0,
        ledgerAccount: 'issued',
        bucketId: null,
        amount: 1,
      });
    });
    await expect(crooked).rejects.toThrow();
    expect((await bookOf(server, id)).unbalanced).toBe(0);
  });

  /** A hundred payments of 10 from a wallet that has 500 in three buckets. */
  async function rush(): Promise<{ paid: number; left: number; booked: number; unbalanced: number }> {
    const id = await newWallet(server, client.accountId, [[200, 3_600], [150, 7_200], [150]]);
    const ask = { uuid: id, accountId: client.accountId, amount: cents(10), goods: [], total: cents(10) };
    const tries = Array.from({ length: 100 }, (_, index) =>
      server.core.db
        .tenant('client', (tx) =>
          payFromWallet(tx, 'client', ask, {
            reference: `${id}:${index}`,
            text: 'Compra',
            at: server.core.clock.date(),
          }),
        )
        .then(
          () => true,
          () => false,
        ),
    );
    const paid = (await Promise.all(tries)).filter(Boolean).length;
    return { paid, ...(await bookOf(server, id)) };
  }
  it('REL-10 a hundred payments of ten from five hundred succeed exactly fifty times', async () => {
    expect(await rush()).toEqual({ paid: 50, left: 0, booked: 0, unbalanced: 0 });
  });
  it('REL-10 twenty refunds of one payment give it back once', async () => {
    const id = await newWallet(server, client.accountId, [[500]]);
    const at = server.core.clock.date();
    await server.core.db.tenant('client', (tx) =>
      payFromWallet(
        tx,
        'client',
        { uuid: id, accountId: client.accountId, amount: cents(300), goods: [], total: cents(300) },
        { reference: `p:${id}`, text: 'Compra', at },
      ),
    );
    await Promise.all(
      Array.from({ length: 20 }, () =>
        server.core.db.tenant('client', (tx) =>
          returnToWallet(tx, 'client', id, `p:${id}`, { reference: `r:${id}`, text: 'Volta', at }),
        ),
      ),
    );
    expect(await bookOf(server, id)).toEqual({ left: 500, booked: 500, unbalanced: 0 });
    const postings = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(ledgerPosting)
        .where(and(eq(ledgerPosting.tenantId, 'client'), eq(ledgerPosting.walletUuid, id))),
    );
    expect(postings).toHaveLength(3);
  });

  it('REL-10 four hundred random movements leave the books at zero and no bucket below it', async () => {
    const id = await newWallet(server, client.accountId, [[500, 3_600]]);
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const payments: string[] = [];
    const at = server.core.clock.date();
    for (let moved = 0; moved < 400; moved++) {
      const amount = cents(1 + random(300));
      const reference = `m:${id}:${moved}`;
      const kind = random(3);
      await server.core.db
        .tenant('client', async (tx) => {
          if (kind === 0)
            await issue(tx, 'client', id, {
              label: 'Lote',
              units: amount,
              expiresAt: random(2) ? null : new Date(at.getTime() + 60_000 * random(90)),
              reference,
              text: 'Crédito',
              at,
            });
          else if (kind === 1)
            await payFromWallet(
              tx,
              'client',
              { uuid: id, accountId: client.accountId, amount, goods: [], total: amount },
              { reference, text: 'Compra', at },
            );
          else if (payments.length)
            await returnToWallet(tx, 'client', id, payments[random(payments.length)] ?? '', {
              reference: `back:${payments[random(payments.length)]}`,
              text: 'Volta',
              at,
            });
        })
        .then(
          () => kind === 1 && payments.push(reference),
          (error: unknown) => expect(isProblem(error, 'BALANCE')).toBe(true),
        );
    }
    const { left, booked, unbalanced } = await bookOf(server, id);
    expect([booked, unbalanced, payments.length > 50]).toEqual([left, 0, true]);
  });

  if (engine === 'postgres')
    it('SEC-34 without its guards a wallet pays more than it has', async () => {
      await withoutRule(
        server,
        'alter table wallet_bucket drop constraint wallet_bucket_never_negative',
        'alter table wallet_bucket add constraint wallet_bucket_never_negative check (amount >= 0) not valid',
      );
      const changed = without(guards.rowLock, guards.conditionalBucket);
      const { paid, left } = await rush();
      expect(changed()).toBeGreaterThan(0);
      expect(paid).toBeGreaterThan(50);
      expect(left).toBeLessThan(0);
    });
});
