import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { isProblem } from '#contract/problem.ts';
import { bucketsOf } from '#server/services/cart/wallet-part.ts';
import {
  expireBucket,
  issue,
  payFromWallet,
  returnToWallet,
} from '#server/services/payment/wallet-ledger.ts';
import { newClient } from '#tests/support/buyers.ts';
import { FIXED_SEED, freshSeed } from '#tests/support/actors.ts';
import { broken } from '#tests/support/invariants.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';
import { bookOf, newWallet } from '#tests/support/orders/wallets.ts';

const POSTINGS = 10_000;
const WALLETS = 10;
/** Movements of one transaction; each is undone alone when it is refused. */
const TOGETHER = 25;
type Kind = 'issue' | 'pay' | 'return' | 'expire';

describe('the books of the wallets', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('postgres');
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());

  it(`REL-10 are at zero after ${POSTINGS} random movements of ${WALLETS} wallets at once, without drift and never below`, async () => {
    const { accountId } = await newClient(server);
    const seeds = [FIXED_SEED, freshSeed()];
    const begun = performance.now();
    const done: Record<Kind | 'refused', number> = { issue: 0, pay: 0, return: 0, expire: 0, refused: 0 };
    const walk = async (at: number): Promise<void> => {
      const id = await newWallet(server, accountId, [[500, 3_600], [300]]);
      let seed = (seeds[at % 2] ?? 1) + at;
      const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
      /** What the wallet holds, counted beside it. */
      let expected = 800;
      const payments: { reference: string; units: number }[] = [];
      const returned = new Set<string>();
      const date = server.core.clock.date();
      for (let moved = 0; moved < POSTINGS / WALLETS; moved += TOGETHER)
        await server.core.db.tenant('client', async (outer) => {
          for (let more = 0; more < TOGETHER; more++) {
            const amount = cents(1 + random(300));
            const move = { reference: `${id}:${moved + more}`, text: 'x', at: date };
            const kind: Kind = (['issue', 'pay', 'pay', 'return', 'expire'] as const)[random(5)] ?? 'pay';
            const past = payments[random(Math.max(1, payments.length))];
            try {
              await outer.transaction(async (tx) => {
                if (kind === 'issue') {
                  await issue(tx, 'client', id, {
                    label: 'Lote',
                    units: amount,
                    expiresAt: random(2) ? null : new Date(date.getTime() + 60_000 * (random(90) - 20)),
                    ...move,
                  });
                  expected += amount;
                } else if (kind === 'pay') {
                  const paid = await payFromWallet(
                    tx,
                    'client',
                    { uuid: id, accountId, amount, goods: [], total: amount },
                    move,
                  );
                  payments.push({ reference: move.reference, units: paid.units });
                  expected -= paid.units;
                } else if (kind === 'return' && past) {
                  // Some come twice: money goes back once.
                  if (
                    await returnToWallet(tx, 'client', id, past.reference, {
                      ...move,
                      reference: `back:${past.reference}`,
                    })
                  ) {
                    expect(returned.has(past.reference)).toBe(false);
                    returned.add(past.reference);
                    expected += past.units;
                  }
                } else if (kind === 'expire')
                  for (const bucket of await bucketsOf(tx, 'client', id))
                    if (random(4) === 0 && (await expireBucket(tx, 'client', id, bucket.id, date)))
                      expected -= bucket.amount;
              });
              done[kind]++;
            } catch (error) {
              expect(isProblem(error, 'BALANCE')).toBe(true);
              done.refused++;
            }
          }
        });
      expect([id, await bookOf(server, id)]).toEqual([
        id,
        { left: expected, booked: expected, unbalanced: 0 },
      ]);
    };
    await Promise.all(Array.from({ length: WALLETS }, (_, at) => walk(at)));
    console.log(
      `REL-10 ${POSTINGS} movements of ${WALLETS} wallets, seeds ${seeds.join(' and ')}, ${Math.round(performance.now() - begun)} ms: ${Object.entries(
        done,
      )
        .map(([kind, count]) => `${kind}×${count}`)
        .join(' ')}`,
    );
    // Nobody works here: what is queued only waits, for more than a minute on a slow machine.
    expect(await broken(server.core)).toEqual([]);
  });
});
