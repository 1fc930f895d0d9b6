import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buy, newClient } from '#tests/support/buyers.ts';
import { copiesOf } from '#tests/support/orders/many-orders.ts';
import { opsCall, staffAs } from '#tests/support/staff.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

/** Orders of half a year, of which the newest days are under way. */
const ORDERS = 100_000;
interface Asked {
  text: string;
  values: unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const long = ['order', 'order_child', 'order_item', 'alert'];

describe('the board of a shop with 100,000 orders', () => {
  let server: TestServer;
  const asked: Asked[] = [];

  beforeAll(async () => {
    // Before the connections are made: each keeps the function that it finds.
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    server = await openTestServer('postgres');
    await server.core.jobs.stop();
    const { order } = await buy(server, await newClient(server));
    const state = `case when n % 400 = 0 then 'PAID' when n % 400 = 1 then 'PREPARING' when n % 400 = 2 then 'SHIPPED'
      when n % 10 = 3 then 'CANCELED' else 'COMPLETED' end`;
    await server.asOwner(
      ...copiesOf(order.id, ORDERS, state),
      `insert into alert (tenant_id, id, subject, campaign_id, awaits, channel, origin, at, version)
       select case when n % 20 = 0 then 'client' else 'clube' end, gen_random_uuid(), 'lead:' || n, c.id, 'OPENS', 'PUSH',
       'http://127.0.0.1', now(), '1' from generate_series(1, 20000) n,
       (select id from campaign where tenant_id = 'client' limit 1) c`,
      'analyze',
    );
    const rui = await staffAs(server, 'OPERATOR');
    spy.mockClear();
    expect((await opsCall(server, rui, 'GET', '/board')).status).toBe(200);
    for (const [sent, values] of spy.mock.calls as unknown as [string | Asked, unknown[] | undefined][]) {
      const text = typeof sent === 'string' ? sent : sent.text;
      if (text.startsWith('select'))
        asked.push({ text, values: (typeof sent === 'string' ? undefined : sent.values) ?? values ?? [] });
    }
    spy.mockRestore();
  });
  afterAll(() => server.close());

  /** How the database would do what the board asked of these tables, as the shop and inside the shop's wall. */
  async function plansOf(): Promise<{ text: string; nodes: Plan[] }[]> {
    const client = new pg.Client({ connectionString: server.adminUrl ?? '' });
    await client.connect();
    try {
      await client.query(
        `begin read only; select set_config('role', 'app', true), set_config('app.tenant', 'client', true)`,
      );
      const plans = [];
      for (const { text, values } of asked.filter((one) =>
        long.some((table) => one.text.includes(`from "${table}"`)),
      )) {
        const { rows } = await client.query(`explain (format json) ${text}`, values);
        plans.push({ text, nodes: nodesOf(rows[0]['QUERY PLAN'][0].Plan) });
      }
      return plans;
    } finally {
      await client.end();
    }
  }

  it('is read from indexes, with the counts of its day and of who waits', async () => {
    const plans = await plansOf();
    const indexes = (said: string) =>
      plans
        .filter(({ text }) => text.includes(said))
        .map(({ nodes }) => nodes.flatMap((node) => node['Index Name'] ?? []));
    // The counts of the columns, the cards of those that have some, and the hours of the day.
    expect(indexes('from "order_child"').filter((used) => used.includes('order_child_board')).length).toBe(5);
    expect(indexes('from "alert"')).toHaveLength(1);
    // Once for all columns.
    expect(indexes('from "order_item"')).toHaveLength(1);
    expect(
      plans.flatMap(({ text, nodes }) =>
        nodes
          .filter((node) => node['Node Type'] === 'Seq Scan' && long.includes(node['Relation Name'] ?? ''))
          .map((node) => [node['Relation Name'], text]),
      ),
    ).toEqual([]);
  });
});
