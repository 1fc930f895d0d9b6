import { and, eq, inArray, isNull } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller } from '#server/services/people/caller.ts';
import type { CodeLimits } from './code-limits.ts';
import { type Challenge, type CodeSpending, TRIES } from './code-spending.ts';
import { linkBound } from './code-use.ts';

/** The links that go beside the codes of e-mails. Source: D87; SEC-01 to SEC-03; decision 139. */
export function codeLinks(
  { db, clock, secrets }: Pick<Core, 'db' | 'clock' | 'secrets'>,
  { limits, spend }: { limits: CodeLimits; spend: CodeSpending },
) {
  /** What a link belongs to. It is no guess at anything: nobody comes upon 256 bits. */
  const linked = (tenantId: string, token: string): Promise<Challenge | undefined> =>
    db.read(tenantId, async (tx) => {
      const [found] = await tx
        .select()
        .from(challenge)
        .where(
          and(
            eq(challenge.tenantId, tenantId),
            inArray(challenge.linkHash, secrets.hashes('code', linkBound(tenantId, token))),
          ),
        );
      return found;
    });

  return {
    /**
     * Spends a link, and the code that it went with: the same counters, the same five minutes.
     * @returns the user to whom it was sent
     * @throws ApiProblem INVALID_CODE, EXPIRED_CODE, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
     */
    async checkLink(tenant: TenantRecord, token: string, caller: Caller): Promise<string> {
      const found = await linked(tenant.id, token);
      const guess = await limits.countGuess(tenant.id, found?.contact ?? null, caller);
      if (!found) throw new ApiProblem('INVALID_CODE');
      return spend(
        tenant.id,
        guess,
        async (tx) => {
          const [open] = await tx
            .select()
            .from(challenge)
            .where(
              and(
                eq(challenge.tenantId, tenant.id),
                eq(challenge.id, found.id),
                isNull(challenge.supersededAt),
              ),
            );
          return open;
        },
        () => true,
      );
    },

    /**
     * Whom a link would sign in: looked at, nothing is spent or counted as a try.
     * @throws ApiProblem INVALID_CODE, EXPIRED_CODE, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
     */
    async lookAtLink(
      tenant: TenantRecord,
      token: string,
      caller: Caller,
    ): Promise<Pick<Challenge, 'contact' | 'expiresAt'>> {
      const found = await linked(tenant.id, token);
      const guess = await limits.countGuess(tenant.id, null, caller);
      if (!found) throw new ApiProblem('INVALID_CODE');
      await guess.refundAll();
      if (found.usedAt || found.supersededAt || found.expiresAt <= clock.date())
        throw new ApiProblem('EXPIRED_CODE');
      if (found.attempts >= TRIES) throw new ApiProblem('TOO_MANY_ATTEMPTS');
      return found;
    },
  };
}
