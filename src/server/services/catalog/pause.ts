import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { CartLine } from '#contract/cart.ts';
import type { PauseKind } from '#contract/ops/pause.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { Pause } from '#contract/scalars.ts';
import { pauseNow } from '#domain/pause.ts';
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

/** The same, of those that hold now. @param now epoch ms */
export async function pausedNow(
  tx: Tx,
  tenantId: string,
  kind: PauseKind,
  now: number,
): Promise<(targetId: string) => Pause | undefined> {
  const pauseOf = await pausesOf(tx, tenantId, kind);
  return (targetId) => {
    const pause = pauseOf(targetId);
    return pauseNow(pause, now) ? pause : undefined;
  };
}

const codes = { campaign: 'CAMPAIGN', item: 'STOCK' } as const satisfies Record<PauseKind, ProblemCode>;

/**
 * The first pause among what a reservation holds, as the code of its refusal: what was reserved before a pause is
 * not sold during it.
 */
export async function findPauseIn(
  tx: Tx,
  tenantId: string,
  lines: readonly CartLine[],
  now: number,
): Promise<{ code: (typeof codes)[PauseKind]; reason: string } | null> {
  const ids = lines.flatMap(({ id, campaignId, selection }) => [
    id,
    campaignId,
    ...(selection ?? []).map(({ item }) => item.id),
  ]);
  const [one] = await tx
    .select()
    .from(pause)
    .where(
      and(
        eq(pause.tenantId, tenantId),
        inArray(pause.kind, ['campaign', 'item']),
        inArray(pause.targetId, [...new Set(ids)]),
        isInForce(now),
      ),
    )
    .orderBy(asc(pause.kind))
    .limit(1);
  return one ? { code: codes[one.kind], reason: one.reason } : null;
}
