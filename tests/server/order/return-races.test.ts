import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { payment, refund } from '#server/db/schema/payment.ts';
import { type Client, buy, line, newClient, pay, send, setStock } from '#tests/support/buyers.ts';
import { asTheyCome, atOnce } from '#tests/support/concurrency.ts';
import { broken } from '#tests/support/invariants.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Weakening, weaken } from '#tests/support/sql-mutation.ts';

/** Guards as they stand in the statements, and what is left when somebody forgets them. */
const guards = {
  rowLock: { from: / for update( skip locked)?/, to: '' },
  orderVersion: {
    from: /(update "order" set .*) and "order"\."version" = (\$\d+)/,
    to: '$1 and $2::int is not null',
  },
  withinCharge: { from: /and "payment"\."refunded" <= (\$\d+)/, to: 'and $1::bigint is not null' },
} satisfies Record<string, Weakening>;

describe.each(engines)('returns at the same moment on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    await setStock(server, 'tomate', 1_000);
    client = await newClient(server);
  });
  afterAll(() => server.close());
  let undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const back of undo.toReversed()) await back();
    undo = [];
  });
  const without = (...changes: Weakening[]) => {
    const { changed, restore } = weaken(...changes);
    undo.push(restore);
    return changed;
  };
  const ask = (id: string, quantity: number) =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, {
      bearer: client.bearer,
      body: { type: 'return.requested', items: [{ line: 0, quantity }] },
    });
  /** What went back of an order, in centavos, by the rows and by the charge's own count. */
  const back = async (orderId: string) => {
    const [rows, [charge]] = await server.core.db.read(
      'client',
      async (tx) =>
        [
          await tx.select({ amount: refund.amount }).from(refund).where(eq(refund.orderId, orderId)),
          await tx.select().from(payment).where(eq(payment.orderId, orderId)),
        ] as const,
    );
    return { refunds: rows.map(({ amount }) => amount).toSorted((a, b) => a - b), noted: charge?.refunded };
  };
  const settled = (orderId: string) =>
    server.core.db.tenant('client', async (tx) => {
      await tx.update(refund).set({ state: 'settled' }).where(eq(refund.orderId, orderId));
      await tx.execute(sql`update "order" set state = 'REFUNDED' where id = ${orderId}`);
      await tx.execute(sql`update order_child set state = 'REFUNDED' where order_id = ${orderId}`);
    });
  async function delivered(): Promise<{ id: string; code: string }> {
    const { order } = await buy(server, client, [line('tomate', 4)]);
    await pay(server, order.code);
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      await send(server, order.code, type);
    return order;
  }

  /** Ten requests and ten receipts of each of two returns, all at once. */
  async function rush(crowd = asTheyCome): Promise<{
    asked: number[];
    received: number[];
    refunds: number[];
    noted: number | undefined;
    faults: number;
  }> {
    const { id, code } = await delivered();
    const [asked, received, faults]: [number[], number[], number[]] = [[], [], []];
    for (const quantity of [1, 2]) {
      const requests = await Promise.all(Array.from({ length: 10 }, () => ask(id, quantity)));
      const receipts = await crowd(() =>
        Promise.all(Array.from({ length: 10 }, () => send(server, code, 'return.received'))),
      );
      asked.push(requests.filter(({ status }) => status === 200).length);
      received.push(receipts.filter(({ status }) => status === 200).length);
      faults.push(
        ...[...requests, ...receipts].filter(({ status }) => status >= 500).map(({ status }) => status),
      );
      await settled(id);
    }
    return { asked, received, ...(await back(id)), faults: faults.length };
  }

  it('are each asked for once, received once and paid once', async () => {
    expect(await rush()).toEqual({
      asked: [1, 1],
      received: [1, 1],
      refunds: [990, 1_980],
      noted: 2_970,
      faults: 0,
    });
    expect((await broken(server.core)).filter((one) => one.startsWith('I3 money goes back'))).toEqual([]);
  });

  it('find what went back before them on its charge, once the tables have grown', async () => {
    const { id, code } = await delivered();
    await ask(id, 2);
    await send(server, code, 'return.received');
    await server.asOwner(
      `delete from refund where order_id <> '${id}'`,
      "update refund set part = 'order', worth = 0",
      'update payment set refunded = 0',
    );
    const grown = readFileSync(
      globSync(join(import.meta.dirname, '../../../src/server/db/migrations/*_order_family.sql'))[0] ?? '',
      'utf8',
    );
    await server.asOwner(
      ...grown
        .split('--> statement-breakpoint')
        .filter((statement) => /UPDATE public/.test(statement))
        .map((statement) => statement.trim().replace(/;$/, '')),
    );
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(refund).where(eq(refund.orderId, id)),
    );
    expect([row?.part, row?.worth, await back(id)]).toEqual([
      'return:1',
      1_980,
      { refunds: [1_980], noted: 1_980 },
    ]);
  });

  // One connection hides the fault on PGlite, which is why only PostgreSQL counts.
  if (engine === 'postgres')
    describe('SEC-34 without its guard', () => {
      it('is paid several times', async () => {
        await server.asOwner(
          'alter table refund drop constraint refund_per_part',
          'alter table payment drop constraint payment_refunded_within',
        );
        undo.push(() =>
          server.asOwner(
            'delete from refund',
            'update payment set refunded = 0',
            'alter table refund add constraint refund_per_part unique (tenant_id, payment_id, part)',
            'alter table payment add constraint payment_refunded_within check (refunded >= 0 and refunded <= amount)',
          ),
        );
        const changed = without(guards.rowLock, guards.orderVersion, guards.withinCharge);
        await server.asOwner(
          'alter table order_event drop constraint order_event_tenant_id_order_id_sequence_pk',
        );
        undo.push(() =>
          server.asOwner(
            'delete from order_event',
            'alter table order_event add primary key (tenant_id, order_id, sequence)',
          ),
        );
        const { received, refunds } = await rush(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect(Math.max(...received)).toBeGreaterThan(1);
        expect(refunds.length).toBeGreaterThan(2);
      });

      it('is still paid once by the rule of the table when the row lock and the version are gone', async () => {
        const changed = without(guards.rowLock, guards.orderVersion);
        const { refunds, noted } = await rush(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect([refunds, noted]).toEqual([[990, 1_980], 2_970]);
      });
    });
});
