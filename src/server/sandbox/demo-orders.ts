import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type DemoOrder, demoOrders } from './demo-lives.ts';
import { buyDemoOrder, phoneOf, readGoods } from './demo-purchase.ts';
import { takeStep } from './demo-steps.ts';
import { type Register, openPast } from './past.ts';

const HOUR = 3_600_000;

/** The order of a demo buyer with what happened to it, as it stands. */
const findDemoOrder = ({ db }: Pick<Core, 'db'>, tenantId: string, number: number) =>
  db.read(tenantId, async (tx) => {
    const [row] = await tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), eq(order.userPhone, phoneOf(number))));
    if (!row) return null;
    const events = await tx
      .select({ type: orderEvent.type })
      .from(orderEvent)
      .where(and(eq(orderEvent.tenantId, tenantId), eq(orderEvent.orderId, row.id)));
    return { row, happened: events.map(({ type }) => type) };
  });

/**
 * Makes orders in every state, over the days before, by the calls and services that buyers and staff use, each at its
 * own hour. What is there already is gone on with, so it may be stopped anywhere and asked for again.
 * @param signal ends it after the order that it is at
 */
export async function makeDemoOrders(
  core: Core,
  tenant: TenantRecord,
  register: Register,
  signal?: AbortSignal,
): Promise<void> {
  const { app, services, goBack, close } = openPast(core, register);
  const goods = await readGoods(core, tenant.id);
  const world = { core, tenant, app, services, goods };

  async function live(number: number, one: DemoOrder): Promise<void> {
    goBack(one.hoursAgo * HOUR);
    if (!(await findDemoOrder(core, tenant.id, number))) await buyDemoOrder(world, number, one);
    for (const step of one.steps) {
      const found = await findDemoOrder(core, tenant.id, number);
      if (!found || found.happened.includes(step[1])) continue;
      goBack((one.hoursAgo - step[0]) * HOUR);
      await takeStep(world, found.row, step);
    }
  }

  try {
    for (const [number, one] of demoOrders.entries()) {
      if (signal?.aborted || goods.length === 0) return;
      const begun = performance.now();
      // Between two sweeps: to them, what an earlier hour holds or waits for is over.
      await core.jobs
        .apart(() => live(number, one))
        .catch((error: unknown) => core.log.warn({ err: error, number }, 'a demo order could not be made'));
      // Half of the time is left to the sweeps and to whoever is in the shop.
      await pause(performance.now() - begun, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    close();
  }
}

/** The same in every shop that has the goods, behind whatever else goes on. @returns stops it, and waits for that */
export function keepDemoOrders(core: Core, register: Register): () => Promise<void> {
  const stopped = new AbortController();
  const done = (async () => {
    for (const tenant of core.tenants.all()) await makeDemoOrders(core, tenant, register, stopped.signal);
  })().catch((error: unknown) => core.log.warn({ err: error }, 'demo orders could not be made'));
  return () => {
    stopped.abort();
    return done;
  };
}
