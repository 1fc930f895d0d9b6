import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { refreshToken, session, signupGrant } from '#server/db/schema/people/session.ts';
import { SESSION_TOPIC } from '#server/platform/principal.ts';
import type { AccessTokens } from './access-token.ts';

/** Says to every process that one session changed; without an id, that any may have. */
export const announceSession = (events: Core['events'], tx: Tx, tenantId: string, id?: string) =>
  events.publish(tx, tenantId, SESSION_TOPIC, {
    type: 'session.changed',
    ...(id === undefined ? {} : { id }),
  });

/** Takes from browsers whose sessions ended what they are told of their person. */
export const silence = (tx: Tx, tenantId: string, ids: readonly string[]) =>
  tx
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.tenantId, tenantId), inArray(pushSubscription.sessionId, [...ids])));

/**
 * Ending sessions.
 * @param forget drops what this process knows of a session; of all of them without an id
 */
export function sessionEnding(
  { db, clock, secrets, events }: Pick<Core, 'db' | 'clock' | 'secrets' | 'events'>,
  { verify }: Pick<AccessTokens, 'verify'>,
  forget: (id?: string) => void,
) {
  return {
    /**
     * Ends the session of a refresh token, or of an access token that has not ended itself; an unknown one
     * changes nothing.
     */
    async end(tenantId: string, by: { refresh: string } | { access: string }): Promise<void> {
      const named =
        'access' in by
          ? await verify(tenantId, by.access).then(
              ({ sid }) => sid,
              () => null,
            )
          : null;
      const ended = await db.tenant(tenantId, async (tx) => {
        const [found] =
          'refresh' in by
            ? await tx
                .select({ id: refreshToken.sessionId })
                .from(refreshToken)
                .where(
                  and(
                    eq(refreshToken.tenantId, tenantId),
                    inArray(refreshToken.tokenHash, secrets.hashes('refresh-token', by.refresh)),
                  ),
                )
            : named === null
              ? []
              : [{ id: named }];
        if (!found) return null;
        await tx
          .update(session)
          .set({ revokedAt: clock.date(), revokedFor: 'SIGN_OUT' })
          .where(and(eq(session.tenantId, tenantId), eq(session.id, found.id), isNull(session.revokedAt)));
        await silence(tx, tenantId, [found.id]);
        await announceSession(events, tx, tenantId, found.id);
        return found.id;
      });
      // Here at once; the other processes hear of it a moment later.
      if (ended !== null) forget(ended);
    },

    /** Ends every sign-in of a tenant (sandbox reset). */
    async endAll(tenantId: string): Promise<void> {
      await db.tenant(tenantId, async (tx) => {
        await tx
          .update(session)
          .set({ revokedAt: clock.date(), revokedFor: 'RESET' })
          .where(and(eq(session.tenantId, tenantId), isNull(session.revokedAt)));
        await announceSession(events, tx, tenantId);
      });
      forget();
    },

    /**
     * Ends the sign-ins of one person, but one, in the caller's transaction; call `forgetAll` when it is
     * through.
     */
    async endOthers(
      tx: Tx,
      tenantId: string,
      userId: string,
      reason: 'CONTACT_CHANGED' | 'ACCOUNT_DELETED',
      but: string | null,
    ): Promise<void> {
      const others = but === null ? undefined : ne(session.id, but);
      await tx
        .update(session)
        .set({ revokedAt: clock.date(), revokedFor: reason })
        .where(
          and(eq(session.tenantId, tenantId), eq(session.userId, userId), isNull(session.revokedAt), others),
        );
      await tx
        .update(signupGrant)
        .set({ usedAt: clock.date() })
        .where(
          and(eq(signupGrant.tenantId, tenantId), eq(signupGrant.userId, userId), isNull(signupGrant.usedAt)),
        );
      await announceSession(events, tx, tenantId);
    },
  };
}
