import { and, eq, isNull, or } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';

/**
 * The last check of a company's store, after the code: a person who is not on the list gets the answer of a
 * wrong code. In the transaction that opens the session, so that an import of the list finds either nobody to
 * let in or somebody to sign out.
 * @throws ApiProblem INVALID_CODE
 */
export async function admit(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  tenant: TenantRecord,
  userId: string,
  privacyVersion: string | undefined,
): Promise<void> {
  if (!tenant.intranet) return;
  const [held] = await tx
    .select({ registration: roster.registration })
    .from(roster)
    .where(and(eq(roster.tenantId, tenant.id), eq(roster.userId, userId)))
    .for('share');
  if (!held) await hold(tx, tenant.id, userId);
  if (privacyVersion === tenant.settings.legal.privacy.version)
    await tx.insert(audit).values({
      tenantId: tenant.id,
      id: uuidv7(clock.now()),
      at: clock.date(),
      actor: `user:${userId}`,
      action: 'privacy.accepted',
      target: `user:${userId}`,
      data: { version: privacyVersion },
    });
}

/** The person who proved the company's contact holds its row from now on. */
async function hold(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const [free] = await tx
    .select({ registration: roster.registration, name: roster.name })
    .from(roster)
    .innerJoin(
      user,
      and(
        eq(user.tenantId, roster.tenantId),
        eq(user.id, userId),
        or(eq(user.phone, roster.phone), eq(user.email, roster.email)),
      ),
    )
    .where(and(eq(roster.tenantId, tenantId), isNull(roster.userId)))
    .limit(1)
    .for('update', { of: roster });
  if (!free) throw new ApiProblem('INVALID_CODE');
  await tx
    .update(roster)
    .set({ userId })
    .where(and(eq(roster.tenantId, tenantId), eq(roster.registration, free.registration)));
  await tx
    .update(user)
    .set({ name: free.name })
    .where(and(eq(user.tenantId, tenantId), eq(user.id, userId), isNull(user.name)));
}
