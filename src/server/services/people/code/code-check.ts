import { desc } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller } from '#server/services/people/caller.ts';
import type { CodeLimits } from './code-limits.ts';
import type { CodeSpending } from './code-spending.ts';
import { type CodeUse, bound, openOf } from './code-use.ts';

/** Checking codes. Source: D1, D3; SEC-01 to SEC-03. */
export function codeCheck(
  { secrets }: Pick<Core, 'secrets'>,
  { limits, spend }: { limits: CodeLimits; spend: CodeSpending },
) {
  return {
    /**
     * Spends the newest code of a contact, and the link that went with it.
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
      return spend(
        tenant.id,
        guess,
        async (tx) => {
          const [newest] = await tx
            .select()
            .from(challenge)
            .where(openOf(tenant.id, contact, use))
            .orderBy(desc(challenge.sentAt))
            .limit(1);
          return newest;
        },
        ({ salt, codeHash }) => secrets.matches('code', bound(tenant.id, contact, salt, code, use), codeHash),
      );
    },
  };
}
