import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderState } from '#contract/order/order.ts';
import { order } from '#server/db/schema/order.ts';
import { registerRoutes } from '#server/http/routes.ts';
import { makeDemoOrders } from '#server/sandbox/demo-orders.ts';
import { importShippedTenants } from '#server/tenants/import.ts';
import { broken } from '#tests/support/invariants.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';
import { opsCall, staffAs } from '#tests/support/staff.ts';

const TENANT = 'client';
/** Everything between two states that a desk can see; refunds are settled by the bank within the hour. */
const passing: readonly OrderState[] = ['CREATED'];

describe('the demo orders of a first start', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('pglite');
    await importShippedTenants(server.core, 'loaded');
  });
  afterAll(() => server.close());
  const made = () =>
    server.core.db.read(TENANT, (tx) =>
      tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, TENANT), like(order.userPhone, '+55119000001%')))
        .orderBy(order.createdAt),
    );
  const make = async (core = server.core, signal?: AbortSignal) => {
    const tenant = server.core.tenants.byId(TENANT);
    if (!tenant) throw new Error('there is no shop');
    await makeDemoOrders(core, tenant, registerRoutes, signal);
  };

  it('are not begun once they are told to stop', async () => {
    await make(server.core, AbortSignal.abort());
    expect(await made()).toEqual([]);
  });

  it('are gone on with where a stop left them, each once, in every state', async () => {
    // The database goes away in the middle of the first.
    const { db } = server.core;
    let asked = 0;
    const away: typeof db.tenant = (...work) =>
      ++asked > 14 ? Promise.reject(new Error('the server was stopped')) : db.tenant(...work);
    await make({ ...server.core, db: { ...db, tenant: away } });
    const [half, ...more] = await made();
    expect(more).toEqual([]);
    expect(['PAID', 'PREPARING', 'SHIPPED', 'OUT_FOR_DELIVERY']).toContain(half?.state);

    await make();
    const all = await made();
    expect(all).toHaveLength(40);
    expect(all[0]).toMatchObject({ id: half?.id, state: 'COMPLETED' });
    const states = OrderState.options.filter((state) => !passing.includes(state));
    expect(states.filter((state) => !all.some((one) => one.state === state))).toEqual([]);

    await make();
    expect(await made()).toEqual(all);
    await server.core.jobs.sweepNow();
    expect(await broken(server.core)).toEqual([]);
  });

  it('were made over a week, the newest today, and fill the board and the day', async () => {
    const now = server.core.clock.now();
    const ages = (await made()).map(({ createdAt }) => (now - createdAt.getTime()) / 3_600_000);
    expect(ages[0]).toBeGreaterThan(160);
    expect(ages.at(-1)).toBeLessThan(1);
    const rui = await staffAs(server, 'OPERATOR', 'feira.localhost');
    const { json } = await opsCall(server, rui, 'GET', '/board');
    expect(json.columns.filter(({ total }: { total: number }) => total === 0)).toEqual([]);
    const history = (await opsCall(server, rui, 'GET', `/orders/${(await made())[0]?.id}`)).json.history;
    const hours = history.map(({ at }: { at: string }) => Date.parse(at));
    expect(hours).toEqual(hours.toSorted((a: number, b: number) => a - b));
    expect(hours.at(-1) - hours[0]).toBeGreaterThan(4 * 3_600_000);
    expect(history.at(-1)).toMatchObject({ type: 'order.delivered', actor: 'Rui Tavares' });
  });
});
