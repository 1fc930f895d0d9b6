import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import type { CodeLimits } from './code-limits.ts';

export const TRIES = 5;

export type Challenge = typeof challenge.$inferSelect;
type Guess = Awaited<ReturnType<CodeLimits['countGuess']>>;
type Outcome = { userId: string } | { refusal: ProblemCode; wasCompared: boolean; attemptsLeft?: number };

/** How a code, or the link that went with it, is spent: once, by whoever comes first. Source: D3; SEC-01, SEC-02. */
export function codeSpending({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  /**
   * Spends what was sent. The attempt is counted before anything is compared, so that parallel guesses cannot
   * outrun the counter.
   * @param find what is tried, of those that no newer one ended
   * @throws ApiProblem INVALID_CODE (with attemptsLeft), EXPIRED_CODE, TOO_MANY_ATTEMPTS
   */
  async function spend(
    tenantId: string,
    guess: Guess,
    find: (tx: Tx) => Promise<Challenge | undefined>,
    isRight: (found: Challenge) => boolean,
  ): Promise<string> {
    const outcome = await db.tenant(tenantId, async (tx): Promise<Outcome> => {
      const now = clock.date();
      const newest = await find(tx);
      if (!newest?.userId || newest.usedAt || newest.expiresAt <= now)
        return { refusal: 'EXPIRED_CODE', wasCompared: false };
      const [counted] = await tx
        .update(challenge)
        .set({ attempts: sql`${challenge.attempts} + 1` })
        .where(
          and(
            eq(challenge.tenantId, tenantId),
            eq(challenge.id, newest.id),
            lt(challenge.attempts, TRIES),
            isNull(challenge.usedAt),
          ),
        )
        .returning({ attempts: challenge.attempts });
      if (!counted) return { refusal: await whyUncounted(tx, newest), wasCompared: false };
      if (!isRight(newest)) {
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
        .where(and(eq(challenge.tenantId, tenantId), eq(challenge.id, newest.id), isNull(challenge.usedAt)))
        .returning({ id: challenge.id });
      return spent.length ? { userId: newest.userId } : { refusal: 'EXPIRED_CODE', wasCompared: false };
    });
    if ('userId' in outcome) {
      await guess.refundAll();
      return outcome.userId;
    }
    if (!outcome.wasCompared) await guess.refundContact();
    throw new ApiProblem(
      outcome.refusal,
      outcome.attemptsLeft === undefined ? {} : { attemptsLeft: outcome.attemptsLeft },
    );
  }

  /** Spent by somebody quicker, or tried too often. */
  async function whyUncounted(tx: Tx, { tenantId, id }: Challenge): Promise<ProblemCode> {
    const [now] = await tx
      .select({ usedAt: challenge.usedAt })
      .from(challenge)
      .where(and(eq(challenge.tenantId, tenantId), eq(challenge.id, id)));
    return now?.usedAt ? 'EXPIRED_CODE' : 'TOO_MANY_ATTEMPTS';
  }

  return spend;
}
export type CodeSpending = ReturnType<typeof codeSpending>;
