import { createHash } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Staff } from '#server/platform/principal.ts';

/** The answer to a key is given again for this long, in ms. Source: definitions, Idempotency. */
const KEPT = 72 * 3_600_000;

/** One write of somebody: what was asked under which key. */
export interface Asked {
  tenantId: string;
  staff: Staff;
  key: string;
  route: string;
  body: unknown;
  /** Of what somebody approves: who had asked for it, and whether that was the same person, who works alone. */
  approved?: { askedBy: string; isAlone: boolean };
}
export const actorOf = ({ staffId }: Pick<Staff, 'staffId'>) => `operator:${staffId}` as const;

/**
 * Does a write once for its key, in the caller's transaction: sent again it answers what it answered, and whoever
 * sends it at the same moment waits for that. A refusal frees the key with the transaction.
 * @throws ApiProblem KEY_REUSED, and whatever `work` throws
 */
export async function once<T>(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  { tenantId, staff, key, route, body }: Asked,
  work: () => Promise<T>,
): Promise<T> {
  const [now, subject] = [clock.date(), actorOf(staff)];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');
  const row = {
    fingerprint,
    state: 'done' as const,
    createdAt: now,
    expiresAt: new Date(now.getTime() + KEPT),
  };
  const { tenantId: tenant, subject: who, route: call, key: name } = idempotencyKey;
  const own = and(eq(tenant, tenantId), eq(who, subject), eq(call, route), eq(name, key));
  const claimed = await tx
    .insert(idempotencyKey)
    .values({ tenantId, subject, route, key, ...row })
    .onConflictDoUpdate({
      target: [tenant, who, call, name],
      set: row,
      setWhere: lte(idempotencyKey.expiresAt, now),
    })
    .returning({ key: name });
  if (claimed.length === 0) {
    const [known] = await tx.select().from(idempotencyKey).where(own);
    if (known?.fingerprint !== fingerprint) throw new ApiProblem('KEY_REUSED');
    return JSON.parse(known.body ?? 'null') as T; // written below
  }
  const answer = await work();
  await tx
    .update(idempotencyKey)
    .set({ status: 200, body: JSON.stringify(answer) })
    .where(own);
  return answer;
}

/** Writes down who did what, in the transaction that did it. */
export const noteDone = (
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  { tenantId, staff, approved }: Pick<Asked, 'tenantId' | 'staff' | 'approved'>,
  { data, ...what }: { action: string; target: string; data: Record<string, unknown> },
): Promise<unknown> =>
  tx
    .insert(audit)
    .values({
      tenantId,
      id: uuidv7(clock.now()),
      at: clock.date(),
      actor: actorOf(staff),
      ...what,
      data: { ...data, ...approved },
    })
    .execute();
