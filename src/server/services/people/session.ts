import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Tokens } from '#contract/people/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { refreshToken, session, signupGrant } from '#server/db/schema/people/session.ts';
import { randomToken, uuidv7 } from '#server/platform/ids.ts';
import { SESSION_TOPIC } from '#server/platform/principal.ts';
import { ACCESS, accessTokens } from './access-token.ts';
import { createAuthenticator } from './authenticator.ts';
import { moveKeys } from './relation.ts';

/** Seconds. Source: SEC-06, SEC-07; D1. */
const REMEMBERED = 30 * 86_400;
const ONE_SESSION = 12 * 3_600;
const GRANT = 30 * 60;
/**
 * A repeat of a renewal within this many ms, after a lost answer or from a second tab, gets the same
 * successor.
 */
export const GRACE = 10_000;

/** Sessions and their tokens. Source: RFC 6749 §6, RFC 9700 §4.14; D1, D9; SEC-06 to SEC-08. */
export function sessionService(core: Core) {
  const { db, clock, secrets, events } = core;
  const { sign, verify } = accessTokens(core);
  const { authenticator, forget } = createAuthenticator(core, { verify });

  /** New refresh token of a session, and the tokens that carry it. */
  async function issue(
    tx: Tx,
    tenantId: string,
    row: { id: string; userId: string; provedAt: Date },
  ): Promise<Tokens> {
    const refresh = randomToken();
    await tx.insert(refreshToken).values({
      tenantId,
      id: uuidv7(clock.now()),
      sessionId: row.id,
      tokenHash: secrets.hash('refresh-token', refresh),
      issuedAt: clock.date(),
    });
    return {
      access_token: await sign(tenantId, row.userId, row.id, row.provedAt.getTime()),
      refresh_token: refresh,
      expires_in: ACCESS,
    };
  }

  /**
   * The right to create the account of somebody who has none, until half an hour after they signed in. It
   * comes with each renewal, so that a
   * sign-up outlives its page; each grant is spent once, and an account ends them all.
   */
  async function grantOf(
    tx: Tx,
    tenantId: string,
    userId: string,
    signedInAt: Date,
  ): Promise<Pick<Tokens, 'signup_grant'>> {
    const expiresAt = new Date(signedInAt.getTime() + GRANT * 1_000);
    if (expiresAt <= clock.date()) return {};
    const [owned] = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.tenantId, tenantId), eq(account.userId, userId)));
    if (owned) return {};
    const grant = randomToken();
    const grantHash = secrets.hash('signup', grant);
    await tx.insert(signupGrant).values({ tenantId, id: uuidv7(clock.now()), userId, grantHash, expiresAt });
    return { signup_grant: grant };
  }

  /** The visitor's row is held, so that a sign-up which takes the whole visitor comes before or after. */
  async function takeKeys(tx: Tx, tenantId: string, secret: string, accountId: string): Promise<void> {
    const [visited] = await tx
      .select({ id: lead.id })
      .from(lead)
      .where(
        and(
          eq(lead.tenantId, tenantId),
          inArray(lead.secretHash, secrets.hashes('lead', secret)),
          isNull(lead.closedAt),
        ),
      )
      .for('update');
    if (visited) await moveKeys(tx, tenantId, visited.id, accountId);
  }

  const told = (tx: Tx, tenantId: string, id: string) =>
    events.publish(tx, tenantId, SESSION_TOPIC, { type: 'session.changed', id });

  return {
    /**
     * Opens a session after a proof, which was made now unless said otherwise. `signup_grant` comes with it
     * while the user has no account.
     * @param admit what must hold when it is opened, in the same transaction; opens nothing when it throws
     * @param leadSecret of the visitor that this person was: the keys that the visitor entered go on with the
     * account. The visitor lives on, with cart and orders. One that fits nobody is like none.
     */
    open: (
      tenantId: string,
      userId: string,
      isRemembered: boolean,
      {
        provedAt = clock.date(),
        admit,
        leadSecret,
      }: { provedAt?: Date; admit?: (tx: Tx) => Promise<void>; leadSecret?: string | undefined } = {},
    ): Promise<Tokens> =>
      db.tenant(tenantId, async (tx) => {
        await admit?.(tx);
        const now = clock.date();
        const row = { id: uuidv7(clock.now()), userId, provedAt };
        await tx.insert(session).values({
          tenantId,
          ...row,
          remembered: isRemembered,
          createdAt: now,
          expiresAt: new Date(now.getTime() + (isRemembered ? REMEMBERED : ONE_SESSION) * 1_000),
        });
        const tokens = await issue(tx, tenantId, row);
        const [owned] = await tx
          .select({ id: account.id })
          .from(account)
          .where(and(eq(account.tenantId, tenantId), eq(account.userId, userId)));
        if (owned && leadSecret !== undefined) await takeKeys(tx, tenantId, leadSecret, owned.id);
        return owned ? tokens : { ...tokens, ...(await grantOf(tx, tenantId, userId, now)) };
      }),

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
          await told(tx, tenantId, family.id);
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
        await tx
          .delete(pushSubscription)
          .where(and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.sessionId, found.id)));
        await told(tx, tenantId, found.id);
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
        await events.publish(tx, tenantId, SESSION_TOPIC, { type: 'session.changed' });
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
      await events.publish(tx, tenantId, SESSION_TOPIC, { type: 'session.changed' });
    },
    forgetAll: () => forget(),
    authenticator,
  };
}
export type SessionService = ReturnType<typeof sessionService>;
