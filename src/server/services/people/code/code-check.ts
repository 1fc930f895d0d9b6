import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { Core } from '#server/platform/core.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller } from '#server/services/people/caller.ts';
import type { CodeLimits } from './code-limits.ts';
import { type CodeUse, bound, openOf } from './code-use.ts';

const TRIES = 5;

/** Checking codes. Source: D1, D3; SEC-01 to SEC-03. */
export function codeCheck(
  { db, clock, secrets }: Pick<Core, 'db' | 'clock' | 'secrets'>,
  limits: CodeLimits,
) {
  return {
    /**
     * Spends the newest code of a contact. The attempt is counted before anything is compared, so that
     * parallel guesses cannot outrun the counter.
     * @returns the user whose code it was
     * @throws ApiProblem INVALID_CODE (with attemptsLeft), EXPIRED_CODE, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
     */
    async check(
      tenant: TenantRecord,
      contact: string,
      code: string,
      caller: Caller,
      use?: Omit<CodeUse, 'text'>,
    ): Promise<string> {
      const guess = await limits.countGuess(tenant.id, contact, caller);
      const outcome = await db.tenant(
        tenant.id,
        async (
          tx,
        ): Promise<
          { userId: string } | { refusal: ProblemCode; wasCompared: boolean; attemptsLeft?: number }
        > => {
          const now = clock.date();
          const [newest] = await tx
            .select()
            .from(challenge)
            .where(openOf(tenant.id, contact, use))
            .orderBy(desc(challenge.sentAt))
            .limit(1);
          if (!newest?.userId || newest.usedAt || newest.expiresAt <= now)
            return { refusal: 'EXPIRED_CODE', wasCompared: false };
          const [counted] = await tx
            .update(challenge)
            .set({ attempts: sql`${challenge.attempts} + 1` })
            .where(
              and(
                eq(challenge.tenantId, tenant.id),
                eq(challenge.id, newest.id),
                lt(challenge.attempts, TRIES),
                isNull(challenge.usedAt),
              ),
            )
            .returning({ attempts: challenge.attempts });
          if (!counted) return { refusal: 'TOO_MANY_ATTEMPTS', wasCompared: false };
          if (!secrets.matches('code', bound(tenant.id, contact, newest.salt, code, use), newest.codeHash)) {
            const attemptsLeft = TRIES - counted.attempts;
            return {
              wasCompared: true,
              ...(attemptsLeft > 0
                ? { refusal: 'INVALID_CODE', attemptsLeft }
                : { refusal: 'TOO_MANY_ATTEMPTS' }),
            };
          }
          const spent = await tx
            .update(challenge)
            .set({ usedAt: now })
            .where(
              and(eq(challenge.tenantId, tenant.id), eq(challenge.id, newest.id), isNull(challenge.usedAt)),
            )
            .returning({ id: challenge.id });
          return spent.length ? { userId: newest.userId } : { refusal: 'EXPIRED_CODE', wasCompared: false };
        },
      );
      if ('userId' in outcome) {
        await guess.refundAll();
        return outcome.userId;
      }
      if (!outcome.wasCompared) await guess.refundContact();
      throw new ApiProblem(
        outcome.refusal,
        outcome.attemptsLeft === undefined ? {} : { attemptsLeft: outcome.attemptsLeft },
      );
    },
  };
}
