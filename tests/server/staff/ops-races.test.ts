import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/db/schema/audit.ts';
import { order as orderTable } from '#server/db/schema/order.ts';
import { refund } from '#server/db/schema/payment.ts';
import { type Signed, buy, line, newClient, pay, send } from '#tests/support/buyers.ts';
import { atOnce, faults, passed } from '#tests/support/concurrency.ts';
import { broken } from '#tests/support/invariants.ts';
import { guards, without, withoutRule } from '#tests/support/orders/race-guards.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Worker, opsCall, staffAs } from '#tests/support/staff.ts';

interface Bought {
  id: string;
  code: string;
}

describe.each(engines)('two of the staff at the same moment on %s', (engine) => {
  let server: TestServer;
  let buyer: Signed;
  let rui: Worker;
  let ana: Worker;
  let transfers = 0;
  /** One connection makes a race of nothing: there it is asked whether the second is told. */
  const tries = engine === 'postgres' ? 50 : 4;

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    await server.asOwner('update stock set initial = 2000, quantity = 2000');
    buyer = await newClient(server);
    [rui, ana] = [await staffAs(server, 'OPERATOR'), await staffAs(server, 'OWNER')];
  });
  afterAll(() => server.close());

  /** Orders that came as far as these events lead. */
  const orders = (count: number, ...events: string[]): Promise<Bought[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { order } = await buy(server, buyer, [line('tomate', 1)]);
        if (events.length > 0) await pay(server, order.code);
        for (const type of events.slice(1)) await send(server, order.code, type);
        return order;
      }),
    );
  const versionOf = async ({ id }: Bought): Promise<number> =>
    (await opsCall(server, rui, 'GET', `/orders/${id}`)).json.version;
  /** One sends this and the other that, each having seen the order as it is. */
  const both = async (order: Bought, one: object, other: object): Promise<() => Promise<Answer[]>> => {
    const version = await versionOf(order);
    const sent = (who: Worker, event: object) =>
      opsCall(server, who, 'POST', `/orders/${order.id}/events`, { body: { ...event, version } });
    return () => Promise.all([sent(rui, one), sent(ana, other)]);
  };
  const rowsOf = (ids: string[]) =>
    server.core.db.read('client', async (tx) => ({
      states: (
        await tx.select({ state: orderTable.state }).from(orderTable).where(inArray(orderTable.id, ids))
      ).map(({ state }) => state),
      refunds: (await tx.select({ orderId: refund.orderId }).from(refund).where(inArray(refund.orderId, ids)))
        .length,
    }));
  const noted = (targets: string[], action: string) =>
    server.core.db.read('client', async (tx) =>
      (await tx.select({ action: audit.action }).from(audit).where(inArray(audit.target, targets))).filter(
        (row) => row.action === action,
      ),
    );

  it('confirm a Pix once, by one of the two transfers that they read', async () => {
    const waiting = await orders(tries);
    const { json } = await opsCall(server, rui, 'GET', '/money');
    const answers = await Promise.all(
      waiting.map(({ id }) => {
        const charge = json.charges.find(({ orderId }: { orderId: string }) => orderId === id);
        const confirm = (who: Worker) =>
          opsCall(server, who, 'POST', `/charges/${charge.id}/confirm`, {
            body: {
              endToEndId: `E${String(++transfers).padStart(31, '0')}`,
              amount: charge.amount,
              paidAt: '2026-11-24T12:00:00.000Z',
            },
          });
        return Promise.all([confirm(rui), confirm(ana)]);
      }),
    );
    expect(answers.map(passed)).toEqual(waiting.map(() => 1));
    const second = answers.flat().filter(({ status }) => status !== 200);
    expect(new Set(second.map((answer) => answer.json.code))).toEqual(new Set(['ILLEGAL_EVENT']));
    const { states } = await rowsOf(waiting.map(({ id }) => id));
    expect(new Set(states)).toEqual(new Set(['PAID']));
    expect(
      await noted(
        waiting.map(({ code }) => code),
        'charge.confirmed',
      ),
    ).toHaveLength(tries);
    expect(await broken(server.core)).toEqual([]);
  });

  it.each([
    {
      name: 'cancel and send the same order',
      events: ['paid', 'preparation.started'],
      pair: [{ type: 'order.canceled' }, { type: 'order.shipped' }],
      other: 'SHIPPED',
    },
    {
      name: 'hand goods over and say that nobody came',
      events: ['paid', 'preparation.started', 'pickup.readied'],
      pair: [
        { type: 'cancellation.requested', reason: 'Ninguém veio buscar.' },
        { type: 'order.delivered', reason: 'Veio a mãe dela.' },
      ],
      other: 'COMPLETED',
    },
  ] as const)('$name: one of it is done, the other is told what', async ({ events, pair, other }) => {
    const moved = await orders(tries, ...events);
    const [one, two] = pair;
    const races = await Promise.all(moved.map((order) => both(order, one, two)));
    const answers = await Promise.all(races.map((race) => race()));
    expect(answers.map(passed)).toEqual(moved.map(() => 1));
    expect(faults(answers.flat())).toEqual([]);
    const second = answers.flat().filter(({ status }) => status !== 200);
    expect(new Set(second.map((answer) => answer.json.code))).toEqual(new Set(['VERSION']));
    expect(second.every(({ json }) => typeof json.current.state === 'string')).toBe(true);
    const { states, refunds } = await rowsOf(moved.map(({ id }) => id));
    // Money goes back of those alone that were called off.
    const canceled = states.filter((state) => state === 'CANCELED').length;
    expect([refunds, states.filter((state) => state === other).length]).toEqual([
      canceled,
      tries - states.filter((state) => state !== other).length,
    ]);
    expect(
      await noted(
        moved.map(({ code }) => code),
        'order.event',
      ),
      // What brought each there was the desk's doing too, but for its payment.
    ).toHaveLength(tries * events.length);
    expect(await broken(server.core)).toEqual([]);
  });

  if (engine === 'postgres')
    it('SEC-34 without the lock, the version and the rule of the table both are done', async () => {
      const [order] = await orders(1, 'paid', 'preparation.started');
      if (!order) throw new Error('an order was made');
      const race = await both(order, { type: 'order.canceled' }, { type: 'order.shipped' });
      await withoutRule(
        server,
        'alter table order_event drop constraint order_event_tenant_id_order_id_sequence_pk',
        'delete from order_event',
        'alter table order_event add primary key (tenant_id, order_id, sequence)',
      );
      const changed = without(guards.rowLock, guards.orderVersion);
      const answers = await atOnce(server, 'order')(race);
      expect(changed()).toBeGreaterThan(0);
      expect(passed(answers)).toBe(2);
    });
});
