import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { PauseKind } from '#contract/ops/pause.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Pause } from '#contract/scalars.ts';
import type { Tx } from '#server/db/database.ts';
import { pause } from '#server/db/schema/shop/pause.ts';

export type PauseRow = typeof pause.$inferSelect;

/** Without an end, or with one that is still to come. */
export const isInForce = (now: number) => or(isNull(pause.until), gt(pause.until, new Date(now)));

export const pauseReply = ({ reason, until }: Pick<PauseRow, 'reason' | 'until'>): Pause => ({
  reason,
  ...(until ? { until: until.toISOString() } : {}),
});

/**
 * What a shop paused of a kind, by its target. One whose end has passed may be among them: whoever reads it says
 * whether it holds, by their own clock (`pauseNow`).
 */
export async function pausesOf(
  tx: Tx,
  tenantId: string,
  kind: PauseKind,
): Promise<(targetId: string) => Pause | undefined> {
  const rows = await tx
    .select()
    .from(pause)
    .where(and(eq(pause.tenantId, tenantId), eq(pause.kind, kind)));
  const pauses = new Map(rows.map((row) => [row.targetId, pauseReply(row)]));
  return (targetId) => pauses.get(targetId);
}

/**
 * What was reserved before a pause is not ordered during it.
 * @throws ApiProblem CAMPAIGN with the shop's reason in `detail`
 */
export async function assertNotPaused(
  tx: Tx,
  tenantId: string,
  campaignIds: readonly string[],
  now: number,
): Promise<void> {
  const [one] = await tx
    .select({ reason: pause.reason })
    .from(pause)
    .where(
      and(
        eq(pause.tenantId, tenantId),
        eq(pause.kind, 'campaign'),
        inArray(pause.targetId, [...campaignIds]),
        isInForce(now),
      ),
    )
    .limit(1);
  if (one) throw new ApiProblem('CAMPAIGN', { detail: one.reason });
}
