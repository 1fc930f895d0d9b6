import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { STOOD } from '#contract/measurement.ts';
import type { FunnelCounts } from '#domain/ops/funnel.ts';
import type { Tx } from '#server/db/database.ts';
import { measurement } from '#server/db/schema/measurement.ts';

/** Names of the counts: of a state, of a state and what it was left by, of a state and the step of its time. */
export const ENTERED = 'checkout.entered';
export const LEFT = 'checkout.left';
export const STAYED = 'checkout.stayed';

/** What was counted of the checkout since a day. @param first `YYYY-MM-DD` */
export async function readCounts(tx: Tx, tenantId: string, first: string): Promise<FunnelCounts> {
  const rows = await tx
    .select({
      name: measurement.name,
      value: measurement.value,
      count: sql<number>`sum(${measurement.count})::int`,
    })
    .from(measurement)
    .where(
      and(
        eq(measurement.tenantId, tenantId),
        inArray(measurement.name, [ENTERED, LEFT, STAYED]),
        gte(measurement.day, first),
      ),
    )
    .groupBy(measurement.name, measurement.value);
  const entered = new Map<string, number>();
  const left = new Map<string, Map<string, number>>();
  const stood = new Map<string, number[]>();
  for (const { name, value, count } of rows) {
    const [state = '', what = ''] = value.split(' ');
    if (name === ENTERED) entered.set(state, count);
    if (name === LEFT) left.set(state, (left.get(state) ?? new Map<string, number>()).set(what, count));
    if (name !== STAYED) continue;
    const steps = stood.get(state) ?? Array.from({ length: STOOD.length + 1 }, () => 0);
    steps[Number(what)] = count;
    stood.set(state, steps);
  }
  return { entered, left, stood };
}
