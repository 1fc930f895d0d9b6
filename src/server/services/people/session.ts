import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { Tokens } from '#contract/people/identity.ts';
import { ApiProblem } from '#contract/problem.ts';
import { CLOCK_TOPIC } from '#server/platform/clock.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { refreshToken, session, signupGrant } from '#server/db/schema/people/session.ts';
import { randomToken, uuidv7 } from '#server/platform/ids.ts';
import { type Authenticator, type Client, SESSION_TOPIC } from '#server/platform/principal.ts';
import { moveKeys } from './relation.ts';

/** Seconds. Source: SEC-06, SEC-07; D1. */
const ACCESS = 600;
const REMEMBERED = 30 * 86_400;
const ONE_SESSION = 12 * 3_600;
const GRANT = 30 * 60;
/**
 * A repeat of a renewal within this many ms, after a lost answer or from a second tab, gets the same
 * successor.
 */
const GRACE = 10_000;
const ALGORITHM = 'HS256';

/** What is known of a session without asking the database for each call; dropped when the session changes. */
interface Known {
  accountId: string | null;
  until: number;
}
const KNOWN_FOR = 30_000;
/** What an access token says; `exp` in epoch seconds. */
interface Claims {
  sub: string;
  sid: string;
  prv: number;
  exp: number;
}

/** Sessions and their tokens. Source: RFC 6749 §6, RFC 9700 §4.14; D1, D9; SEC-06 to SEC-08. */
export function sessionService({ db, clock, secrets, events }: Core) {
  const known = new Map<string, Known>();
  const proved = new Map<string, Claims>();
  // Counted, so that what was read before a change is not remembered after it.
  let changes = 0;
  const forget = (id?: unknown) => {
    changes++;
    if (typeof id === 'string') known.delete(id);
    else known.clear();
  };
  events.subscribe('*', SESSION_TOPIC, (event) => forget(event['id']));
  events.subscribe('*', CLOCK_TOPIC, () => forget());
  events.onReconnect(() => forget());

  const sign = async (tenantId: string, userId: string, sessionId: string, provedAt: number) => {
    const [newest] = secrets.keys('access-token');
    if (!newest) throw new Error('there is no key for access tokens');
    const now = Math.floor(clock.now() / 1_000);
    return new SignJWT({ sid: sessionId, prv: provedAt })
      .setProtectedHeader({ alg: ALGORITHM, kid: newest.id })
      .setSubject(userId)
      .setAudience(tenantId)
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS)
      .sign(newest.key);
  };

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
    authenticator: { client, lead: visitor, signup } satisfies Authenticator,
  };

  async function client(tenantId: string, token: string): Promise<Client> {
    const claims = await verify(tenantId, token);
    const now = clock.now();
    let state = known.get(claims.sid);
    if (!state || state.until <= now) {
      const mark = changes;
      const [row] = await db.read(tenantId, (tx) =>
        tx
          .select({ revokedAt: session.revokedAt, expiresAt: session.expiresAt, accountId: account.id })
          .from(session)
          .leftJoin(account, and(eq(account.tenantId, session.tenantId), eq(account.userId, session.userId)))
          .where(and(eq(session.tenantId, tenantId), eq(session.id, claims.sid))),
      );
      if (!row || row.revokedAt !== null || row.expiresAt.getTime() <= now)
        throw new ApiProblem('TOKEN_REVOKED');
      state = { accountId: row.accountId, until: Math.min(now + KNOWN_FOR, row.expiresAt.getTime()) };
      if (known.size > 20_000) known.clear();
      // Without an account nothing is remembered: the account may come to be in another process the next
      // moment.
      if (row.accountId !== null && mark === changes) known.set(claims.sid, state);
    }
    return {
      kind: 'client',
      userId: claims.sub,
      sessionId: claims.sid,
      accountId: state.accountId,
      provedAt: claims.prv,
    };
  }

  /** A signature is checked once: a token that passed says the same until it expires. */
  async function verify(tenantId: string, token: string): Promise<Claims> {
    const name = `${tenantId} ${token}`;
    const claims = proved.get(name) ?? (await prove(tenantId, token));
    if (claims.exp * 1_000 <= clock.now()) throw new ApiProblem('TOKEN_EXPIRED');
    if (proved.size > 20_000) proved.clear();
    proved.set(name, claims);
    return claims;
  }

  async function prove(tenantId: string, token: string): Promise<Claims> {
    for (const { key } of secrets.keys('access-token')) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: tenantId,
          currentDate: clock.date(),
        });
        const { sub, sid, prv, exp } = payload;
        if (
          typeof sub === 'string' &&
          typeof sid === 'string' &&
          typeof prv === 'number' &&
          exp !== undefined
        )
          return { sub, sid, prv, exp };
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new ApiProblem('TOKEN_EXPIRED');
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    throw new ApiProblem('UNAUTHENTICATED');
  }

  async function visitor(tenantId: string, secret: string) {
    const [row] = await db.read(tenantId, (tx) =>
      tx
        .select({ id: lead.id })
        .from(lead)
        .where(
          and(
            eq(lead.tenantId, tenantId),
            inArray(lead.secretHash, secrets.hashes('lead', secret)),
            isNull(lead.closedAt),
          ),
        ),
    );
    if (!row) throw new ApiProblem('NOT_FOUND');
    return { kind: 'lead' as const, leadId: row.id };
  }

  async function signup(tenantId: string, grant: string) {
    const [row] = await db.read(tenantId, (tx) =>
      tx
        .select()
        .from(signupGrant)
        .where(
          and(
            eq(signupGrant.tenantId, tenantId),
            inArray(signupGrant.grantHash, secrets.hashes('signup', grant)),
            isNull(signupGrant.usedAt),
            gt(signupGrant.expiresAt, clock.date()),
          ),
        ),
    );
    if (!row) throw new ApiProblem('SIGNUP_GRANT');
    return { kind: 'signup' as const, userId: row.userId, grantId: row.id };
  }
}
export type SessionService = ReturnType<typeof sessionService>;
