import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import { CLOCK_TOPIC } from '#server/platform/clock.ts';
import type { Core } from '#server/platform/core.ts';
import { account } from '#server/db/schema/people/account.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { session, signupGrant } from '#server/db/schema/people/session.ts';
import { type Authenticator, type Client, SESSION_TOPIC } from '#server/platform/principal.ts';
import type { AccessTokens } from './access-token.ts';

/** What is known of a session without asking the database for each call; dropped when the session changes. */
interface Known {
  accountId: string | null;
  until: number;
}
const KNOWN_FOR = 30_000;
/**
 * Turns credentials into people: access tokens, lead secrets, sign-up grants. Source: D9, D12; SEC-06 to
 * SEC-08.
 */
export function createAuthenticator(
  { db, clock, secrets, events }: Core,
  { verify }: Pick<AccessTokens, 'verify'>,
) {
  const known = new Map<string, Known>();
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

  return { authenticator: { client, lead: visitor, signup } satisfies Authenticator, forget };

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
