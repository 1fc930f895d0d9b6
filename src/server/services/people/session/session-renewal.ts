import { and, eq, inArray } from 'drizzle-orm';
import type { Tokens } from '#contract/people/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { refreshToken, session } from '#server/db/schema/people/session.ts';
import { announceSession } from './session-ending.ts';
import type { SessionTokens } from './session-tokens.ts';

/**
 * A repeat of a renewal within this many ms, after a lost answer or from a second tab, gets the same
 * successor.
 */
export const GRACE = 10_000;

/** Renewing sessions, each token once. Source: RFC 6749 §6, RFC 9700 §4.14; SEC-08. */
export function sessionRenewal(
  { db, clock, secrets, events }: Pick<Core, 'db' | 'clock' | 'secrets' | 'events'>,
  { issue, grantOf }: SessionTokens,
  forget: (id?: string) => void,
) {
  return {
    /**
     * Exchanges a refresh token, once. Used again within 10 s it gives the same successor; later it ends the
     * whole family: two holders mean theft.
     * @throws ApiProblem TOKEN_REVOKED
     */
    async renew(tenantId: string, token: string): Promise<Tokens & { remembered: boolean }> {
      const outcome = await db.tenant(tenantId, async (tx) => {
        const hashes = secrets.hashes('refresh-token', token);
        const [found] = await tx
          .select()
          .from(refreshToken)
          .where(and(eq(refreshToken.tenantId, tenantId), inArray(refreshToken.tokenHash, hashes)));
        if (!found) return null;
        // Renewals of one family take turns on the session's row.
        const [family] = await tx
          .select()
          .from(session)
          .where(and(eq(session.tenantId, tenantId), eq(session.id, found.sessionId)))
          .for('update');
        const now = clock.date();
        if (!family || family.revokedAt || family.expiresAt <= now) return null;
        const [fresh] = await tx
          .select()
          .from(refreshToken)
          .where(and(eq(refreshToken.tenantId, tenantId), eq(refreshToken.id, found.id)));
        if (fresh?.usedAt) {
          if (now.getTime() - fresh.usedAt.getTime() <= GRACE && fresh.successorSealed)
            return {
              ...(JSON.parse(secrets.open(fresh.successorSealed)) as Tokens),
              remembered: family.remembered,
            }; // sealed below
          await tx
            .update(session)
            .set({ revokedAt: now, revokedFor: 'REUSE' })
            .where(and(eq(session.tenantId, tenantId), eq(session.id, family.id)));
          await announceSession(events, tx, tenantId, family.id);
          return { stolen: family.id };
        }
        const tokens = {
          ...(await issue(tx, tenantId, family)),
          ...(await grantOf(tx, tenantId, family.userId, family.createdAt)),
        };
        await tx
          .update(refreshToken)
          .set({ usedAt: now, successorSealed: secrets.seal(JSON.stringify(tokens)) })
          .where(and(eq(refreshToken.tenantId, tenantId), eq(refreshToken.id, found.id)));
        return { ...tokens, remembered: family.remembered };
      });
      if (outcome && 'stolen' in outcome) forget(outcome.stolen);
      if (!outcome || 'stolen' in outcome) throw new ApiProblem('TOKEN_REVOKED');
      return outcome;
    },
  };
}
