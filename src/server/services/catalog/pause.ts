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

const codes = { campaign: 'CAMPAIGN', item: 'STOCK', hub: 'WINDOW' } as const satisfies Record<
  PauseKind,
  ProblemCode
>;
/** What a reservation holds: its lines, the hubs that would do it and when they would. */
interface Held {
  lines: readonly CartLine[];
  hubId: string | null;
  hubs?: Record<string, string>;
  window: { start: string } | null;
}

/**
 * The first pause among what a reservation holds, as the code of its refusal: what was reserved before a pause is
 * not sold during it. A window that begins when the pause of its hub is over is not in it.
 */
export async function findPauseIn(
  tx: Tx,
  tenantId: string,
  { lines, hubId, hubs = {}, window }: Held,
  now: number,
): Promise<{ code: (typeof codes)[PauseKind]; reason: string } | null> {
  const ids = lines.flatMap(({ id, campaignId, selection }) => [
    id,
    campaignId,
    ...(selection ?? []).map(({ item }) => item.id),
  ]);
  const rows = await tx
    .select()
    .from(pause)
    .where(
      and(
        eq(pause.tenantId, tenantId),
        inArray(pause.targetId, [...new Set([...ids, ...(hubId ? [hubId] : []), ...Object.values(hubs)])]),
        isInForce(now),
      ),
    )
    .orderBy(asc(pause.kind));
  const one = rows.find(
    ({ kind, until }) => kind !== 'hub' || !until || !window || Date.parse(window.start) < until.getTime(),
  );
  return one ? { code: codes[one.kind], reason: one.reason } : null;
}
