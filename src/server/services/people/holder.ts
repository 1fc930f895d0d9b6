import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { account } from '#server/db/schema/people/account.ts';
import { refreshToken, session } from '#server/db/schema/people/session.ts';
import { GRACE } from './session/session-renewal.ts';

/** Whom a page may be made for. */
export interface Holder {
  userId: string;
  accountId: string;
}

/**
 * Who holds a refresh token, for pages that only show what is theirs. It is looked at and not exchanged:
 * nothing is spent by it, and no session ends.
 */
export const holderReader =
  ({ db, clock, secrets }: Core) =>
  (tenantId: string, token: string): Promise<Holder | null> =>
    db.read(tenantId, async (tx) => {
      const now = clock.date();
      const [row] = await tx
        .select({ usedAt: refreshToken.usedAt, userId: session.userId, accountId: account.id })
        .from(refreshToken)
        .innerJoin(
          session,
          and(eq(session.tenantId, refreshToken.tenantId), eq(session.id, refreshToken.sessionId)),
        )
        .innerJoin(account, and(eq(account.tenantId, session.tenantId), eq(account.userId, session.userId)))
        .where(
          and(
            eq(refreshToken.tenantId, tenantId),
            inArray(refreshToken.tokenHash, secrets.hashes('refresh-token', token)),
            isNull(session.revokedAt),
            gt(session.expiresAt, now),
          ),
        );
      // The answer with the next token may still be on its way to this browser.
      const isSpent = row?.usedAt && now.getTime() - row.usedAt.getTime() > GRACE;
      return row && !isSpent ? { userId: row.userId, accountId: row.accountId } : null;
    });
